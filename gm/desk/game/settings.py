"""What a game has chosen about its deadlines, its messages and its times, as everybody may know it."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from msgspec import UNSET, UnsetType

from gm.config.durations import parse_duration, write_duration
from gm.desk import notices as said
from gm.desk.game.bots import BOT
from gm.desk.game.game import Game
from gm.desk.game.showing import Showing
from gm.desk.time.schedule import WEEK, Calendar
from gm.desk.time.times import DAYS
from gm.registry import ruleset
from gm.rules.lines.words import listed


def settings_of(game: Game) -> said.GameSettings:
    """The settings of a game, whether it has begun or not."""
    card, pace, calendar = ruleset(game.ruleset).card, game.pace, game.calendar
    chosen = card.pace.early and "early" not in card.fixed  # whether a phase of this game could end early
    early = write_duration(parse_duration(pace.early_after)) if pace.early else ""
    return said.GameSettings(
        zone=game.timezone,
        lengths=tuple((kind.name, _length(game, kind.name)) for kind in card.kinds),
        days=_days(calendar),
        grace=_length(game, "grace") if not card.live else "",
        early=early if chosen else None,
        waits=None if "nmr" in card.fixed else pace.nmr == "wait",
        late=pace.show_late and "show_late" not in card.fixed,
        commit=pace.commit,
        press=game.press,
        absence=calendar.absence,
        extend=calendar.extend and "extend" not in card.off,
        reminders=game.reminders,
        others=ruleset(game.ruleset).rules.settings(game.options),
        pages=pages_of(game.showing),
        dismissed=pace.dismiss_after,
        draw=UNSET if pace.draw_after is UNSET else (pace.draw_after, ruleset(game.ruleset).yearly.thing),
        again=UNSET if pace.late_notice is UNSET else write_duration(parse_duration(pace.late_notice)),
        takeover=UNSET if pace.takeover is UNSET else write_duration(parse_duration(pace.takeover)),
        names="never" if game.names_after == "never" else UNSET,
        proposals=UNSET if game.proposals == "none" else "named" if game.proposals == "named" else "anonymous",
        autopilot="bot" if game.autopilot == BOT else UNSET,
        rated=UNSET if game.rated else False,
        games=game.wanted.games or UNSET,
        on_time=game.wanted.on_time or UNSET,
        test=game.test or UNSET,
    )


def on_the_web(game: Game) -> tuple[said.OnTheWeb, ...]:
    """What newcomers are told of the pages about a game; () if they show nothing of it."""
    pages = pages_of(game.showing)
    return () if pages is UNSET else (said.OnTheWeb(pages),)


def pages_of(showing: Showing) -> tuple[Literal["report", "names", "press"], ...] | UnsetType:
    """What pages show beyond what an observer is told; unset if they show nothing."""
    if showing.pages == "none":
        return UNSET
    shown: dict[Literal["report", "names", "press"], bool] = {
        "report": showing.pages == "report", "names": showing.names, "press": showing.press,
    }  # fmt: skip
    return tuple(name for name, wanted in shown.items() if wanted)


def _length(game: Game, kind: str) -> str:
    """How long a phase of this kind lasts, or when it ends, in words; "" if it has no length."""
    clock = game.calendar.clocks.get(kind)
    if clock is None:
        seconds = game.deadlines.get(kind, 0)
        return write_duration(timedelta(seconds=seconds)) if seconds else ""
    moments = [f"{DAYS[day]} {minute // 60:02}:{minute % 60:02}" for day, minute in clock.moments]
    return f"{listed(moments)} {clock.zone}"


def _days(calendar: Calendar) -> tuple[str, ...]:
    """The days on which a deadline may fall; () for all."""
    return () if calendar.weekdays == WEEK else tuple(DAYS[day] for day in calendar.weekdays)
