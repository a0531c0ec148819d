"""Bytes to text, whatever their label says."""

import codecs

# Mail programs say latin-1 and mean what Windows makes of it; where the two differ, latin-1 has only control codes.
REALLY_CP1252 = frozenset({"iso-8859-1", "iso8859-1", "iso_8859-1", "latin-1", "latin1", "l1", "windows-1252"})

# Python knows these as text encodings, mail does not; two of them take time that grows with the square of the length.
NOT_FOR_MAIL = frozenset({"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined"})

MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark is the beginning of this one
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def decode(data: bytes, label: str | None) -> str:
    """*data* as text: by its byte order mark, else by *label*, else as UTF-8, else as cp1252. Never raises."""
    for mark, charset in MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(charset, "replace")
    for charset in (_charset(data, (label or "").strip().lower()), "utf-8", "cp1252"):
        text = _try(data, charset)
        if text is not None:
            return text
    return data.decode("latin-1")


def _charset(data: bytes, label: str) -> str:
    if label in REALLY_CP1252:
        return "cp1252"
    if label in ("utf-16", "utf16"):
        # Without a mark the order of bytes is a guess: in letters of the West the zeros tell.
        return "utf-16-be" if data[::2].count(0) > data[1::2].count(0) else "utf-16-le"
    return label or "utf-8"


def _try(data: bytes, charset: str) -> str | None:
    try:
        name = codecs.lookup(charset).name.replace("-", "_")
        return None if name in NOT_FOR_MAIL else data.decode(charset)
    except (LookupError, ValueError):
        return None
