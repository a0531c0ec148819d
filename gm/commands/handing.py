"""The command that leads through handing the house over to another operator: gm hand-over."""

from __future__ import annotations

import click

from gm.commands.common import YES, Failed, ask, load, now, open_office
from gm.desk.arrival.handover import HandOver, ask_newcomer, end_hand_over, hand_over
from gm.desk.office import Office
from gm.desk.operating.who import Operator, operator_named, operators_of
from gm.desk.time.times import in_words
from gm.post.outbound.address import address_problem
from gm.rules.lines.words import count

TOLD = "From now on {name} looks after this game as its operator. Write to the GameMaster as before."
CHECKLIST = """\
What must change hands besides, none of which gm can see:
  - the machine: the newcomer's own login, then take yours away; who may read /etc/gm and the state folder
  - the passwords of the mailbox and of the way out: new ones, in /etc/gm, then systemctl restart gm
  - the account at the provider, the domain and its DNS (MX, SPF, DKIM key, DMARC)
  - the backups and where they lie; the secret key that opens encrypted ones; the database key, if it is sealed
  - aliases and forwarding of the former operator's address
Then: gm doctor. Until the passwords are changed, you can still read and write all mail of the house."""


@click.command("hand-over")
@click.argument("address")
@click.option("--name", default="", help="The newcomer's name (default: what stands before the @).")
@click.option("--again", is_flag=True, help="Ask the newcomer once more.")
@YES
@click.pass_context
def hand_over_to(context: click.Context, address: str, name: str, again: bool, yes: bool) -> None:
    """Hand the house over to the operator at ADDRESS, step by step: run it again after each step.

    \b
    gm hand-over ann@example.org --name Ann
    """
    address = address.strip().lower()
    if problem := address_problem(address):
        raise Failed(f"{address}: {problem}")
    there = operators_of(load(context.obj).gm.operator)
    with open_office(context) as office:
        found = hand_over(office.store, now())
        if office.sender.owns(address):
            raise Failed(f"{address} is gm's own address")
        if found is None or found.address != address or (again and found.confirmed is None):
            if not again and operator_named(there, address) is not None:
                raise Failed(f"{address} is an operator here already; --again asks all the same")
            _ask(office, address, name or address.partition("@")[0])
        elif found.confirmed is None:
            since = in_words(found.asked, "UTC")
            click.echo(f"1. {address} was asked {since} and has not confirmed yet; --again asks once more")
        elif (operator := operator_named(there, address)) is None:
            click.echo(_configure(found, there))
        else:
            ask(f"Tell the players of all games that {operator.name} is their operator now?", yes)
            _tell(office, operator)
            with office.store.transaction():
                end_hand_over(office.store)
            click.echo(CHECKLIST)


def _ask(office: Office, address: str, name: str) -> None:
    """The first step."""
    with office.store.transaction():
        ask_newcomer(office, address, name, now())
    click.echo(f"1. A mail asks {address} for a CONFIRM, within seven days. You get a mail when it is there.")
    click.echo("   Then run this again.")


def _configure(found: HandOver, there: tuple[Operator, ...]) -> str:
    """The second step, in words."""
    whole = f'"{found.name} <{found.address}>"'
    both = ", ".join([whole, *(f'"{one.name} <{one.address}>"' for one in there)])
    return (
        f"2. {found.address} has confirmed. Write into gm.toml, in [gm]:\n"
        f"     operator = {whole}\n"
        f"   or, to share the work:\n"
        f"     operator = [{both}]\n"
        "   Then: gm config, systemctl reload gm, and run this again."
    )


def _tell(office: Office, operator: Operator) -> None:
    """The third step: tell the players."""
    told = 0
    for name in office.store.games.alive():
        try:
            office.operate(name, ["announce", TOLD.format(name=operator.name)], now())
            told += 1
        except Exception as error:  # one game must not keep the others from being told
            click.echo(f"{name}: its players could not be told ({error})")
    click.echo(f"3. The players of {count(told, 'game')} are being told that {operator.name} is their operator now.")
