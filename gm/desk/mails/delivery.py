"""From a turn's mails to ledger and outbox: addresses, threads and fixed Message-IDs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from sys import maxsize
from typing import Literal, NamedTuple, Protocol

from msgspec.structs import replace

from gm.desk.game.bots import is_bots
from gm.desk.game.dues import calendar_file
from gm.desk.game.failure import noted
from gm.desk.game.game import Game, short
from gm.desk.game.outgoing import ANSWERS, UNTOLD, Mail, MailKind, for_one_alone
from gm.desk.game.past import Told as Past
from gm.desk.game.telling import OPERATOR_READER
from gm.desk.mails.before import take_told
from gm.desk.mails.buckets import Bucket, Repeats, own_bucket, said_again
from gm.desk.mails.links import href, links
from gm.desk.mails.nameless import Nameless, answer_links, copy_token, nameless, ways
from gm.desk.mails.paintings import Drawn, Paintings, Pictures
from gm.desk.mails.shares import House, Shares
from gm.desk.mails.taps import tap_link
from gm.desk.mails.viewed import view_json
from gm.desk.mails.words import Written, drawn, images, pages, shows, texts, write_alone, write_html, write_mail
from gm.desk.notices import ConfirmAsked
from gm.desk.notices.phrases import phrase
from gm.desk.time.times import in_words
from gm.post.inbound.letter import Mail as Received
from gm.post.outbound.compose import HTML, TEXT, Attachment, Image, Outgoing, Sender, compose, encoded
from gm.rules import NOBODY, Person, Reader
from gm.rules.pictures import Shape
from gm.store.database import iso
from gm.store.engine import Unavailable
from gm.store.ledger import Token, Told
from gm.store.store import Store

WHOLE_GAME = "THE WHOLE GAME\n"  # the heading below which a summary says what is attached
NOTHING_DONE = frozenset({"nothing", "refused", "unused", "nottaken", "stranger"})  # say that a letter did nothing
MOST_WAITING = 10  # answers that wait, of which a mail has the subjects
LARGEST_REPORT = 5_000_000  # characters of the page: few mail servers take more than twice that


class Disclosed(NamedTuple):
    """The report of a finished game: as text and as a page. summary, plot: what the last mail tells and shows of it.

    press: what was said, as a page of its own, if it is too much for the first.
    """

    text: str
    page: str
    summary: str = ""
    plot: Shape | None = None
    press: str = ""


class Disclose(Protocol):
    """Makes the report of a game. so_far: of one that runs, without the phase that runs and without names."""

    def __call__(self, store: Store, game: str, /, *, so_far: bool = False) -> Disclosed:
        """Return the report of *game*."""


class Copy(NamedTuple):
    """A copy of a mail. digits: for its Message-ID; token: of its reply address; sitter: whose it is, if a sitter's."""

    recipient: str
    digits: str
    token: str
    sitter: Person = NOBODY


class Delivery:
    """Delivers the mails of one event. *answering*: the letter that they answer, if any.

    *bucket*: limits the answers that an address gets; without it, there is no limit. *proven*: the bucket of whoever is
    known to have written that letter; "" if anybody may have written it. *html*: whether mails have an HTML form if
    their reader has not chosen. *largest_report*: in characters; a larger one is not attached. *paintings*: the
    pictures that mails show. *house*: how much it may send; without it, messages leave at once. *url*: where the pages
    are on which orders are tapped; "" for nowhere.
    """

    def __init__(
        self,
        store: Store,
        sender: Sender,
        operators: Sequence[str],
        disclose: Disclose,
        now: datetime,
        answering: Received | None = None,
        bucket: Bucket | None = None,
        proven: str = "",
        html: bool = False,
        largest_report: int = LARGEST_REPORT,
        paintings: Paintings | None = None,
        house: House | None = None,
        url: str = "",
    ) -> None:
        self._url = url
        self._bucket, self._html, self._pictures = bucket, html, Pictures(paintings or Paintings())
        self._proven, self._shares = proven, Shares(store, house)
        self._largest_report = largest_report
        self._store, self._sender, self._operators, self._disclose = store, sender, operators, disclose
        self._now, self._answering = now, answering
        self._domain = sender.domain
        self._reports: dict[bool, Disclosed] = {}
        self._texts, self._pages, self._lines = texts(), pages(), cache(encoded)
        self._free = ""  # a bucket that has given an answer, so that none waits for it

    def paint(self, game: Game, mails: Sequence[Mail]) -> None:
        """Have the pictures of mails painted before anything of their event is written; tell the operator of failures.
        """
        for mail in mails:
            if shows(mail) and self.wants_html(game, mail) and self._address(game, mail):
                drawn(game, mail, self._pictures)
        self._pictures.paintings.wait()
        for failure in self._pictures.paintings.failures():
            self._tell_operator("failed", {"what": "picture", "game": game.name, "failure": failure})

    def deliver(self, game: Game, mail: Mail, n: int, at: datetime) -> None:
        """Enter a mail of journal entry *n* into its reader's ledger, and into the outbox if somebody reads it."""
        written = self.write(game, mail)
        digits = game.secret(mail.reader, "message", mail.number)
        before = take_told(self._store, game, mail.reader, written.subject, written.text)
        message_id = before.message_id if before is not None else self._message_id(digits)
        self._store.ledger.add(Told(
            game=game.name, reader=mail.reader, number=mail.number, n=n, at=at, kind=mail.kind, phase=mail.phase,
            subject=written.subject, body=written.text, notices=mail.notices, press_from=mail.press_from,
            message_id=message_id,
        ))  # fmt: skip
        for digest in before.tokens if before is not None else ():
            self._store.tokens.add_known(digest, self._place(game, mail))
        leaves = self._shares.leaves(game, mail, self._now)  # whether or not somebody reads it
        address = self._address(game, mail)
        if not address or mail.quiet:
            return
        private = _is_private(mail)
        addressed = self._with_address(game, mail)
        if addressed != mail:
            mail, written = addressed, self.write(game, addressed)
        brings = mail.kind in (MailKind.END, MailKind.SO_FAR)
        report = self._disclosure(game.name, mail.kind == MailKind.SO_FAR) if brings else Disclosed("", "")
        name = "so-far" if mail.kind == MailKind.SO_FAR else "report"
        reply = self._answering is not None and mail.kind in ANSWERS
        told = {name for name, _ in mail.notices}
        plainly = mail.about == phrase("subject.plainly") and not self._asks()
        did_nothing = plainly or not told.isdisjoint(NOTHING_DONE)
        if reply and did_nothing and self.is_once_more("refused" in told, game.name):
            return
        left = self._left(address) if reply else "yes"
        waiting = self._waiting(game, mail, address) if left != "no" else ""
        more = self._enough() if left == "last" else ""
        wants_html = self.wants_html(game, mail)
        pictures = drawn(game, mail, self._pictures, report.plot) if wants_html else {}
        dues = calendar_file(game, mail.reader, mail.dues, at=at, sender=self._sender) if mail.dues else []
        for copy in self._copies(game, mail, address, digits=digits, at=at, private=private):
            unnamed = self._keep_tokens(game, mail, copy)
            tap = tap_link(game, mail, copy.token, self._url)
            words = "" if wants_html or not tap[1] else phrase("link.text", to=tap[1])
            apart = ways(game, self._sender, unnamed)
            page, below = "", "\n".join(filter(None, (apart, more, "" if copy.sitter else waiting, words)))
            if wants_html:
                placed = answer_links(game, mail, self._sender, unnamed)
                placed |= {tap[0]: [(phrase("link.tap"), tap[1])]} if tap[1] else {}
                page = self._page(game, mail, written, copy, pictures, report=report.summary, more=below, placed=placed)
            self.queue(
                game.name, mail.reader, copy.recipient, subject=written.subject,
                text="\n".join(filter(None, (written.text, report.summary, below))), digits=copy.digits,
                reply=reply, token=copy.token, thread=self._thread(game, mail, copy.sitter), html=page,
                attachments=[
                    *_report_files(game.name, report, wants_html, name),
                    *_view_file(game, mail, written.subject), *dues,
                ],
                pictures=images(pictures, f"{game.name}-{mail.phase or 'END'}", self._lines), withheld=left == "no",
                bucket=self._proven, leaves=leaves, press=mail.kind == MailKind.PRESS,
                message_id="" if copy.sitter else message_id,
            )  # fmt: skip

    def is_once_more(self, may_order: bool, game: str = "") -> bool:
        """Whether the letter answered here, which does nothing, says what its writer had enough answers to today.

        Then a program may answer our answers, which the operator is told once. may_order: see said_again.
        """
        letter = self._answering
        if self._bucket is None or letter is None:
            return False
        said = said_again((line.text for line in letter.lines), may_order)
        left = Repeats(self._store).take(letter.sender, said, self._now)
        if left == "tell" and self._bucket.take(f"{OPERATOR_READER}/program", self._now) != "no":
            self._tell_operator("program", {"sender": letter.sender, "game": game})
        return left != "yes"

    def _asks(self) -> bool:
        """Whether the letter answered here has a question mark, as few have that programs write."""
        return self._answering is not None and any("?" in line.text for line in self._answering.lines)

    def _left(self, address: str) -> Literal["yes", "last", "no"]:
        """Take an answer to the letter from its writer's own bucket, or from that of *address* if anybody wrote it."""
        if self._bucket is None:
            return "yes"
        if self._proven:
            left = self._bucket.take_unclaimed(self._proven, self._now)
            self._free = self._proven if left != "no" else ""
            return left
        return self._bucket.take(address, self._now)

    def _waiting(self, game: Game, mail: Mail, address: str) -> str:
        """What a mail says of answers to its reader's letters that wait for room; "" if none do."""
        if self._bucket is None or mail.reader == OPERATOR_READER:
            return ""
        key = own_bucket(game.name, mail.reader)
        if key == self._free:
            return ""
        waiting = [one for one in self._store.outbox.withheld(key, MOST_WAITING) if one.recipient == address]
        if not waiting:
            return ""
        told = [self._store.ledger.with_id(one.message_id) for one in waiting]
        count = self._store.outbox.count_withheld(key)
        by = self._bucket.room_at(key, count, self._now).replace(second=0) + timedelta(minutes=1)
        facts = {
            "subjects": [one.subject for one in told if one is not None],
            "n": count,
            "by": in_words(by, game.zone(mail.reader)),
        }
        return write_alone("waiting_answers", facts).text

    def _page(
        self, game: Game, mail: Mail, written: Written, copy: Copy, pictures: dict[int, Drawn], report: str, more: str,
        placed: dict[int, list[tuple[str, str]]],
    ) -> str:
        """The HTML form of a copy of a mail, with links that answer that copy unless its reader wants none.

        placed: other links, by the number of the notice below which they stand.
        """
        sitter, plain = bool(copy.sitter), self._texts.plain
        wanted = mail.seat is None or game.seats[mail.seat].links
        found = links(game, mail, written.subject, written.text, sitter=sitter, plain=plain) if wanted else []
        for link in found:
            placed.setdefault(link.at, []).append(href(link, self._sender, copy.token))
        return write_html(
            game, mail, written.subject, report=report, more=more, pictures=pictures, shown=placed, wording=self._pages
        )

    def queue_report(self, game: str, address: str, mail: Written, digits: str) -> None:
        """Put a mail with the report of a finished game into the outbox, for somebody who is no reader of it."""
        report = self._disclosure(game)
        text = "\n".join(part for part in (mail.text, report.summary) if part)
        attached = _report_files(game, report, page_alone=True)
        self.queue("", address, address, subject=mail.subject, text=text, digits=digits, attachments=attached)

    def _with_address(self, game: Game, mail: Mail) -> Mail:
        """*mail* as its reader gets it: with the address that a question is about, which the ledger does not keep."""
        return replace(mail, notices=tuple((kind, self._addressed(game, body)) for kind, body in mail.notices))

    def _addressed(self, game: Game, body: object) -> object:
        person = self._store.people.find(game.name, body.person) if isinstance(body, ConfirmAsked) else None
        if not isinstance(body, ConfirmAsked) or person is None:
            return body
        return replace(body, person=NOBODY, address=person.address)

    def _copies(self, game: Game, mail: Mail, address: str, digits: str, at: datetime, private: bool) -> Iterator[Copy]:
        """The reader's own copy of a mail and, while somebody sits for them, the sitter's, unless it is private."""
        if mail.reader == OPERATOR_READER:
            yield from (Copy(one, own, mail.token if one == address else "") for one, own in self._to_operators(digits))
            return
        yield Copy(address, digits, mail.token)
        sitter = game.seats[mail.seat].sitter if mail.seat is not None else None
        person = self._store.people.find(game.name, sitter.person) if sitter is not None and sitter.covers(at) else None
        if sitter is not None and person is not None and not private:
            token = copy_token(game, mail, mail.number) if mail.token else ""
            yield Copy(person.address, game.secret(mail.reader, "copy", mail.number), token, sitter.person)

    def _keep_tokens(self, game: Game, mail: Mail, copy: Copy) -> list[Nameless]:
        """Note what a reply with a token of a copy replies to; return its messages that have tokens of their own."""
        place, unnamed = self._place(game, mail, copy.sitter), nameless(game, mail, bool(copy.sitter))
        if copy.token:
            self._store.tokens.add(copy.token, place)
        for one in unnamed:
            self._store.tokens.add(one.token, replace(place, number=one.number))
        return unnamed

    def _place(self, game: Game, mail: Mail, sitter: Person = NOBODY) -> Token:
        """What a reply to a mail replies to."""
        deadlines = game.seats[mail.seat].deadlines if mail.seat is not None else 0
        return Token(game.name, mail.reader, mail.number, at=self._now, deadlines=deadlines, copy=sitter)

    def write(self, game: Game, mail: Mail) -> Written:
        """The subject and text of a mail."""
        return write_mail(game, mail, self._texts)

    def wants_html(self, game: Game, mail: Mail) -> bool:
        """Whether the mail has an HTML form: as its reader has chosen, else by the default."""
        wanted = game.seats[mail.seat].format if mail.seat is not None else ""
        return wanted == "html" or (self._html and not wanted)

    def _enough(self) -> str:
        """What the last answer adds for somebody who has reached their limit."""
        assert self._bucket is not None
        again = in_words(self._bucket.again(self._now), "UTC")
        facts = {"per_hour": self._bucket.per_hour, "again": again, "kept": bool(self._proven)}
        return write_alone("enough", facts).text

    def queue(
        self,
        game: str,
        reader: str,
        recipient: str,
        subject: str,
        text: str,
        digits: str,
        *,
        reply: bool = False,
        token: str = "",
        thread: Sequence[str] = (),
        html: str = "",
        attachments: Sequence[Attachment] = (),
        pictures: tuple[Image, ...] = (),
        withheld: bool = False,
        bucket: str = "",
        leaves: datetime | None = None,
        press: bool = False,
        message_id: str = "",
    ) -> None:
        """Put one mail into the outbox. *digits*: hexadecimal digits for its MIME boundary, and for its Message-ID.

        message_id: that of a mail which was told before, if it keeps it.
        pictures: those that the HTML form shows. withheld: keep it there without sending it, since its reader has had
        all the answers they get, until there is room in *bucket*; for good if that is "". leaves, press: as in
        gm.store.outbox.
        """
        answering = self._answering if reply else None
        message_id = message_id or self._message_id(digits)
        raw = compose(
            self._sender,
            Outgoing(
                recipient, subject, text, message_id=message_id, date=self._now, token=token,
                answer=answering is not None, in_reply_to=answering.message_id if answering else "", thread=thread,
                html=html, attachments=tuple(attachments), boundary=f"=_{digits[:40]}", images=pictures,
            ),
        )  # fmt: skip
        self._store.outbox.add(
            game, reader, recipient, message_id=message_id, raw=raw, queued=self._now, withheld=withheld,
            bucket=bucket, leaves=leaves, press=press,
        )  # fmt: skip

    def _message_id(self, digits: str) -> str:
        return f"{short(digits, 32)}@{self._domain}"

    def _disclosure(self, game: str, so_far: bool = False) -> Disclosed:
        """The report of a game, made once for all readers; if it is huge, a note instead of its forms.

        If it cannot be made, the game ends all the same: the note says that it comes later, and the operator is told.
        """
        if so_far not in self._reports:
            try:
                made = self._disclose(self._store, game, so_far=True) if so_far else self._disclose(self._store, game)
                report = Disclosed(*made)
            except Unavailable:  # that is not the report's fault
                raise
            except Exception as error:  # whatever is wrong with the report must not undo what ended the game
                report = Disclosed("", "", write_alone("reportlater", {"game": game}).text)
                failure = noted(error, f"the report of {game} could not be made")
                self._tell_operator("failed", {"what": "report", "game": game, "failure": failure})
            if len(report.page) + len(report.press) > self._largest_report:
                note = write_alone("reporttoolarge", {"game": game}).text
                report = Disclosed("", "", f"{report.summary.partition(WHOLE_GAME)[0]}{note}", report.plot)
            self._reports[so_far] = report
        return self._reports[so_far]

    def _tell_operator(self, kind: str, facts: Mapping[str, object]) -> None:
        """Mail the operator, if there is one, an alarm about what keeps no event from happening."""
        alarm = write_alone(kind, facts)
        once = "\0".join((alarm.subject, alarm.text, iso(self._now)))
        self.queue_to_operators(alarm, hashlib.sha256(once.encode()).hexdigest())

    def queue_to_operators(self, mail: Written, digits: str) -> None:
        """Put a mail that belongs to no game into the outbox, for each operator."""
        for address, own in self._to_operators(digits):
            self.queue("", OPERATOR_READER, address, subject=f"[gm] {mail.subject}", text=mail.text, digits=own)

    def _to_operators(self, digits: str) -> Iterator[tuple[str, str]]:
        """The address of each operator, and the digits of the Message-ID of their copy."""
        for number, address in enumerate(self._operators):
            yield address, hashlib.sha256(f"{digits}\0{address}".encode()).hexdigest() if number else digits

    def _address(self, game: Game, mail: Mail) -> str:
        answering = self._answering
        if mail.reader == OPERATOR_READER:
            return next(iter(self._operators), "")
        if mail.seat is not None:
            player = self._store.players.find(game.name, mail.seat)
            gone = player is None or (is_bots(player.address) and answering and answering.sender != player.address)
            if gone and mail.kind in ANSWERS and answering is not None:
                return answering.sender  # the last answer to a player who has just left
            return player.address if player is not None else ""
        person = self._store.people.find(game.name, Person(mail.reader))
        if person is not None:
            return person.address
        return answering.sender if answering is not None else ""

    def _thread(self, game: Game, mail: Mail, sitter: Person) -> list[str]:
        """The Message-IDs that a thread starts from: a conversation is one, and the rest of a game is another.

        A sitter is not told the Message-ID of any mail of the player's.
        """
        if mail.talk:
            return [self._message_id(game.secret(mail.reader, f"talk with {mail.talk}", 0))]
        if sitter:
            return [self._message_id(game.secret(mail.reader, f"copies for {sitter}", 0))]
        return [self._message_id(game.secret(mail.reader, "message", 0))] if mail.number else []


def _is_private(mail: Mail) -> bool:
    asks = any(isinstance(body, ConfirmAsked) and body.person for _, body in mail.notices)
    return asks or for_one_alone(mail.kind, mail.notices)


def _report_files(game: str, report: Disclosed, page_alone: bool, name: str = "report") -> list[Attachment]:
    """The report as a page, which can be verified, and as text for who wants text only."""
    pages = {f"{game}-{name}.html": report.page, f"{game}-press.html": report.press}
    page = [Attachment(name, HTML, text) for name, text in pages.items() if text]
    text = [Attachment(f"{game}-{name}.txt", TEXT, report.text)] if report.text and not page_alone else []
    return [*page, *text]


def _view_file(game: Game, mail: Mail, subject: str) -> list[Attachment]:
    """The mail's content as a JSON attachment, if its reader has asked for that; else []."""
    if mail.seat is None or not game.seats[mail.seat].attach:
        return []
    return [Attachment(f"{game.name}-{mail.phase or 'END'}.json", "application/json", view_json(game, mail, subject))]


def past_mails(
    store: Store, name: str, game: Game | None, reader: Reader, before: int = maxsize
) -> list[Past]:
    """What a reader was sent so far.

    Not answers to HISTORY, nor what was for the player alone (letters that waited for their CONFIRM, their diary): a
    sitter may ask, and whoever takes the seat later. before: only mails of entries before that one. game: as it stood
    then; times are in the zone they had in it.
    """
    zone = game.zone(reader) if game is not None else "UTC"
    told = store.ledger.past(name, reader, before, UNTOLD)
    shown = [one for one in told if not for_one_alone(one.kind, one.notices)]
    return [(phases_of(one), to_the_minute(one.at, zone), one.subject, one.body, _pictures_in(one)) for one in shown]


def _pictures_in(told: Told) -> tuple[object, ...]:
    """The pictures that a mail showed, as plain values."""
    return tuple(body["picture"] for _, body in told.notices if isinstance(body, dict) and body.get("picture"))


def to_the_minute(at: datetime, zone: str) -> str:
    """A time in words, to the minute: seconds could reveal when somebody else's letter came."""
    return in_words(at.replace(second=0), zone)


def phases_of(told: Told) -> str:
    """The codes of the phases that a mail is about: the one then due, and the one whose result it tells."""
    judged = [body["phase"] for kind, body in told.notices if kind == "seals"]
    return " ".join(dict.fromkeys([told.phase, *judged]))
