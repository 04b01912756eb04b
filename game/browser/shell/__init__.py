"""The page as a whole: its current session, the ways between its screens, and the browser's Back button."""
