"""Checking the visible page of a report: that it shows its facts, and that no foreign script runs in it.

Only the version that made a page can make it again. What a browser would run is looked at whatever version it names.
"""

from __future__ import annotations

import base64
import hashlib
import re

from msgspec.structs import replace

from gm.report.facts import Disclosure, Leaf
from gm.report.html import stepper, write_html
from gm.report.machine import END, SCRIPT

# How every report begins: a browser obeys the policy if nothing stands before it.
OPENS = re.compile(
    r'<!DOCTYPE html>\s*<html lang="en">\s*<head>\s*<meta charset="utf-8">\s*'
    r'<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\''
    r"(?:; script-src 'sha256-([\w+/=]{44})')?\">",
    re.ASCII,
)
TAGS = re.compile(r"<(script|meta|base|link|i?frame|object|embed|applet|form)\b[^<>]*>?", re.IGNORECASE)
METAS = 4  # character set, policy, viewport and colours
EARLIER = ("hndq3Rxi6AVyNLeQQ9ZJy1qdTUmA8TwoqG/j7pxxLJ4=",  # of 0.2.0 to 0.5.0
           "yVIWNwvng2/W/tI5GRtIl5MoWj3CH4Z1+NwGACQZWO0=")  # of 0.6.0  # fmt: skip


def foreign(html: str) -> list[str]:
    """A line if the page has another policy or script than gm's, or what would fetch something or lead elsewhere."""
    opens = OPENS.match(html.lstrip())
    tags = [(found[1].lower(), found[0]) for found in TAGS.finditer(html)]
    scripts = [tag for name, tag in tags if name == "script"]
    others = [name for name, _ in tags if name not in ("script", "meta")]
    inside = html.partition("<script>")[2].partition(END)[0] if scripts == ["<script>", SCRIPT] else ""
    right = opens is not None and not others and len(tags) - len(scripts) == METAS
    if not right or scripts not in ([SCRIPT], ["<script>", SCRIPT]):
        return ["the page does not begin with the policy of gm's pages, or has scripts or frames that are not gm's"]
    named = opens[1] if opens else None
    if named not in (None, *EARLIER, _digest(stepper())) or (inside and named != _digest(inside)):
        return ["the page has a script that is none of gm's known ones"]
    return []


def other_page(page: Disclosure, chain: tuple[tuple[str, ...], ...], html: str) -> list[str]:
    """A line if the page is not what this version makes of its facts."""
    try:
        made = write_html(replace(page, chain=tuple(Leaf(*entry) for entry in chain)))
    except Exception:  # a forged fact need not be what a template expects
        made = ""
    same = made.replace("\r\n", "\n").strip() == html.replace("\r\n", "\n").strip()
    return [] if same else ["the page shows something else than the facts it is made of"]


def _digest(script: str) -> str:
    """The hash of a script as a policy names it."""
    lines = script.replace("\r\n", "\n")
    return base64.b64encode(hashlib.sha256(lines.encode("utf-8", "surrogatepass")).digest()).decode()
