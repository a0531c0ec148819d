"""What is known of who sent a mail: from the mail server that received it, or from its DKIM signature."""

from __future__ import annotations

import msgspec

from gm.post.inbound.authenticity import Authenticity, authenticity
from gm.post.inbound.dkim import check_dkim
from gm.post.inbound.text import is_ambiguous, read_head


class Prover(msgspec.Struct, frozen=True):
    """Looks at a mail's Authentication-Results, and at its signature if *dkim*.

    authserv_id: the name under which the receiving server writes them, "" if it is not trusted or writes none;
    receivers: names of other servers of ours that a mail passes.
    """

    authserv_id: str = ""
    receivers: tuple[str, ...] = ()
    dkim: bool = False

    def said(self, raw: bytes, sender: str) -> Authenticity:
        """What the receiving server says of *sender*, the bare From of the mail *raw*."""
        if is_ambiguous(raw):
            # The server took out forged findings only where it saw them.
            return Authenticity("none", "the head of the mail can be read in more than one way")
        return authenticity(read_head(raw), sender, self.authserv_id, self.receivers)

    def prove(self, raw: bytes, sender: str) -> Authenticity:
        """The same, and what the signature says if that leaves it open; may ask the DNS and take seconds."""
        said = self.said(raw, sender)
        if said.verdict != "none" or not self.dkim:
            return said
        signed = check_dkim(raw, sender)
        return Authenticity(signed.verdict, signed.reason, (*said.results, *signed.results))
