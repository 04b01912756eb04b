"""Who hosts the table: signed rosters, acceptances of their members, and one order of all hosts."""
