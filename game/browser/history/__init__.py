"""Games that have ended, on the page: fetched when somebody first asks for them."""
