"""Which addresses a mail can be sent to."""

from __future__ import annotations

import re

# What can be used unquoted in an SMTP command. Quoted local parts are not worth the risk of an injected command.
ADDRESS = re.compile(r"[!-~]+@[!-~]+")
SPECIAL = re.compile(r"[\"(),:;<>\[\\]")


def address_problem(address: str) -> str:
    """Why no mail can be sent to *address*, "" if it can be tried."""
    if not address.isascii():
        return "address has letters that are not ASCII, which the mail server may not take"
    if not ADDRESS.fullmatch(address) or SPECIAL.search(address):
        return "address is not of the form name@domain"
    return ""
