"""How much of a mail is read, so that no mail costs more work than a letter is worth, and what its writer is told.

Work is bounded by what can be counted, so that no mail is refused because the machine is slow or busy.
"""

from __future__ import annotations


class Unreadable(Exception):
    """The text of a mail cannot be read; the message says why, in the GameMaster's words."""


MAX_ROWS = 20_000  # lines; a year of orders has a few hundred, the rest is for quoted letters
TOO_MANY_ROWS = f"it has more than {MAX_ROWS:,} lines with what it quotes; please quote less"

MAX_SMALL = 48_000  # bytes but for pictures; a larger mail is read in a process of its own (gm.post.inbound.apart)
MAX_MAIL = 8_000_000  # bytes; orders need a few KiB, the rest is for a picture of the map
MAX_HEAD = 256 * 1024  # bytes
MAX_FIELDS = 500  # of the head; a mail that passed many servers and filters has about a hundred
MAX_PARTS = 200
MAX_DEPTH = 20
MAX_LINES = 150_000  # with attachments; 8 MiB in base64 are 115,000, and each line takes a hundred bytes of memory
MAX_TEXT = 512 * 1024  # bytes of all parts that are read, including quoted text
MAX_TAGS = 50_000  # of pages; the longest that mail programs write have a tenth of that
MAX_UNMARKED = 6_000  # lines without quote signs; some programs quote so
MAX_WRITTEN = 50_000  # characters of new text; a sheet of 200 offers has 10,000
MAX_WRITTEN_ROWS = 1_000
MAX_LINE = 4_000  # characters; mail programs send a paragraph of prose as one line


def larger_than(limit: int) -> str:
    """The reason given for a mail of more than *limit* bytes, of which only the head is read."""
    size = f"{limit / 1_000_000:g} MB" if limit >= 1_000_000 else f"{limit / 1_000:g} kB"
    return f"it is larger than {size}; please leave pictures and other attachments out"


TOO_LARGE = larger_than(MAX_MAIL)
HEAD_TOO_LARGE = (
    f"its header is larger than {MAX_HEAD >> 10} kB; please write a new mail instead of passing this one on"
)
TOO_MANY_FIELDS = (
    f"its header has more than {MAX_FIELDS} fields; please write a new mail instead of passing this one on"
)
TOO_MANY_PARTS = f"it has more than {MAX_PARTS} parts; please send plain text without attachments"
TOO_MUCH_TO_SPLIT = "it has too many lines for the number of its parts; please send plain text without attachments"
TOO_DEEP = f"its parts are nested more than {MAX_DEPTH} deep; please send plain text without attachments"
TOO_MANY_LINES = f"it has more than {MAX_LINES:,} lines with its attachments; please leave attachments out"
TOO_MUCH_TEXT = f"its text is longer than {MAX_TEXT >> 10} kB with what it quotes; please quote less"
TOO_MANY_TAGS = f"its HTML has more than {MAX_TAGS:,} tags; please send plain text"
TOO_MANY_UNMARKED = f"it has more than {MAX_UNMARKED:,} lines without quote signs; please quote less"
TOO_MUCH_WRITTEN = f"it has more than {MAX_WRITTEN:,} characters of new text; please send less in one mail"
TOO_MUCH_WRITTEN_ROWS = f"it has more than {MAX_WRITTEN_ROWS:,} lines of new text; please send less in one mail"


OVER_BUDGET = "it takes too much memory to read; please send short plain text without attachments"
UNFINISHED = "reading it took more than 30 seconds of the processor, or ended without a result"
UNTOLD = "your text cannot be told from the mail that it quotes: please leave the quotation out"


class Budget:
    """How much may still be read of one mail. Raises Unreadable when it is used up."""

    def __init__(self) -> None:
        self._bytes, self._rows, self._unmarked = MAX_TEXT, MAX_ROWS, MAX_UNMARKED
        self._tags = MAX_TAGS

    def take_bytes(self, count: int) -> None:
        """Take *count* bytes of text that will be read."""
        self._bytes -= count
        if self._bytes < 0:
            raise Unreadable(TOO_MUCH_TEXT)

    def take_tags(self, count: int) -> None:
        """Take *count* tags of a page that will be read."""
        self._tags -= count
        if self._tags < 0:
            raise Unreadable(TOO_MANY_TAGS)

    def take_rows(self, count: int, unmarked: int) -> None:
        """Take *count* rows that will be told apart, *unmarked* of them without quote signs."""
        self._rows -= count
        self._unmarked -= unmarked
        if self._rows < 0:
            raise Unreadable(TOO_MANY_ROWS)
        if self._unmarked < 0:
            raise Unreadable(TOO_MANY_UNMARKED)
