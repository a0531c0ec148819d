"""Who sent a mail, according to the server that received it or to its DKIM signature."""

from __future__ import annotations

import msgspec

from gm.post.inbound.authenticity import Authenticity, authenticity
from gm.post.inbound.dkim import check_dkim
from gm.post.inbound.parts import is_ambiguous, read_head


class Prover(msgspec.Struct, frozen=True):
    """Examines a mail's Authentication-Results, and its signature if *dkim*.

    authserv_id: the name that the receiving server puts on them, "" if it writes none or is not trusted;
    receivers: names of other servers of ours that mail passes.
    """

    authserv_id: str = ""
    receivers: tuple[str, ...] = ()
    dkim: bool = False

    def said(self, raw: bytes, sender: str) -> Authenticity:
        """What the receiving server says about *sender*, the bare From address of the mail *raw*."""
        if is_ambiguous(raw):
            # The server may have missed forged findings, because it saw other fields.
            return Authenticity("none", "the head of the mail can be read in more than one way")
        return authenticity(read_head(raw), sender, self.authserv_id, self.receivers)

    def prove(self, raw: bytes, sender: str) -> Authenticity:
        """Like said(), but checks the signature if that is inconclusive; may ask the DNS and take seconds."""
        said = self.said(raw, sender)
        if said.verdict != "none" or not self.dkim:
            return said
        signed = check_dkim(raw, sender)
        return Authenticity(signed.verdict, signed.reason, (*said.results, *signed.results))
