"""Features of the device that a game needs: keyboard, touch screen, wake lock, and sharing."""
