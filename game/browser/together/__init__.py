"""Playing with others: lobby, table, and the ways from page to page.

Imported only when somebody wants to play together, so that solo play does not wait for it.
"""
