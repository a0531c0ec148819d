"""The property itself, shared by its test and by the check that it finds leaks."""

from __future__ import annotations

from comparing import must_agree
from generators import GENERATORS


def the_reader_cannot_tell(ruleset: str, number: int, counts: bool = False) -> int:
    """What the rules do not let the reader tell apart, their mail does not either: byte for byte, in the same order.

    How many parts of the pair of this number were compared. *counts*: the table counts them. Raises ToldApart, which
    names the first difference.
    """
    return must_agree(*GENERATORS[ruleset].pair(number), ruleset=ruleset if counts else "")
