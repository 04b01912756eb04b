"""The browser's global names, as Pyodide hands them to Python. Whatever JavaScript has is of any type."""

from typing import Any

def __getattr__(name: str) -> Any: ...
