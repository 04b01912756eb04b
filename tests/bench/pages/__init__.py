"""Ours beside bare: a page that only starts Pyodide, from the same server, in the same browser."""
