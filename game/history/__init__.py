"""Games that have ended: kept, counted, watched again, sent as a link, and dealt once more. Knows no page."""
