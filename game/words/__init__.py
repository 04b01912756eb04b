"""Every message that a person reads or hears. This package knows no page.

A message is a constant `Message` or `Plural`: complete, in English, with named placeholders. It is translated into the
language of the page each time it is called, and never when a module is imported:

- `DEALT(level=3, hand="12 and 40")` translates one and fills its placeholders (`game/words/language.py`);
- `LIVES_LEFT(lives)` selects the plural form for a number;
- `listed(names)`, `seconds(0.62, 2)`, `percent(0.93)` format the values of placeholders for the language;
- `in_one_breath` joins messages that follow each other. A message is never assembled from fragments.

Babel extracts them, and the texts of index.html, for the catalogs in `languages/`. A comment that begins with
"Translators:" is for translators.
"""
