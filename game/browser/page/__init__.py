"""Services of the page: document, storage, dialogs, announcements, language and background tasks."""
