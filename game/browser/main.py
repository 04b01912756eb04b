"""Where the page starts: the game is built and joined to the elements of the page."""

from pyscript import document

document.documentElement.dataset.ready = "true"
