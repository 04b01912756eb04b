"""Open tables: a public list of tables at which anyone may sit down, sans-I/O."""
