"""The words of a mail: its notices through their templates, with the parts always in the same order.

A template is given the notices of one reader and nothing else; it cannot reach any state. A picture in a notice's
field `picture` is drawn from the notice and the options of the game alone.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, TemplateNotFound, pass_context
from jinja2.runtime import Context

from gm.desk.commands.table import COMMANDS
from gm.desk.game.game import Game, seat_names
from gm.desk.game.outgoing import ANSWERS, Mail, MailKind
from gm.desk.mails import layout
from gm.desk.mails.layout import FILTERS, MARKED, Paragraphs, link_lines, picture, visible
from gm.desk.mails.links import TOP
from gm.desk.mails.page import blocks_of, write_page
from gm.desk.mails.paintings import Drawn, Pictures
from gm.desk.mails.wording import T, Wording
from gm.desk.notices.phrases import phrase
from gm.desk.time.times import in_words
from gm.post.outbound.compose import Image, encoded
from gm.registry import RULESETS, ruleset, templates
from gm.rules.lines.words import are, count, of_phase, plural
from gm.rules.pictures import Shape

# The pages of HELP in the order of its list; pages of commands that are not here come last.
FIRST_TOPICS = (
    "STATUS", "SHOW", "SETTINGS", "HISTORY", "WAIT", "PRESS", "VOTE", "RESIGN", "TAKEOVER", "SEALS", "DEADLINES",
    "LETTERS",
    "PING", "CONFIRM", "DENY", "ZONE", "LIST", "JOIN", "OBSERVE", "LEAVE", "ADDRESS", "FORMAT", "SITTER", "DIARY",
    "STATEMENT", "ABSENT", "EXTEND", "REMINDERS", "CALENDAR", "DIGEST",
)  # fmt: skip
DESK_TOPICS = tuple(dict.fromkeys((*FIRST_TOPICS, *(c.page for c in COMMANDS.values() if c.page))))
CHOSEN = ("SETTINGS",)  # pages that show the game's settings
# Words whose help is on the page of another; where nobody votes, the page of PROPOSE covers votes.
PAGES = {word: command.page for command in COMMANDS.values() for word in command.topics}
PAGES |= {"SET": "FORMAT", "END": "PRESS", "VOTE": "PROPOSE", "GAME": "LETTERS", "CREATE": "JOIN"}
BRIEF = 3  # paragraphs of a page of help that an answer in short has

# Who reads the desk's own notices: a folder of templates for each. What several read is in the first one's folder.
PLOT = -2  # stands for the plot of a report among the numbers of notices
OF_DICTS = frozenset(dir(dict))
READERS = ("player", "guest", "operator", "stranger")


def shows(mail: Mail) -> bool:
    """Whether a notice of a mail has a picture."""
    return any(getattr(body, "picture", None) is not None for _, body in mail.notices)


def drawn(game: Game, mail: Mail, pictures: Pictures, plot: Shape | None = None) -> dict[int, Drawn]:
    """The pictures of a mail, by the index of the notice that has each; *plot*, of a report, as PLOT."""
    brought = {n: getattr(body, "picture", None) for n, (_, body) in enumerate(mail.notices)}
    whole = partial(ruleset(game.ruleset).drawn.completed, game.options)
    found = {n: pictures.find(picture, whole) for n, picture in brought.items() if picture is not None}
    found |= {PLOT: pictures.paintings.paint(plot)} if plot is not None else {}
    return {n: one for n, one in found.items() if one is not None}


def images(pictures: dict[int, Drawn], name: str, lines: Callable[[bytes], str] = encoded) -> tuple[Image, ...]:
    """The files of the pictures, each once: `name.png`, `name-2.png` and so on. lines: writes one as mails have it."""
    each = {one.cid: one for one in pictures.values()}
    return tuple(
        Image(f"{name}-{n}.png" if n > 1 else f"{name}.png", one.cid, one.png, one.file, lines(one.png))
        for n, one in enumerate(each.values(), 1)
    )


class Written(msgspec.Struct, frozen=True):
    """A mail in words: subject and text. The ledger keeps exactly these."""

    subject: str
    text: str


class _Templates(Environment):
    """The templates. What they are given are nearly always dicts, in which Jinja would look for an attribute first."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """What a template writes as obj.attribute."""
        if type(obj) is dict and attribute in obj and attribute not in OF_DICTS:
            return obj[attribute]
        return super().getattr(obj, attribute)


def environment(marked: bool = False) -> Environment:
    """The templates; an unknown name in one is an error. *marked*: they write marked lines, for the HTML form."""
    return _environment(templates(), marked)


@cache
def _environment(folders: tuple[Path, ...], marked: bool) -> Environment:
    made = _Templates(
        loader=FileSystemLoader(folders),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        autoescape=False,
        auto_reload=False,
        finalize=layout.shown if marked else None,
        extensions=[Paragraphs],
    )
    made.filters.update(MARKED if marked else FILTERS)
    made.globals |= {"when": _when, "plural": plural, "count": count, "are": are, "of_phase": of_phase}
    return made


def texts() -> Wording[str]:
    """The words of an event's notices as text."""
    return Wording(environment(), tidy)


def pages() -> Wording[list[str]]:
    """The words of an event's notices as blocks of a page."""
    return Wording(environment(marked=True), blocks_of)


def write_mail(game: Game, mail: Mail, wording: Wording[str] | None = None) -> Written:
    """Put *mail* of *game* into words. *wording*: that of its event, whose other mails may say the same."""
    where = mail.phase or "END"
    subject = f"{_head(game, mail)} {where}: {mail.about}"
    if mail.kind in ANSWERS:
        subject = f"Re: {subject}"
    parts = _told(game, mail, wording or texts())
    return Written(subject, "\n\n".join(part for part in parts if part) + "\n")


def _head(game: Game, mail: Mail) -> str:
    """What a mail has in brackets at the beginning of its subject; so has a letter of its reader's."""
    return f"[{game.name}] [{mail.seat}]" if game.test and mail.seat else f"[{game.name}]"  # the tester has all seats


def write_alone(kind: str, facts: Mapping[str, object]) -> Written:
    """Write a mail outside any ledger. Its template begins with the subject; for an answer, the subject is ""."""
    text = tidy(_template(environment(), kind).render(**facts)) + "\n"
    head, _, rest = text.partition("\n\n")
    subject = head.removeprefix("Subject: ")
    return Written("", text) if subject == head else Written(subject, rest)


def write_html(
    game: Game,
    mail: Mail,
    subject: str,
    report: str = "",
    more: str = "",
    pictures: Mapping[int, Drawn] = MappingProxyType({}),
    shown: Mapping[int, Sequence[tuple[str, str]]] = MappingProxyType({}),
    wording: Wording[list[str]] | None = None,
) -> str:
    """*mail* as an HTML page that says the same as its text, from the same templates, and shows its *pictures*.

    shown: the links below each notice, by its number, or TOP; each is a label and an address.
    wording: as for write_mail.
    report, more: what follows in the text form: what is told of the report, below its plot, and what the desk adds to a
    last answer.
    """
    wording = wording or pages()
    cut = partial(_template(wording.made, "pageends").render, player=mail.seat is not None, code=mail.phase)
    plot = pictures.get(PLOT)
    above = _shown(plot) if plot is not None else ""
    blocks = [block for part in _told(game, mail, wording, pictures, shown) for block in part]
    return write_page(subject, blocks, report, more, cut, above)


def write_told(ruleset_name: str, game: str, zone: str, told: Sequence[tuple[str, Any]]) -> list[str]:
    """What notices (kind, plain values) tell somebody who has no seat in a game, as blocks of a page."""
    wording = pages()
    about = {
        "reader": "", "zone": zone, "game": game, "head": f"[{game}]", "ends": None,
        "mail": {"kind": MailKind.ANSWER}, "more": False,
    }  # fmt: skip
    templated = ((_template(wording.made, kind, ruleset_name), body) for kind, body in told)
    return [block for template, body in templated for block in wording.words(template, body, about)]


def write_help(ruleset_name: str, topic: str) -> list[str]:
    """A page of help as blocks of a page; "": the list of topics."""
    return blocks_of(help_page(ruleset_name, topic, environment(marked=True)))


def _told(
    game: Game,
    mail: Mail,
    wording: Wording[T],
    pictures: Mapping[int, Drawn] = MappingProxyType({}),
    shown: Mapping[int, Sequence[tuple[str, str]]] = MappingProxyType({}),
) -> list[T]:
    """The parts of a mail in the form of *wording*, each picture above the words of its notice, and links below."""
    made, lay = wording.made, wording.lay
    told = [(kind, wording.plain(body)) for kind, body in mail.notices]
    name = seat_names(game)[mail.seat] if mail.seat is not None else ""
    live = next((body for kind, body in told if kind == "live"), None)
    about = {
        "reader": name, "zone": game.zone(mail.reader), "game": game.name, "head": _head(game, mail),
        "ends": (live or {}).get("until"),
    }  # fmt: skip
    parts = []
    owes = next((body for kind, body in told if kind == "owes"), None)
    if owes is not None and mail.kind == MailKind.NOTICE:
        parts.append(lay(_template(made, "lead", game.ruleset).render(about | {"owes": owes, "about": mail.about})))
    parts.append(lay(link_lines(shown.get(TOP, ()))))
    over = next((body for kind, body in mail.notices if kind == "over"), None)
    if over is not None:
        parts.append(wording.words(_template(made, "outcome", game.ruleset), over, about))
    for n, (kind, body) in enumerate(mail.notices):
        if n in pictures:
            parts.append(lay(_shown(pictures[n])))
        if kind == "help":
            page = wording.plain(body)
            whole = help_page(game.ruleset, page["topic"], made, page["settings"])
            parts.append(lay(_beginning(whole, page["topic"]) if page["brief"] else whole))
        else:
            more = n + 1 < len(told) and told[n + 1][0] == kind
            facts = about | {"mail": {"kind": mail.kind}, "more": more}
            parts.append(wording.words(_template(made, kind, game.ruleset), body, facts))
        parts.append(lay(link_lines(shown.get(n, ()))))
    return parts


def _beginning(page: str, topic: str) -> str:
    """The beginning of a page of help, and where the rest of it is."""
    return "\n\n".join([*page.split("\n\n")[:BRIEF], phrase("help.whole", command=f"HELP {topic}".strip())])


def _shown(one: Drawn) -> str:
    """The marked line that shows a picture."""
    return picture(one.cid, one.width, one.words)


def tidy(text: str) -> str:
    """*text* without spaces at line ends, repeated blank lines, or invisible characters from quoted text."""
    lines: list[str] = []
    for line in text.split("\n"):
        line = visible(line).rstrip()
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines).strip("\n")


@pass_context
def _when(context: Context, at: str, before_end: bool = False, since: bool = False) -> str:
    """A time to come from a notice, to the minute, in words and in the reader's zone.

    *before_end*: no later than the end of a live game. *since*: something begins then, so it is rounded up.
    """
    times = [at, context["ends"]] if before_end and context["ends"] else [at]
    then = min(map(datetime.fromisoformat, times))
    rounded = then.replace(second=0, microsecond=0)
    if since and rounded < then:
        rounded += timedelta(minutes=1)
    return in_words(rounded, context["zone"])


@cache
def _template(made: Environment, kind: str, ruleset_name: str = "") -> Template:
    """The template for a kind of notice: the ruleset's own, else the desk's, whoever reads it."""
    own = [f"{ruleset_name}/{kind}.txt.j2"] if ruleset_name else []
    return made.select_template([*own, *(f"desk/{reader}/{kind}.txt.j2" for reader in READERS)])


def help_page(
    ruleset_name: str, topic: str, made: Environment | None = None, settings: Mapping[str, Any] | None = None
) -> str:
    """The help on *topic*; without a topic, or for an unknown one, the list of topics with the nearest.

    *made*: the templates that write it, by default those for text. *settings*: those of the game, which pages about
    what a game can choose show below; None outside any game.
    """
    made = made or environment()
    topics = help_topics(ruleset_name)
    known = topics if "PROPOSE" in topics else (*topics, "VOTE")
    word = re.sub(r"\W+\Z|\A\W+", "", topic.upper().split(" ")[0])
    for _ in range(2):  # DRAW is on the page of VOTE, which is on that of PROPOSE where players propose
        word = word if word in known else PAGES.get(word, word)
    word = f"{word}S" if word not in known and f"{word}S" in known else word
    names = [f"{ruleset_name or 'desk'}/help/{word.lower()}.txt.j2", f"desk/help/{word.lower()}.txt.j2"]
    whole = not ruleset_name or ruleset(ruleset_name).card.letter == "whole"
    if word in known:
        try:
            page = made.select_template(names).render(whole=whole, **_seats_named(ruleset_name))
            return f"{page}\n\n{_settings(made, settings)}" if settings and word in CHOSEN else page
        except TemplateNotFound:
            pass
    near = difflib.get_close_matches(word, topics, n=3, cutoff=0.6) if word else []
    index = [f"{ruleset_name or 'desk'}/help/index.txt.j2", "desk/help/index.txt.j2"]
    return made.select_template(index).render(unknown=word, near=near, topics=topics, whole=whole)


def help_in_short(topic: str) -> str:
    """The beginning of a page of help for a mail about no game that asks about it in a plain sentence."""
    return _beginning(help_anywhere(topic), topic)


def help_anywhere(topic: str) -> str:
    """The help on *topic* for a mail about no game; on a page of a game, by default its rules, if a ruleset is named.

    RULES alone lists the rulesets.
    """
    words = topic.lower().split()
    named = next((word for word in words if word in RULESETS), "")
    if named:
        return help_page(named, " ".join(word for word in words if word != named) or "RULES")
    if words == ["rules"]:
        return environment().get_template("desk/help/rules.txt.j2").render(rulesets=tuple(RULESETS))
    return help_page("", topic)


def _settings(made: Environment, settings: Mapping[str, Any]) -> str:
    return _template(made, "gamesettings").render(n=settings)


@cache
def _seats_named(ruleset_name: str) -> dict[str, Any]:
    """Whom the examples of a page of HELP name: the reader's own seat, and the others by what all call them."""
    if not ruleset_name:
        return {"own": "FRANCE", "others": ("GERMANY", "ITALY")}
    found = ruleset(ruleset_name)
    names = [name.upper() for name in found.named.names(found.card.options()).values()]
    own = len(names) // 3
    return {"own": names[own], "others": (*names[own + 1 :], *names[:own])}


def help_topics(ruleset_name: str) -> tuple[str, ...]:
    """Every topic that HELP knows in a game of this ruleset; for "", those of all games."""
    if not ruleset_name:
        return DESK_TOPICS
    card = ruleset(ruleset_name).card
    lacks = {"VOTE": not card.votes, "PROPOSALS": not card.votes or "PROPOSE" in card.words}
    return tuple(dict.fromkeys((*card.topics, *(topic for topic in DESK_TOPICS if not lacks.get(topic)))))
