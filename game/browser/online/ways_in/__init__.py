"""The connection to a table, and the ways into it: by link, by spoken code, and by manual pairing."""
