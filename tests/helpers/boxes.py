"""Mailboxes in tests."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from gm.post.boxes.mailbox import MailboxGone


async def gone(call: Any, seconds: float = 30.0) -> str:
    """What the MailboxGone says that *call* ends with, in time."""
    with pytest.raises(MailboxGone) as caught:
        await asyncio.wait_for(call, seconds)
    return str(caught.value)
