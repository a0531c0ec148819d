"""The commands that keep running: serve and demo."""

from __future__ import annotations

import asyncio
import logging
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import click

from gm import __version__
from gm.commands.arguments import DEMO_SEAT, RULESET
from gm.commands.common import HALF_RESTORED, Failed, load_with_passwords, make_private, office_on, open_store, place_of
from gm.config.loading import Config
from gm.desk.game.near import no_such
from gm.registry import FIRST
from gm.serve.daemon import AlreadyRunning, Daemon, Lock, meter_for
from gm.serve.daemon import serve as run_daemon
from gm.serve.houseclock import HouseClock
from gm.serve.houseserver import HouseServer
from gm.serve.log import set_up
from gm.serve.memory import give_back_large
from gm.serve.meter import Meter
from gm.store.engine import Unavailable
from gm.store.halfway import half_restored
from gm.store.schema import applied

POST_OFFICE = ("aiosmtpd", "proxyprotocol", "pymap", "pysasl")  # of the extra `demo`, as gm.demo.postoffice has them
NO_DEMO = (
    "the demonstration needs a post office, which gm does without: install the wheel with its extra, as in "
    f"'gm_gamemaster-{__version__}-py3-none-any.whl[demo]', or run `make demo` in a checkout"
)


@click.command()
@click.option("--clock-is-right", "trusted", is_flag=True, help="The machine's clock is right, whatever gm reckons.")
@click.option("--database-is-right", "right", is_flag=True, help="The database is right on the server where it is now.")
@click.option("--log", "form", type=click.Choice(["text", "json"]), help="How the log is written, whatever [log] says.")
@click.pass_context
def serve(context: click.Context, trusted: bool, right: bool, form: str | None) -> None:
    """Run the daemon: read the mailbox, keep the clock, send mail.

    \b
    gm --config /etc/gm/gm.toml serve
    gm serve --log json
    """
    give_back_large()
    config = load_with_passwords(context.obj)
    set_up(config, form)
    database = Path(config.gm.database)
    make_private(database.parent)
    try:
        with Lock(database) if config.database is None else nullcontext():
            store = open_store(config)
            if half_restored(store) is not None:
                store.close()
                raise Failed(HALF_RESTORED)
            if not store.engine.serve(partial(applied, store.engine)):
                store.close()
                raise AlreadyRunning(f"another gm works on {place_of(config)}")
            office_on(store, config).books.glance_at_all()
            read, meter, server = list[Config](), Meter(), HouseServer(store, trusted=right)
            clock: HouseClock | None = None

            def make() -> Daemon:
                nonlocal meter, clock
                if clock is None or store.engine.alone:  # else it would forget that it is in doubt
                    clock = HouseClock(store, trusted=trusted and not read)
                read.append(_read_again(context.obj, read[-1]) if read else config)
                set_up(read[-1], form)
                meter = meter_for(read[-1], meter)  # reading the configuration again loses no count
                return Daemon(read[-1], office_on(store, read[-1]), clock=clock, meter=meter, server=server)

            asyncio.run(run_daemon(make))
            store.close()
    except AlreadyRunning as error:
        raise Failed(str(error)) from None
    except Unavailable as error:  # no fault of ours: whoever started gm starts it again
        raise Failed(f"the database cannot be used: {error}") from None
    except Exception as error:
        if isinstance(error, click.ClickException):
            raise
        # Not by Python itself, which would print what somebody wrote as it came.
        logging.getLogger("gm").critical("gm has failed", exc_info=True)
        raise SystemExit(1) from None


def _read_again(path: Path | None, last: Config) -> Config:
    """The configuration, read again; the last one if it is wrong, because a typing error must not end the games."""
    try:
        return load_with_passwords(path)
    except Failed as error:
        told, *problems = (line.strip() for line in str(error).split("\n"))
        logging.getLogger("gm").error("%s; it stays as it was", " ".join(filter(None, (told, "; ".join(problems)))))
        return last


@click.command()
@click.argument("ruleset", type=RULESET, default=FIRST)
@click.option("--state", type=click.Path(file_okay=False, path_type=Path), default=Path("state"), show_default=True)
@click.option("--seed", default="demo", show_default=True, help="Another seed, another game.")
@click.option("--play", metavar="SEAT", type=DEMO_SEAT, help="Take a seat yourself, against simple players.")
@click.option("--keep-open", is_flag=True, help="Leave the post office up, to look in with a mail program.")
def demo(ruleset: str, state: Path, seed: str, play: str | None, keep_open: bool) -> None:
    """Play a whole game by mail in this terminal: post office, daemon and simple players.

    \b
    gm demo
    gm demo negotiation --seed autumn
    gm demo payola --play FRANCE
    """
    try:
        # A post office and players, of which the daemon knows nothing.
        from gm.demo.show import Wanted, names_of, run_demo
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] not in POST_OFFICE:
            raise
        raise Failed(NO_DEMO) from None
    seats = names_of(ruleset)
    if play is not None and play.upper() not in seats:
        raise Failed(no_such("seat", play, seats))
    wanted = Wanted(ruleset, seed, play=(play or "").upper(), keep_open=keep_open)
    raise SystemExit(asyncio.run(run_demo(state, wanted)))
