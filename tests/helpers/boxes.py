"""A helper for tests of mailboxes."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from gm.post.boxes.mailbox import MailboxGone


async def gone(call: Any, seconds: float = 30.0) -> str:
    """The text of the MailboxGone that *call* must raise within *seconds*."""
    with pytest.raises(MailboxGone) as caught:
        await asyncio.wait_for(call, seconds)
    return str(caught.value)
