"""The title screen: its forms, the settings and saved tables."""
