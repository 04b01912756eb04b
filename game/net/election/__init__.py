"""Which page hosts the table: signed rosters, votes of their members, and how two hosts are compared."""
