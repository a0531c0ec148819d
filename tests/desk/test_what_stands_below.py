"""What programs quote without a sign: what stands above is filed, and nothing that stands below, whose mail it may be.

Each heading is as a program writes it, in its language; `docs/mail.md` names the programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from helpers.mails import text_of
from helpers.mailtable import ALICE, BOB, MINUTE, Table
from helpers.rows import each_row
from helpers.told import kinds, notices

OWN = "4 : A PAR - BUR"
OLD = "6 : A MAR - GAS\n5 : F BRE - MAO\n20 $"  # of some other mail
GM = "The GameMaster <gm@example.org>"

ATTRIBUTIONS = [
    f"On Sun, Nov 22, 2026 at 9:00 AM {GM} wrote:",
    f"On Sun, 22 Nov 2026 09:00:02 -0200 {GM} wrote",
    "---- On Sun, 22 Nov 2026 14:30:02 +0530 gm@example.org wrote ----",
    "---- The GameMaster wrote ----",
    "-----The GameMaster <gm@example.org> wrote: -----",
    "On Nov 22, 2026, at 9:00 AM, The GameMaster <gm@example.org<mailto:gm@example.org>> wrote:",
    "On Sun, Nov 22, 2026 at 9:00 AM The GameMaster <\ngm@example.org> wrote:",
    "On Nov 22, 2026,\nat 9:00,\nThe GameMaster <gm@example.org> wrote:",
    "On Sun, Nov 22, 2026 at 9:00 AM The GameMaster\n\n<\nmailto:The GameMaster <gm@example.org>\n> wrote:",
    f"On 22-Nov-2026, at 6:54 PM, {GM} sent:",
    "At 11/22/2026 08:32 PM, you wrote:",
    "On Nov 22, 2026 you wrote:",
    f"{GM} wrote:",
    "The GameMaster (gm@example.org) wrote:",
    f"Quoting {GM}:",
    f"9:00 AM, November 22, 2026, {GM}:",
    f"Sunday, November 22, 2026 9:00 AM +0300 from {GM}:",
    f"2026-11-22 9:00 GMT+01:00 {GM}:",
    "2026-11-22 9:00 GMT+01:00 The GameMaster",
    f"2026/11/22 {GM}",
    f"Sent from Samsung Mobile{GM} wrote:",
    "Am So., 22. Nov. 2026 um 09:00 Uhr\nschrieb The GameMaster <gm@example.org>:",
    f"{GM} schrieb am So., 22. Nov. 2026,\n09:00:",
    "Le dim. 22 nov. 2026 à 09:00, The GameMaster <gm@example.org>\na écrit :",
    "Le 22/11/2026 à 09:00, The GameMaster a écrit :",
    "El dom, 22 nov 2026 a las 9:00, The GameMaster (<gm@example.org>) escribió:",
    f"In data 22 novembre 2026 09:00:31 {GM} ha scritto:",
    "Op 22-11-2026 9:00 schreef The GameMaster <gm@example.org>:",
    f"Op 22 nov. 2026 om 09:00 heeft {GM} het volgende geschreven:",
    "Em 22 de novembro de 2026 às 09:00:35, The GameMaster (\ngm@example.org) escreveu:",
    "Den 22. nov. 2026 kl. 09.00 skrev The GameMaster <gm@example.org<mailto:gm@example.org>>:",
    "søn. 22. nov. 2026 kl. 09:00 skrev The GameMaster <gm@example.org\n>:",
    "På 22 november 2026 på 09:00:18, The GameMaster (gm@example.org) skrev:",
    "su 22. marraskuuta 2026 klo 9.50 The GameMaster\n<gm@example.org> kirjoitti:",
    f"W dniu 2026-11-22 09:59:39 użytkownik {GM} napisał:",
    f"Dnia 22 listopada 2026 09:00 {GM} napisał(a):",
    f"вс, 22 нояб. 2026 г. в 09:00, {GM}:",
    "22.11.2026, 09:00, \"The GameMaster\" <gm@example.org>:",
    "20 окт. 2026 г. 19:37 пользователь \"The GameMaster\" <\ngm@example.org> написал:",
    "воскресенье, 22 ноября 2026 г. пользователь The GameMaster написал:",
    f"нд, 22 лист. 2026 р. о 09:00 {GM} пише:",
    f"ne 22. 11. 2026 v 9:00 odesílatel {GM} napsal:",
    f"{GM} ezt írta (időpont: 2026. nov. 22., V, 9:00):",
    f"În dum., 22 nov. 2026 la 09:00, {GM} a scris:",
    f"{GM}, 22 Kas 2026 Paz, 09:00 tarihinde şunu yazdı:",
    f"Στις Κυρ 22 Νοε 2026 στις 9:00 π.μ., ο χρήστης {GM} έγραψε:",
    f"2026年11月22日(日) 9:00 {GM}:",
    f"在 2026年11月22日，09:00，{GM} 写道：",
    f"2026년 11월 22일 (일) 오전 9:00, {GM}님이 작성:",
    f"Vào CN, 22 thg 11, 2026 vào lúc 09:00 {GM} đã viết:",
    f"في الأحد، 22 نوفمبر 2026 في 9:00 ص تمت كتابة ما يلي بواسطة {GM}:",
]  # fmt: skip
HEADINGS = [
    f"From: {GM}\nSent: Sunday, November 22, 2026 9:00 AM\nTo: Alice\nSubject: [spring] S1901M",
    f"From: {GM}\n\nSent: Sunday, November 22, 2026 9:00 AM\n\nTo: Alice\n\nSubject: [spring] S1901M",
    f"**From:** {GM}\n**Sent:** Sunday, November 22, 2026 9:00 AM\n**To:** Alice",
    "From: gm@example.org\nDate: Sun, 22 Nov 2026 09:00:02 -0600",
    "Date: Sun, 22 Nov 2026 09:00:02 -0600\nTo: alice@example.com",
    "De : The GameMaster<mailto:gm@example.org>\nEnvoyé le :dimanche 22 novembre 2026 09:35\nÀ : Alice\nObjet :x",
    f"Message du : 22/11/2026 09:00\nDe : {GM}\nA : Alice\nSujet : [spring]",
    f"Gesendet: Sonntag, 22. November 2026 um 09:00 Uhr\nVon: {GM}\nAn: Alice\nBetreff: [spring]",
    "-----Oprindelig meddelelse-----\nFra: The GameMaster\nSendt: 22. november 2026 10:00\nTil: Alice\nEmne: x",
    f"-------- Oprindelig besked --------\nFra: {GM}\nDato: 22.11.2026  17.45  (GMT+01:00)\nTil: Alice\nEmne: x",
    f"Lähettäjä: {GM}\nLähetetty: sunnuntai 22. marraskuuta 2026 9.00\nVastaanottaja: Alice\nAihe: [spring]",
    f"Od: {GM}\nWysłano: niedziela, 22 listopada 2026 09:00\nTemat: [spring]",
    f"De: {GM}\nEnviada em: domingo, 22 de novembro de 2026 09:00\nPara: Alice\nAssunto: [spring]",
    "От: The GameMaster\nОтправлено: воскресенье, 22 ноября 2026 г. 09:00\nКому: Alice",
    f"Od: {GM}\nOdesláno: neděle 22. listopadu 2026 9:00\nKomu: Alice\nPředmět: [spring]",
    f"Feladó: {GM}\nElküldve: 2026. november 22., vasárnap 9:00\nCímzett: Alice\nTárgy: [spring]",
    f"Kimden: {GM}\nGönderildi: 22 Kasım 2026 Pazar 09:00\nKime: Alice\nKonu: [spring]",
    f"差出人: {GM}\n送信日時: 2026年11月22日 9:00\n宛先: Alice\n件名: [spring]",
    f"发件人： {GM}\n发送时间： 2026年11月22日 9:00\n收件人： Alice\n主题： [spring]",
    "*--- Original Message ---*",
    "----- Reply message -----",
    "-----Original-Nachricht-----",
    "-------- Mensagem original --------",
    "-------- Alkuperäinen viesti --------",
    "-------- Opprinnelig melding --------",
    "-------- Oryginalna wiadomość --------",
    "-------- Исходное сообщение --------",
    '------ Original Message ------\nFrom "The GameMaster" <gm@example.org>\nTo alice@example.com\nSubject [spring]',
    "Original Message processed by david®\n[spring] 22. November 2026, 12:44 Uhr\nVon The GameMaster\nAn Alice",
    f"------------------------------\n\n*From:* {GM}\n*Date:* Sunday, November 22, 2026 9:00\n*To:* Alice",
    "-------- Original message --------From: The GameMaster Date: 11/22/26",
    "________________________________",
    "Sent from my Wiko RIDGE FAB 4G",
    "Gesendet von Outlook für Android<https://aka.ms/AAb9ysg>",
]  # fmt: skip


@cache
def table() -> Table:
    """One game for all rows of the tables: each letter takes the place of the one before."""
    return Table()


@cache
def first() -> str:
    """The text of the mail that all of them answer."""
    return text_of(table().mails(ALICE)[0])


def answer_to(game: Table, *pieces: str) -> Sequence[str]:
    """Let Alice answer the first mail to her; return the kinds of the notices that she is sent."""
    game.at += 3 * MINUTE  # or she would get too many answers in an hour
    game.write(ALICE, "\n".join(pieces), game.mails(ALICE)[0])
    return kinds(game, "FRANCE")


def takes(*below: str) -> Sequence[str]:
    """Let Alice send an offer with something below it, which must be filed; return the kinds of the notices."""
    own = f"{table().letters % 40 + 1} : A PAR - BUR"
    told = answer_to(table(), own, "", *below)
    assert table().filed() == (own,)
    return told


@each_row("heading", [*ATTRIBUTIONS, *HEADINGS])
def test_only_what_stands_above_a_heading_is_filed(heading: str) -> None:
    for gap in ("\n", ""):
        told = takes(heading + gap, OLD)
        assert "notread" not in told  # nothing of the heading is left over
        assert "overlooked" in told  # if it was meant after all


@each_row("heading", [*ATTRIBUTIONS, *HEADINGS, "", "GM (gm@example.org), a day ago", "\u2014 22.11.2026 9:00 \u2014"])
def test_below_a_heading_our_own_mail_is_nothing_to_speak_of(heading: str) -> None:
    indented = (f"        {line}" for line in first().split("\n"))
    assert not {"overlooked", "notread"} & {*takes(heading, "", first())}
    assert not {"overlooked", "notread"} & {*takes(heading, "", *indented)}


@each_row("heading", [one for one in ATTRIBUTIONS if "Samsung" not in one])
def test_above_quote_signs_an_attribution_is_no_text(heading: str) -> None:
    marked = (f"> {line}" for line in first().split("\n"))
    assert not {"overlooked", "notread"} & {*takes(heading, *marked)}


def test_orders_below_our_own_unmarked_mail_are_shown_and_not_filed() -> None:
    game = Table()
    answer_to(game, OWN, "", f"{GM} wrote:", text_of(game.last(ALICE)), "2 : A MAR - SPA")
    missed = notices(game, "FRANCE")["overlooked"]
    assert game.filed() == (OWN,) and missed["quoted"] == ["2 : A MAR - SPA"]
    answer_to(game, *missed["retry"])
    assert game.filed() == (OWN, "2 : A MAR - SPA")


def test_what_nothing_stands_above_is_refused_with_how_to_mend_it() -> None:
    game = Table()
    ours = text_of(game.last(ALICE))
    for pieces in ((ours,), (f"{GM} wrote:", OLD), (f"{GM} wrote:", ours, OWN)):
        assert answer_to(game, *pieces)[0] == "nothing" and game.filed() == ()
        assert "leave the quotation out" in notices(game, "FRANCE")["nothing"]["trouble"]


@each_row("heading", [f"On 22/11/2026 09:00, {GM} wrote:", "-----Original Message-----", ""])
def test_a_message_that_quotes_us_without_signs_is_refused_and_not_cut_short(heading: str) -> None:
    game = Table()
    told = answer_to(game, OWN, "PRESS TO ENGLAND", "See:", heading, text_of(game.last(ALICE)), "END", "2 $")
    assert told[0] == "nothing" and game.filed() == () and len(game.mails(BOB)) == 1


def test_the_ends_of_quoted_lines_that_a_program_has_broken_are_no_text() -> None:
    game = Table()
    rows = []
    for line in text_of(game.last(ALICE)).split("\n"):
        at = line.rfind(" ", 3, 58) if len(line) > 60 else -1
        rows += [f"> {line}"] if at < 0 else [f"> {line[:at]}", line[at + 1 :]]
    assert len(rows) > text_of(game.last(ALICE)).count("\n") + 5
    told = answer_to(game, OWN, "", f"On 22/11/2026 09:00, {GM} wrote:", *rows)
    assert game.filed() == (OWN,) and not {"overlooked", "notread"} & {*told}


def test_a_bare_word_of_ours_in_a_quotation_is_no_order() -> None:
    game = Table()
    words = [f"> {word}" for word in text_of(game.last(ALICE)).split()]
    assert {"> offers", "> SHOW"} <= {*words}
    told = answer_to(game, OWN, "", f"On 22/11/2026 09:00, {GM} wrote:", *words)
    assert game.filed() == (OWN,) and not {"overlooked", "notread"} & {*told}


@each_row("line", [">>> >>> see http://maps.example <<<", ">>> >>> 2 : A MAR - SPA"])
def test_a_line_of_ones_own_behind_arrows_is_shown_as_it_is(line: str) -> None:
    game = Table()
    answer_to(game, OWN, "", line, "", "thanks")
    assert game.filed() == (OWN,) and notices(game, "FRANCE")["notread"]["lines"] == [line]
