"""Our page compared with a bare one that only starts Pyodide, from the same server, in the same browser."""
