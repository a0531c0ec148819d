"""Hashes over fresh salts made alike, for comparing mails that differ in nothing else."""

from __future__ import annotations

import pytest

from gm.desk import notices as said
from gm.desk.game import chain
from gm.desk.game.game import Game


def sealed_alike(patch: pytest.MonkeyPatch) -> None:
    """All seals, leaves, heads and signatures are the same: each is a hash over a fresh salt, or made from such."""
    # planted: seals that say nothing of what they seal, since another text has another seal
    patch.setattr(Game, "seal_of", lambda *_, **__: "0" * 64)
    patch.setattr(chain, "leaf_of", lambda *_, **__: said.Leaf("0" * 64, "0" * 32, ""))
    patch.setattr(chain, "head_of", lambda *_, **__: "0" * 64)
    patch.setattr(chain, "signed", lambda *_: "0" * 88)
