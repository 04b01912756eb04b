"""The page that hosts the table: seats, shuffle, lag compensation, and updates to all pages."""
