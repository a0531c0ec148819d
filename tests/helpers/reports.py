"""What programs read in a report, changed as a forger would change it."""

from __future__ import annotations

import json

from gm.report.machine import read_part, write_part

SCRIPT = '<script type="application/json" id="disclosure">'


def forged(html: str, old: str, new: str) -> str:
    """The report with some of its facts, as compact JSON, replaced by others; they must be there."""
    head, script, rest = html.rpartition(SCRIPT)
    part, end, tail = rest.partition("</script>")
    facts = json.dumps(read_part(part), separators=(",", ":"))
    assert old in facts
    return f"{head}{script}{write_part(json.loads(facts.replace(old, new)))}{end}{tail}"
