"""Leaks planted where nobody looks for them: in what carries a mail, in files and pages, in what few ever read."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace
from planting import Leaks, Patch, around, around_command

from gm.commands import journal
from gm.desk import notices as said
from gm.desk.arrival.reception import Reception
from gm.desk.books import commit
from gm.desk.clock import striking, timing
from gm.desk.commands import errands, joining
from gm.desk.commands.letters import LetterHandler
from gm.desk.entries import events
from gm.desk.game import agreed, chain, dues, seating
from gm.desk.game.game import Role
from gm.desk.game.outgoing import MailKind
from gm.desk.game.turn import Turn
from gm.desk.mails import answers, delivery
from gm.desk.mails.delivery import Delivery
from gm.desk.mails.wording import Wording
from gm.desk.office import Office
from gm.desk.operating import operator
from gm.desk.people import places
from gm.post.outbound.compose import Sender
from gm.registry import ruleset
from gm.report import disclosure, html
from gm.rules import DISCLOSURE, EVERYBODY, OBSERVERS
from gm.rules.negotiation import ending
from gm.rules.payola.game import Payola
from gm.store.inbox import Inbox
from gm.store.outbox import Outbox

leak = LEAKS = Leaks("payola")
# Whoever plants a leak may count what the journal holds: its number grows with all that is done in secret.
Count = list[int]


def counting(patch: Patch) -> Count:
    """How many entries the journal of the game has, of which a mail is made now."""
    count = [0]

    def deliver(true: Any, self: Delivery, game: Any, mail: Any, n: int, at: Any) -> None:
        count[0] = n
        true(self, game, mail, n, at)

    around(patch, Delivery, "deliver", deliver)
    return count


@leak
def the_words_of_a_notice_are_those_for_whoever_was_told_first(patch: Patch) -> None:
    first: dict[tuple[int, str], object] = {}
    count = counting(patch)

    def deliver(true: Any, self: Delivery, game: Any, mail: Any, n: int, at: Any) -> None:
        for kind, notice in mail.notices:
            first.setdefault((n, kind), notice)
        true(self, game, mail, n, at)

    def words(true: Any, self: Wording[Any], template: Any, notice: object, facts: Any) -> Any:
        kind = template.name.rpartition("/")[2].partition(".")[0]
        return true(self, template, first.get((count[0], kind), notice), facts)

    around(patch, Delivery, "deliver", deliver)
    around(patch, Wording, "words", words)


# -- what carries a mail -------------------------------------------------------------------------------------------


@leak
def message_ids_are_made_from_the_number_of_the_entry(patch: Patch) -> None:
    count = counting(patch)

    def queue(true: Any, self: Delivery, *args: Any, **named: Any) -> None:
        named["digits"] = hashlib.sha256(f"{named['digits']} {count[0]}".encode()).hexdigest()
        true(self, *args, **named)

    around(patch, Delivery, "queue", queue)


@leak.of("hex-negotiation")
def a_mail_replies_to_the_last_letter_whoever_wrote_it(patch: Patch) -> None:
    last = [""]

    def enter(true: Any, self: Office, *args: Any, **named: Any) -> Any:
        last[0] = named["answering"].message_id if named.get("answering") else last[0]
        return true(self, *args, **named)

    around(patch, Office, "enter", enter)
    around(patch, delivery, "compose", lambda true, us, mail: true(us, replace(mail, in_reply_to=last[0])))


@leak.of("so-long-sucker")
def the_return_path_has_the_number_of_the_entry(patch: Patch) -> None:
    count = counting(patch)
    around(patch, Sender, "return_path", lambda true, self, name: true(self, f"{count[0]:x}{name}"))


@leak.of("hex-negotiation")
def a_mail_is_queued_later_the_more_letters_came(patch: Patch) -> None:
    letters = [0]

    def came(true: Any, self: Inbox, *args: Any, **named: Any) -> int:
        letters[0] = int(true(self, *args, **named))
        return letters[0]

    def queued(true: Any, self: Outbox, *args: Any, **named: Any) -> None:
        true(self, *args, **{**named, "queued": named["queued"] + timedelta(seconds=letters[0])})

    around(patch, Inbox, "add", came)
    around(patch, Outbox, "add", queued)


@leak.of("air-war")
def the_subject_counts_letters_that_are_held(patch: Patch) -> None:
    def change(true: Any, game: Any, mail: Any, *more: Any) -> Any:
        written = true(game, mail, *more)
        return replace(written, subject=f"{written.subject} ({game.holds})")

    around(patch, delivery, "write_mail", change)


@leak.of("so-long-sucker")
def an_address_has_one_limit_with_all_others(patch: Patch) -> None:
    few = 12  # so that an hour of the search empties it
    around(patch, answers.Bucket, "take", lambda true, self, _, now: true(type(self)(self._store, few), "all", now))


@leak.of("ground-war")
def files_are_named_after_the_entry(patch: Patch) -> None:
    count = counting(patch)
    around(patch, delivery, "Attachment", lambda true, name, *rest: true(f"{count[0]}-{name}", *rest))


@leak
def a_page_says_in_a_comment_which_entry_it_tells(patch: Patch) -> None:
    count = counting(patch)
    around(patch, delivery, "write_html", lambda true, *args, **named: f"{true(*args, **named)}<!-- {count[0]} -->")


@leak.of("air-war")
def a_picture_names_the_entry_in_its_description(patch: Patch) -> None:
    count = counting(patch)

    def change(true: Any, *args: Any) -> Any:
        return {n: replace(one, png=one.png + b"%d" % count[0]) for n, one in true(*args).items()}

    around(patch, delivery, "drawn", change)


@leak.of("negotiation")
def the_file_beside_a_mail_has_the_settings_of_all(patch: Patch) -> None:
    def change(true: Any, game: Any, mail: Any, subject: str) -> str:
        zones = sorted(sitting.timezone for sitting in game.seats.values())
        return str(true(game, mail, subject)).replace("mail-1", f"mail-1 {zones}")

    around(patch, delivery, "view_json", change)


@leak.of("so-long-sucker")
def a_calendar_entry_tells_how_many_letters_are_held(patch: Patch) -> None:
    def change(true: Any, game: Any, reader: str, due: Any, **named: Any) -> Any:
        [file] = true(game, reader, due, **named)
        return [replace(file, content=f"{file.content}X-HELD:{game.holds}\r\n")]

    around(patch, delivery, "calendar_file", change)


@leak.of("ground-war")
def a_calendar_entry_is_numbered_by_the_journal(patch: Patch) -> None:
    count = counting(patch)
    around(patch, dues, "Entry", lambda true, uid, sequence, *rest, **named: true(uid, count[0], *rest, **named))


# -- what is said --------------------------------------------------------------------------------------------------


@leak.of("hex-negotiation")
def a_head_is_the_number_of_entries(patch: Patch) -> None:
    patch.setattr(chain, "head_of", lambda before, leaf, closed: f"{int(before, 16) + 1:064x}")


@leak
def the_seals_come_in_the_order_of_filing(patch: Patch) -> None:
    judging: list[Turn] = []
    around(patch, Turn, "process", lambda true, one, *args, **named: (judging.append(one), true(one, *args, **named)))

    def change(true: Any, code: str, seals: Any) -> Any:
        mails = [sitting.mails for sitting in judging[-1].game.seats.values()]
        return true(code, tuple(seal for _, seal in sorted(zip(mails, seals, strict=True))))

    around(patch, said, "Seals", change)


@leak
def a_hint_is_what_somebody_else_wrote(patch: Patch) -> None:
    wrong: list[str] = []

    def refuse(true: Any, self: LetterHandler, cut: Any, problems: Any, *rest: Any) -> None:
        hints, wrong[:] = tuple(wrong), [one.message for one in problems[:1]]
        true(self, cut, [replace(one, hints=(*one.hints, *hints)) for one in problems], *rest)

    around(patch, LetterHandler, "refuse", refuse)


@leak.of("air-war")
def help_says_how_many_pages_diaries_have(patch: Patch) -> None:
    def change(true: Any, talk: Any, request: Any) -> None:
        true(talk, request)
        pages = sum(len(sitting.notes) for sitting in talk.turn.game.seats.values())
        talk.tell(said.Announced((f"{pages} pages are written",), ""))

    around_command(patch, "help", change)


@leak
def a_reminder_says_how_many_are_missing(patch: Patch) -> None:
    turn: list[Turn] = []
    around(patch, striking, "remind", lambda true, one, due: (turn.append(one), true(one, due)))
    around(patch, said, "Reminder", lambda true, title, *due: true(f"{title}, {len(turn[-1].missing())} missing", *due))


@leak.of("negotiation")
def a_digest_says_how_much_waits_for_others(patch: Patch) -> None:
    def change(true: Any, self: Turn, reader: str, kind: MailKind, about: str, told: Any, **named: Any) -> None:
        pile = sum(len(sitting.pile) for sitting in self.game.seats.values())
        more = [("announced", said.Announced((f"{pile} wait",), ""))] if kind == MailKind.DIGEST else []
        true(self, reader, kind, about, [*told, *more], **named)

    around(patch, Turn, "mail", change)


@leak
def list_counts_those_who_are_invited(patch: Patch) -> None:
    def change(true: Any, game: Any) -> Any:
        offer = true(game)
        invited = sum(guest.role == Role.INVITED for guest in game.guests.values())
        return replace(offer, joined=offer.joined + invited) if offer else None

    around(patch, commit, "offer_of", change)


@leak
def a_newcomer_is_told_what_others_wish(patch: Patch) -> None:
    def change(true: Any, turn: Turn, guest: Any) -> Any:
        return replace(true(turn, guest), wishes=tuple(str(one.wishes) for one in turn.game.guests.values()))

    around(patch, places, "joined", change)
    around(patch, joining, "joined", change)


@leak
def an_answer_to_a_stranger_counts_letters(patch: Patch) -> None:
    letters = [0]

    def receive(true: Any, self: Office, *args: Any, **named: Any) -> Any:
        letters[0] += 1
        return true(self, *args, **named)

    def written(true: Any, kind: str, facts: Any) -> Any:
        one = true(kind, facts)
        return replace(one, text=f"{one.text}This was letter {letters[0]}.\n")

    def opened(true: Any, self: Office, *args: Any, **named: Any) -> None:
        letters[0] = 0
        true(self, *args, **named)

    around(patch, Office, "receive", receive)
    around(patch, Office, "open_game", opened)
    around(patch, answers, "write_alone", written)


@leak.of("ground-war")
def a_bounce_is_mailed_to_all_players(patch: Patch) -> None:
    def alarm(true: Any, self: Office, kind: str, facts: Any, now: Any) -> None:
        true(self, kind, facts, now)
        for number, player in enumerate(self.store.players.ever("spring") if kind == "bounced" else ()):
            digits = hashlib.sha256(f"{now} {number}".encode()).hexdigest()
            self.delivery(now).queue("spring", player.seat, player.address, "mail bounces", text="Who?", digits=digits)

    around(patch, Office, "alarm", alarm)


@leak.of("hex-negotiation")
def who_watches_is_told_that_somebody_sits(patch: Patch) -> None:
    def change(true: Any, turn: Turn, person: str, seat: str, words: Any) -> Any:
        turn.note(OBSERVERS, said.Announced(("Somebody sits.",), ""))
        return true(turn, person, seat, words)

    around(patch, errands, "sits", change)


# -- what happens to a game ----------------------------------------------------------------------------------------


@leak.of("ground-war")
def after_an_outage_all_are_told_how_many_entries_there_are(patch: Patch) -> None:
    running: list[Turn] = []
    around(patch, events, "outage", lambda true, turn, *times: (running.append(turn), true(turn, *times)))

    def change(true: Any, title: str, due: str, why: str, *rest: Any, **more: Any) -> Any:
        counted = f"{title} ({running[-1].game.entries})" if why == "outage" and running else title
        return true(counted, due, why, *rest, **more)

    around(patch, said, "Rescheduled", change)


@leak
def after_a_pause_all_are_told_whether_all_is_in(patch: Patch) -> None:
    turn: list[Turn] = []
    around(patch, operator, "operate", lambda true, one, *rest: (turn.append(one), true(one, *rest)))
    around(patch, events, "operate", lambda true, one, *rest: (turn.append(one), true(one, *rest)))
    around(patch, said, "GoesOn", lambda true, title, due: true(f"{title}, {len(turn[-1].missing())} missing", due))


@leak.of("air-war")
def a_rollback_tells_who_had_something_on_file(patch: Patch) -> None:
    def entries(true: Any, *args: Any, **named: Any) -> Any:
        return true(*args, **{**named, "title": f"{named['title']} ({turn[-1].game.entries})"})

    turn: list[Turn] = []
    around(patch, events, "operate", lambda true, one, *rest: (turn.append(one), true(one, *rest)))
    around(patch, said, "Rolled", entries)


@leak.of("so-long-sucker")
def who_takes_a_seat_is_named_by_a_hash(patch: Patch) -> None:
    came: list[str] = []

    def take(true: Any, turn: Turn, seat: str, person: str, *rest: Any) -> None:
        came.append(person[:8])
        true(turn, seat, person, *rest)

    around(patch, operator, "take", take)
    around(patch, seating.said, "Seated", lambda true, name, replaced=False: true(f"{name} ({came[-1]})", replaced))


@leak
def whose_absence_moves_the_deadline_is_told(patch: Patch) -> None:
    around(patch, timing, "tell_moved", lambda true, turn, why, but="": true(turn, f"{why} of {but}", but))


@leak
def an_agreed_end_says_how_many_mails_there_were(patch: Patch) -> None:
    def change(true: Any, turn: Turn) -> Any:
        found = true(turn)
        mails = sum(sitting.mails for sitting in turn.game.seats.values())
        return (f"{found[0]} after {mails} mails", found[1]) if found else None

    around(patch, agreed, "agreed_end", change)


@leak
def the_position_counts_builds_on_file(patch: Patch) -> None:
    def view(true: Any, self: Payola, state: Any, seat: str | None) -> Any:
        facts = true(self, state, seat)
        builds = sum(len(lines) for power, lines in state.adjustments.items() if power != seat)
        return replace(facts, example=(*facts.example, f"% {builds} builds")) if seat and state.kind == "A" else facts

    around(patch, Payola, "view", view)


@leak
def the_view_counts_retreats_on_file(patch: Patch) -> None:
    def view(true: Any, self: Payola, state: Any, seat: str | None) -> Any:
        facts = true(self, state, seat)
        told = f"% {len(state.retreats)}"
        return replace(facts, example=(*facts.example, told)) if seat and state.kind == "R" else facts

    around(patch, Payola, "view", view)


@leak.of("negotiation")
def the_settlement_shows_who_holds_whose_support(patch: Patch) -> None:
    finishing: list[Any] = []
    around(patch, ending, "finish", lambda true, x, rule: (finishing.append(x), true(x, rule)))

    def change(true: Any, scores: Any, steps: Any, left: int) -> Any:
        return true(scores, (*steps, str(finishing[-1].books.support)), left)

    around(patch, ending.said, "FinalScores", change)


@leak.of("negotiation")
def a_short_outage_is_told_to_all(patch: Patch) -> None:
    def change(true: Any, turn: Turn, since: Any, to: Any) -> None:
        before = turn.game.state
        true(turn, since, to)
        if turn.game.state != before:
            timing.tell_moved(turn, "outage")

    around(patch, events, "short_outage", change)


# -- the report, and the operator ------------------------------------------------------------------------------------


@leak.of("hex-negotiation")
def the_report_counts_letters_that_were_held(patch: Patch) -> None:
    def change(true: Any, store: Any, name: str) -> Any:
        held = sum(entry.kind == "held" for entry in store.journal.entries(name))
        told = true(store, name)
        return replace(told, outcome=f"{told.outcome} ({held} letters were held)")

    around(patch, disclosure, "read_disclosure", change)


@leak
def the_report_tells_of_wrong_letters(patch: Patch) -> None:
    def change(true: Any, self: LetterHandler, cut: Any, problems: Any, *rest: Any) -> None:
        true(self, cut, problems, *rest)
        self._turn.note(DISCLOSURE, said.Looked("a wrong letter", f"{len(problems)} faults"))

    around(patch, LetterHandler, "refuse", change)


@leak.of("so-long-sucker")
def the_page_of_the_report_has_a_head_for_machines_alone(patch: Patch) -> None:
    count = counting(patch)
    around(patch, html, "for_machines", lambda true, told: true(replace(told, title=f"{told.title} {count[0]}")))


@leak
def the_log_quotes_letters(patch: Patch) -> None:
    def change(true: Any, self: Reception, mail: Any, *args: Any, **named: Any) -> Any:
        return replace(true(self, mail, *args, **named), reason=" ".join(line.text for line in mail.lines))

    around(patch, Reception, "handle", change)


@leak.of("air-war")
def gm_log_shows_how_long_a_letter_is(patch: Patch) -> None:
    def change(true: Any, entry: Any, *rest: Any) -> Any:
        facts = true(entry, *rest)
        length = sum(len(line["text"]) for line in entry.data.get("lines", ()))
        return replace(facts, what=f"{facts.what} {length}")

    around(patch, journal, "entry_facts", change)


@leak
def gm_show_says_what_a_sheet_offers(patch: Patch) -> None:
    def change(true: Any, game: Any) -> Any:
        rules, seen = ruleset(game.ruleset).sealed, true(game)
        if game.clock is None:
            return seen
        filed = {seat: rules.on_file(game.state, seat).partition("\n")[2] for seat in game.seats}
        return replace(seen, seats=tuple(replace(one, owes=f"{one.owes} ({filed[one.seat]})") for one in seen.seats))

    around(patch, commit, "glance_of", change)


@leak.of("ground-war")
def the_number_of_letters_is_told_with_each_result(patch: Patch) -> None:
    def change(true: Any, self: Turn, *args: Any, **named: Any) -> None:
        self.note(EVERYBODY, said.Announced((f"{self.game.entries} entries",), ""))
        true(self, *args, **named)

    around(patch, Turn, "process", change)


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_planted_in_a_channel_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS.must_be_found(name, monkeypatch)
