"""Every sentence that a person reads or hears, and nothing that knows a page."""
