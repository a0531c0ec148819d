"""Lines that are the address, the telephone number or the date under a letter, and no orders though they look so."""

from __future__ import annotations

import re

STREET = (
    r"street|road|rd|lane|avenue|ave|boulevard|blvd|terrace|rue|all\u00e9e|impasse|stra\u00dfe|strasse|str|weg"
    r"|platz|gasse|allee|viale|piazza|corso|calle|avenida|straat|laan|gatan|v\u00e4gen|gade|vej|ulica"
)
ENDING = r"stra\u00dfe|strasse|weg|platz|gasse|allee|straat|laan|gatan|v\u00e4gen"
MONTH = (
    r"january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec"
)
DAY = r"\d{1,2}(?:st|nd|rd|th)?"
NO_SIGNS = r"(?!.*(?:\s-+\s|\d\s*[-\u2013]|[:>|$#]))"  # as orders have
KINDS = (
    rf"{NO_SIGNS}\d{{1,5}}\s?[a-z]?,?\s+(?:[\w'\u2019.-]+\s+){{0,4}}?(?:{STREET})\b.*",  # 12 Rue de Paris
    rf"{NO_SIGNS}[^\d]*(?:\b(?:{STREET})|\w(?:{ENDING}))\.?\s+\d{{1,4}}\s?[a-z]?",  # Bergstra\u00dfe 4
    r"(?:[a-z]{1,2}-)?\d{5,6}\s+[^\W\d_][^\d:>|$#]*",  # 75011 Paris
    r"(?:[^\W\d_]{4,}[ ,]+)+[a-z]{1,2}\d[a-z\d]?\s+\d(?!st|nd|rd|th|me|ch)[a-z]{2}",  # London NW1 5LP
    r"[^\d:>|$#]+,\s*[a-z]{2}\s+\d{5}(?:-\d{4})?",  # Springfield, IL 62704
    rf"(?:{DAY}\.?\s+(?:of\s+)?(?:{MONTH})|(?:{MONTH})\.?\s+{DAY})(?:,?\s+\d{{4}})?",
    r"(?:(?:tel|phone|mobile|cell|fax|mob)\b[.:]?\s*)?\+?(?:[\s().\-/]*\d){8,}",
)
OF_SIGNATURES = re.compile(rf"\W*(?:{'|'.join(KINDS)})\W*", re.IGNORECASE)
LONGEST = 80  # characters of such a line


def is_of_signature(text: str) -> bool:
    """Whether a line is a postal address, a telephone number or a date."""
    return len(text) <= LONGEST and OF_SIGNATURES.fullmatch(text) is not None
