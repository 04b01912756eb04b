"""Every sentence that a person reads or hears, and nothing that knows a page.

A sentence stands in these modules as a constant in capitals: whole, in English, with named places. It is put into the
language of the page whenever it is said, and never when a module is imported:

- `said(DEALT, level=3, hand="12 and 40")` says one (`game/words/language.py`);
- `count(lives, LIVES_LEFT)` says the form of a `Counted` that goes with a number (`game/words/lists.py`);
- `listed(names)`, `seconds(0.62, 2)`, `percent(0.93)` write what stands in a place as the language does;
- sentences that follow each other are joined by `in_one_breath`, and never put together from pieces.

Constants and the texts of index.html are found for the catalogues in `languages/` without any mark.
"""
