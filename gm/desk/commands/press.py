"""Messages between players, passed on by the GameMaster: the text itself and nothing else of the letter.

A game allows some of these kinds: private (to those named), public (to everybody), grey (without the sender's name),
fake (with a false sender or false readers at the top), yellow (to everybody, and never with a name). It may say more
about them: touch (private ones reach neighbours on the board alone), orders-first (only from those whose own orders of
the phase are in), postal (they are sealed until the phase is over), movement (only in phases of that kind). Others are
refused before anybody learns of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from lark import Token, Tree
from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.commands.declared import GUEST, PLAYER, SITTER, Command
from gm.desk.commands.presskinds import OPERATOR_SEAT, lacks_orders, out_of_touch, press_faults, silence
from gm.desk.commands.watchers import broadcast_of_a_guest, press_of_a_guest
from gm.desk.game.budget import fullness, with_more
from gm.desk.game.game import Role
from gm.desk.game.post import Post
from gm.desk.game.posting import send
from gm.desk.game.telling import OBSERVER_READER, OPERATOR_READER
from gm.desk.letter.conversation import NO_MATTER, Conversation
from gm.desk.letter.cutting import ENDS
from gm.desk.letter.reading import Request, plain, seats_of, tokens_of
from gm.desk.notices.phrases import phrase
from gm.rules import DISCLOSURE, NO_SEAT, Line, Problem, Seat, as_seat
from gm.rules.lines.words import first_word

SOMEBODY = "somebody"
ALL = ("ALL", "EVERYBODY", "EVERYONE")
GREYS = ("GREY", "GRAY")
OPERATOR_WORDS = ("OPERATOR", "GM", "M", "MASTER", "UMPIRE")
OPENERS = ("PRESS", "BROADCAST", *GREYS)


def _read(line: Line, tree: Tree[Token], seats: Mapping[str, Seat]) -> Request | Problem:
    """Read the head of a press: its readers, and the sender and readers to show instead of the true ones."""
    parts = {str(child.data): child for child in tree.children if isinstance(child, Tree)}
    greys = [token for token in tokens_of(tree) if plain(token) in GREYS]
    readers = [token for token in tokens_of(tree) if token not in greys]
    everybody = tree.data == "broadcast" or [plain(token) for token in readers] in [[word] for word in ALL]
    known = {**seats, **dict.fromkeys(OPERATOR_WORDS, OPERATOR_SEAT)}
    if not everybody and readers and plain(readers[0]) in ALL:
        why = phrase("fault.all-but")
        return Problem(line.number, readers[0].column or 1, "all-but", why)
    to = () if everybody else seats_of(line, readers, known)
    sender = seats_of(line, tokens_of(parts.get("from")), seats)
    shown = seats_of(line, tokens_of(parts.get("fake")), seats)
    if isinstance(to, Problem) and not to.hints and readers and to.column > (readers[0].column or 1):
        return replace(to, code="press-text", message=phrase("fault.press-text"))
    if isinstance(to, Problem) or isinstance(sender, Problem) or isinstance(shown, Problem):
        return next(found for found in (to, sender, shown) if isinstance(found, Problem))
    name = "broadcast" if everybody else "press"
    return Request(name, to, line=line.number, grey=bool(greys), sender=next(iter(sender), NO_SEAT), shown=shown)


def _on_press(talk: Conversation, request: Request) -> None:
    if request.words == (OPERATOR_SEAT,):
        _to_operator(talk, request)
    else:
        send_press(talk, tuple(map(as_seat, request.words)), request)


def _on_broadcast(talk: Conversation, request: Request) -> None:
    game = talk.turn.game
    others = tuple(seat for seat in game.seats if seat != talk.seat)
    send_press(talk, others, replace(request, grey=True) if "yellow" in game.press else request)


def _to_operator(talk: Conversation, request: Request) -> None:
    if not _spend(talk, request, (phrase("reason.the-operator"),), 1):
        return
    press = said.PressToOperator(talk.name, talk.seat, request.body)
    about = phrase("subject.to-operator", seat=talk.name)
    talk.posts.append(Post(OPERATOR_READER, about, ("presstooperator", press), together=about))
    talk.say_about(phrase("subject.message-sent"))
    talk.tell(said.PressSent((phrase("reason.the-operator"),), False, request.body, left_out=_left_out(talk, request)))


def _spend(talk: Conversation, request: Request, to: Sequence[str], readers: int) -> bool:
    """Take a message to so many readers from its sender's budget; if there is no room, say so and return False.

    The budget hangs on what the sender has written, and on nothing that others did.
    """
    turn, sent = talk.turn, talk.turn.game.seats[talk.seat].sent
    broadcast = request.name == "broadcast"
    full = fullness(turn.game.budget, sent, readers, turn.at) if talk.event.limited else None
    if full is None:
        turn.sit(talk.seat, sent=with_more(sent, readers, turn.at))
        return True
    _say_not_sent(talk)
    again = turn.words(full.again, talk.seat)
    talk.tell(
        said.PressNotSent(tuple(to), broadcast, request.body, full.most, full.in_day, again=again)
    )
    return False


def may_send(talk: Conversation, request: Request, to: Sequence[str], readers: int) -> bool:
    """Whether a message between players can go out now; if not, say why. It then takes nothing from the budget."""
    if not lacks_orders(talk):
        return _spend(talk, request, to, readers)
    _say_not_sent(talk)
    talk.tell(said.OrdersFirst(tuple(to), request.name == "broadcast", request.body))
    return False


def _say_not_sent(talk: Conversation) -> None:
    if talk.about in (NO_MATTER, phrase("subject.press-sent"), phrase("subject.message-sent")):
        talk.about = phrase("subject.press-not-sent")


def send_posts(talk: Conversation) -> None:
    """Mail the messages of a letter to their readers; say so if they wait for the results of the phase."""
    posts, talk.posts = talk.posts, []
    if send(talk.turn, posts):
        talk.tell(said.PressWaits(talk.turn.phase().title))


def send_press(talk: Conversation, seats: Sequence[Seat], request: Request) -> None:
    """Mail the text, and nothing else of the letter, to the others, and tell the sender what went to whom."""
    turn, broadcast = talk.turn, request.name == "broadcast"
    watchers = turn.game.watchers(Role.OBSERVER) if broadcast and not turn.card.alone else ()
    others = [seat for seat in seats if seat != talk.seat]
    if not may_send(talk, request, tuple(map(turn.name, seats)), len(others) + len(watchers)):
        return
    if turn.card.alone:
        _send_alone(talk, seats, request)
        return
    true = said.Press(talk.name, tuple(map(turn.name, seats)), broadcast, request.body)
    head = as_shown(talk, true, request)
    # A reply goes to the false sender shown; to a grey message, to its writer, who is not named.
    answers = request.sender or talk.seat
    about = phrase("subject.press", sender=head.sender or SOMEBODY)
    together = f"{head.sender} {'to all' if broadcast else 'to some'}" if head.sender else ""
    for seat in others:
        if seat == request.sender:  # whoever's name is used gets it too, with nobody to reply to
            talk.posts.append(Post(seat, about, ("publicpress", head), together=together))
        else:
            talk.posts.append(Post(seat, about, ("press", head), answers, together=together))
    if broadcast:
        talk.posts.append(Post(OBSERVER_READER, about, ("publicpress", head), together=together))
    turn.note(DISCLOSURE, true if head == true else said.FalsePress(true.sender, true.to, head))
    talk.say_about(phrase("subject.press-sent"))
    as_from = "" if head.sender == true.sender else head.sender or SOMEBODY
    as_to = () if broadcast or head.to == true.to else head.to
    talk.tell(
        said.PressSent(
            true.to, broadcast, request.body, as_from=as_from, as_to=as_to, left_out=_left_out(talk, request)
        )
    )


def _send_alone(talk: Conversation, seats: Sequence[Seat], request: Request) -> None:
    """Mail the text to each reader in a conversation of two, so that nobody learns who else got it."""
    turn, name = talk.turn, talk.turn.name
    for seat in seats:
        press = said.Press(name(talk.seat), (name(seat),), False, request.body)
        about = phrase("subject.with", other=name(talk.seat))
        talk.posts.append(Post(seat, about, ("press", press), talk.seat, talk.seat, together=about))
        turn.note(DISCLOSURE, press)
    talk.say_about(phrase("subject.press-sent"))
    talk.talks |= {*seats} if len(seats) == 1 else {NO_SEAT}
    talk.tell(said.PressSent(tuple(map(name, seats)), False, request.body, left_out=_left_out(talk, request)))


def _left_out(talk: Conversation, request: Request) -> int:
    """How many lines of a message were taken for quotations and left out."""
    return sum(request.line < number < request.until for number in talk.event.between)


def as_shown(talk: Conversation, true: said.Press, request: Request) -> said.Press:
    """The message as its readers see it. A broadcast lists all but the sender shown, to hide the true one."""
    turn = talk.turn
    sender = "" if request.grey else turn.name(request.sender or talk.seat)
    to = tuple(map(turn.name, request.shown)) if request.shown else true.to
    if true.broadcast:
        to = tuple(name for name in map(turn.name, turn.game.seats) if name != sender)
    return said.Press(sender, to, true.broadcast, true.lines)


def reply_to_press(talk: Conversation, is_order: Callable[[Line], bool], as_right: Callable[[Line], str]) -> None:
    """Send a reply to press to its writer as a whole; if a line of it would be an order, send nothing.

    as_right: an order as it would be done, "" for none.
    """
    turn, sender = talk.turn, talk.event.press_from
    lines = [line for line in talk.event.lines if line.text.strip()]
    orders = {line.text: as_right(line) for line in lines if is_order(line)}
    hidden = list(orders)
    opens = any(first_word(one) in OPENERS for one in hidden)
    texts = tuple(line.text for line in talk.event.lines)
    if (why := silence(talk.turn) or out_of_touch(talk, (sender,))):
        problem = {"line": lines[0].number, "column": 1, "text": lines[0].text, "message": why, "hints": []}
        talk.about = phrase("subject.unchanged")
        talk.tell(said.WrongLines((problem,), 0, False))
    elif not turn.game.over and (hidden or "private" not in turn.game.press):
        talk.about = phrase("subject.press-unclear")
        phase = turn.game.clock.phase if turn.game.clock else ""
        name = "" if talk.event.press_grey else turn.name(sender)
        talk.tell(
            said.PressUnclear(
                name, tuple(hidden), texts, phase=phase, private="private" in turn.game.press,
                as_press=() if opens and "private" not in turn.game.press else tuple(
                    f"- {text}" if _breaks_press(text, talk) else text for text in texts
                ),
                for_us=tuple(_for_us(texts, orders)), public=bool({"public", "yellow"} & {*turn.game.press}),
            )
        )  # fmt: skip
    elif talk.event.press_grey:
        answer_grey(talk, texts)
    else:
        send_press(talk, (sender,), Request("press", (sender,), texts, grey=talk.event.stay_grey))


def _breaks_press(text: str, talk: Conversation) -> bool:
    """Whether a line cannot stand in a message as it is: it would end it, or open another, or a sheet."""
    return first_word(text) in (*ENDS, "PRESS", "BROADCAST", "NOTE", *GREYS, *talk.turn.card.blocks)


def _for_us(texts: Sequence[str], orders: Mapping[str, str]) -> Iterator[str]:
    """The orders of a letter, as they would be done, and behind the head of a message all its text."""
    inside = False
    for text in texts:
        opens = text in orders and first_word(text) in OPENERS
        if inside and opens:
            yield "END"
        if inside or opens:
            yield text
        elif orders.get(text):
            yield orders[text]
        inside = (inside or opens) and first_word(text) not in ENDS
    if inside:
        yield "END"


def answer_grey(talk: Conversation, texts: Sequence[str]) -> None:
    """Mail a reply to the writer of a grey message, without telling its sender who that is."""
    turn, seat = talk.turn, talk.event.press_from
    writer = (phrase("reason.grey-writer"),)
    if not may_send(talk, Request("press", body=tuple(texts)), writer, 1):
        return
    press = said.Press(talk.name, (turn.name(seat),), False, tuple(texts), unnamed=True)
    about = phrase("subject.press", sender=talk.name)
    talk.posts.append(Post(seat, about, ("press", press), talk.seat))
    turn.note(DISCLOSURE, press)
    talk.say_about(phrase("subject.press-sent"))
    talk.tell(said.PressSent(writer, False, tuple(texts)))


PRESS = (
    Command(
        "press", ("PRESS grey? TO _words _shown?", "grey PRESS grey? TO _words _shown?"), shy=GREYS, body=True,
        meant=re.compile(r"\A\s*\S+\s+(PRESS|BROADCAST)\b", re.IGNORECASE), read=_read,
        certain=re.compile(r"\s*(?:PRESS TO\b|(?i:press to) [^:]{1,40}:)"),
        shape="PRESS TO and one or more players, the text on the lines below it, then END", faults=press_faults,
        who=PLAYER | SITTER | GUEST, player=_on_press, guest=press_of_a_guest, elsewhere={
            **dict.fromkeys(GREYS, "GREY PRESS TO and one or more players"),
            "FAKE": "BROADCAST FROM and a power, or PRESS TO some, FAKE TO others",
        },
    ),
    Command(
        "broadcast", ("BROADCAST grey? from?", "grey BROADCAST grey? from?"), topic="PRESS", body=True, read=_read,
        certain=re.compile(r"\s*(?:BROADCAST\b|(?i:broadcast):)"),
        shape="BROADCAST alone on its line, the text on the lines below it, then END",
        who=PLAYER | SITTER | GUEST, faults=press_faults, player=_on_broadcast, guest=broadcast_of_a_guest,
    ),
)  # fmt: skip
