"""Bots in `gm serve`: their mails are handed over inside the process, whatever dies, and their letters act at once."""

from __future__ import annotations

from pathlib import Path

from helpers.served import run, serving, until

GAME = """[game]
name = "spring"
ruleset = "diplomacy"
seed = "s"
[seats]
FRANCE = "france@gm.test"
GERMANY = "bot"
ITALY = "bot"
"""
LETTERS = "game = 'spring' and kind = 'letter'"


def test_bots_answer_once_though_gm_is_killed(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (served, _):
            file = tmp_path / "spring.toml"
            file.write_text(GAME, encoding="utf-8")
            status, said = await served.run("new", "--file", str(file))
            assert status == 0, said
            await served.start()
            await until(lambda: served.count("journal", LETTERS), "a letter of a bot")
            await served.kill()
            await served.start()
            await until(lambda: served.count("journal", LETTERS) == 2 and served.sent(), "both letters")
            assert len(served.game().state.orders) == 2
            assert served.count("outbox", "recipient like '%bot.invalid' and answer like 'read by%'") == 4

    run(test())
