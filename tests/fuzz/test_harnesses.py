"""Each fuzzing harness on its own seeds and on letters that once broke something, so that none of them rots."""

from __future__ import annotations

import random
from collections.abc import Callable
from types import ModuleType

import fuzz_config
import fuzz_headers
import fuzz_letter
import fuzz_mail
import fuzzing
import pytest

HARNESSES: dict[str, ModuleType] = {
    "mail": fuzz_mail, "headers": fuzz_headers, "letter": fuzz_letter, "config": fuzz_config,
}  # fmt: skip
# Found by the harnesses, then mended.
FOUND = {
    "mail": [b"From: \x01\x02@example.org\nTo: a\xc2\xadb@example.org\n\nx"],
    "headers": [b"a\x7fb@example.org"],
    "letter": [b"\0TRY\n\x02BUI4 : F LON -LD F LON\nBUILD A LV P\nREMOVEENG  %F", "\0PRESS TO \u2028".encode()],
    "config": [],
}


def seeds(name: str) -> list[bytes]:
    found = fuzz_mail.mails() if name == "mail" else list(HARNESSES[name].SEEDS)
    return [*found, *FOUND[name], b"", b"\0", b"\xff" * 100]


@pytest.mark.parametrize("name", HARNESSES)
def test_a_harness_passes_its_seeds(name: str) -> None:
    run = fuzzing.bounded(HARNESSES[name].entry)
    for seed in seeds(name):
        run(seed)


@pytest.mark.parametrize("name", HARNESSES)
def test_a_harness_passes_its_seeds_mixed_with_its_words(name: str) -> None:
    chance = random.Random(1901)
    words = [word.encode() for word in HARNESSES[name].WORDS]
    entry: Callable[[bytes], None] = HARNESSES[name].entry
    for seed in seeds(name)[:12]:
        for _ in range(4):
            at = chance.randrange(len(seed) + 1)
            entry(seed[:at] + chance.choice(words) * chance.choice((1, 3, 50)) + seed[at:])


def test_an_input_that_takes_too_long_or_too_much_fails() -> None:
    with pytest.raises(AssertionError, match="s for one input of 1 bytes"):
        fuzzing.bounded(lambda _: None, cpu=-1.0)(b"x")
    with pytest.raises(AssertionError, match="MB for one input"):
        fuzzing.bounded(lambda _: None, cpu=1000.0, memory=-1)(b"x")
