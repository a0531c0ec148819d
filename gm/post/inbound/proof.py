"""Who sent a mail, according to the server that received it or to its DKIM signature."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from gm.post.inbound.authenticity import Authenticity, authenticity
from gm.post.inbound.dkim import check_dkim
from gm.post.inbound.parts import is_ambiguous, read_head


class Prover(msgspec.Struct, frozen=True):
    """Examines a mail's Authentication-Results, and its signature if *dkim*.

    authserv_id: the name that the receiving server puts on them, "" if it writes none or is not trusted;
    receivers: names of other servers of ours that mail passes. ours: whether an address is ours; then a mail is proven
    only if its sender wrote it to one: whoever got it can send it on, as it is. None: that does not matter.
    """

    authserv_id: str = ""
    receivers: tuple[str, ...] = ()
    dkim: bool = False
    ours: Callable[[str], bool] | None = None

    def said(self, raw: bytes, sender: str) -> Authenticity:
        """What the receiving server says about *sender*, the bare From address of the mail *raw*."""
        if is_ambiguous(raw):
            # The server may have missed forged findings, because it saw other fields.
            return Authenticity("none", "the head of the mail can be read in more than one way")
        return self._to_us(authenticity(read_head(raw), sender, self.authserv_id, self.receivers))

    def prove(self, raw: bytes, sender: str) -> Authenticity:
        """Like said(), but checks the signature if that is inconclusive; may ask the DNS and take seconds."""
        said = self.said(raw, sender)
        if said.verdict != "none" or not self.dkim:
            return said
        signed = self._to_us(check_dkim(raw, sender))
        return Authenticity(signed.verdict, signed.reason, (*said.results, *signed.results))

    def _to_us(self, found: Authenticity) -> Authenticity:
        """What was found, unless it proves only who wrote the mail, perhaps to others."""
        if found.verdict != "pass" or self.ours is None or any(map(self.ours, found.readers)):
            return found
        return replace(found, verdict="none", reason=f"{found.reason}, but not for its being written to us")
