"""Open tables: the list of tables at which anyone may sit down, for the host and for those who look for players."""
