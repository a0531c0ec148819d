"""The phrases with which mail programs mark what their user did not write, in en, de, fr, es, it and nl."""

import re

# It begins where a word begins: looking for it at every character would cost the square of their number.
ADDRESS = r"(?<![^\s<>()@,;:\"])[^\s<>()@,;:\"]+@[^\s<>()@,;:\"]+"
# Chinese and Japanese have no space between a number and the word beside it, which \b would need.
NOT_BEHIND, NOT_BEFORE = "(?<![0-9A-Za-z])", "(?![0-9A-Za-z])"
DAY = rf"{NOT_BEHIND}(?:(?:19|20)\d\d|\d{{1,2}}[./-]\d{{1,2}}[./-]\d{{2,4}}){NOT_BEFORE}"
TIME = rf"{NOT_BEHIND}\d{{1,2}}[:.h]\d\d{NOT_BEFORE}"

ADDRESS_OR_DATE = re.compile(f"{ADDRESS}|{DAY}|{TIME}")
HAS_ADDRESS = re.compile(ADDRESS)
HAS_DATE = re.compile(f"{DAY}|{TIME}")
HAS_DAY = re.compile(DAY)
HAS_TIME = re.compile(TIME)

# "On Friday ... wrote:", "Am ... schrieb GM:", "Le ... a écrit :". The day comes first, so its digits do, too.
OPENER = re.compile(r"[-*\s]*(?:On|Am|Le|El|Il|Op)\b.*\d", re.IGNORECASE)
VERBS = (  # the first two letters are looked at first: most words need no closer look
    r"\b(?=[wsaehknpп][rc\ssakiи])(?:wrote|writes|schrieb|schreibt|a\s+écrit|escribió|escreveu|ha\s+scritto|schreef|skrev|kirjoitti"
    r"|napisał|pisze|пишет|писал)\b"
)
WROTE = re.compile(VERBS, re.IGNORECASE)
# Yahoo puts the first line of an unmarked quotation right after the attribution.
WROTE_AND_GOES_ON = re.compile(rf"{VERBS}\s?:\s{{2,20}}\S", re.IGNORECASE)
# Gmail once left the verb out: "2026-11-20 9:37 GMT+01:00 GM <gm@example.org>:".
DAY_AND_ADDRESS = re.compile(rf"\d{{4}}-\d\d-\d\d\s.*<{ADDRESS}>\s*:", re.IGNORECASE)

# Only who, and no day: "The GameMaster writes:", "Quoting GM <gm@example.org>:", "According to The GameMaster:".
SHORT = re.compile(
    rf"\s*+(?:[^:]{{1,80}}{VERBS}\S{{0,3}}|(?:Quoting|According to|Zitat von|Citando) [^:]{{1,200}})\s?[:：]\s*",
    re.IGNORECASE,
)
ANY_SIGN = re.compile(f"{ADDRESS}|{DAY}|{TIME}|{VERBS}", re.IGNORECASE)
NAME_WORD = re.compile(r"\d{1,2}[.,]?|[^\W\d][^\d:|@#$!>]*")  # of a name or a date: no order
SHOUTED = re.compile(r"[A-Z]{3,}[.,]?")  # a word of an order, not of a name
# Where an order may end and an attribution begin in the same row: BUR|On 2026-11-22, BUR|The GameMaster.
INNER_OPENER = re.compile(
    r"(?<=\S)\s*(?=(?:On|Am|Le|El|Il|Op|Den|Em)\s(?:[^\W\d_]{2,12}[.,]{0,2}\s){0,3}\d)"
)
JOINTS = (
    re.compile(r"(?<=[A-Z0-9][A-Z0-9$])(?=[^\W\d_A-Z]{2})"),  # BUR|pon., 5 sty 2026
    re.compile(r"(?<=[\sA-Z0-9$][A-Z0-9$])(?=[A-Z][a-z])"),  # BUR|The GameMaster
    re.compile(r"(?<=[A-Za-z$])(?=\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2})"),  # BUR|2026-11-22
)
# What sets off the rows of a quotation instead of quote signs: a tab, a bar, the writer's initials.
NAME_MARK = re.compile(r"[^\W\d_][^\W\d_.-]{0,11}>(?=[ \t>]|$)")
MARK = re.compile(rf"\t| >(?=[ \t>]|$)|[|:}}](?=[ \t]|$)|{NAME_MARK.pattern}")
WIRE = re.compile(
    rf"\s*+(?:From {ADDRESS}\s.{{0,60}}\b(?:19|20)\d\d"
    r"|(?:Return-Path|Delivered-To|Received|X-Original-To|Envelope-To): )",
    re.IGNORECASE,
)
WIRE_FIELD = re.compile(r"\s*+([A-Za-z][A-Za-z-]{1,40}): ")

# Exactly these: `--` followed by words may be anything. Gmail writes the space as a no-break space.
SIGNATURE = re.compile("--[ \xa0]?")

SEPARATORS = (
    r"-{2,100}+\s{0,3}(?:Original (?:Message|Appointment)|Forwarded Message"
    r"|Ursprüngliche Nachricht|Originalnachricht|Weitergeleitete Nachricht"
    r"|Message (?:d['’]origine|original|transféré)|Mensaje (?:original|reenviado)"
    r"|Messaggio (?:originale|inoltrato)|(?:Oorspronkelijk|Doorgestuurd) bericht"
    r"|(?:Ursprungligt|Vidarebefordrat) meddelande|Originalmeddelande|原始邮件|转发邮件|邮件原件)\s{0,3}-{2,100}"
    r"|-{6,100}+\s{0,3}Original\s{0,3}-{6,100}"
)
SEPARATOR = re.compile(rf"\s*+(?:{SEPARATORS})\s*", re.IGNORECASE)
# "-----GM <gm@example.org> wrote: -----" and "---- On Sun, 22 Nov 2026 09:00 GM wrote ----".
WROTE_BETWEEN = re.compile(
    rf"\s*+-{{3,100}}+\s{{0,3}}[^\s-].{{0,300}}?{VERBS}\s?:?\s{{0,3}}-{{3,100}}\s*", re.IGNORECASE
)
# A separator in any language, above a heading.
RULED = re.compile(r"\s*+-{3,100}+\s{0,3}[^\W\d_][^-]{0,60}-{3,100}\s*")
# Samsung's plain form loses line ends: the heading is on the separator's line, after text of the writer's.
GLUED = re.compile(rf"(?<!-)(?:{SEPARATORS})\s{{0,3}}\w", re.IGNORECASE)
FORWARDED = re.compile(
    r"\s*+(?:Begin forwarded message|Anfang der weitergeleiteten Nachricht|Début du message (?:transféré|réexpédié)"
    r"|Inicio del mensaje reenviado|Inizio messaggio inoltrato|Begin doorgestuurd bericht|Vidarebefordrat brev)\s*:\s*",
    re.IGNORECASE,
)
RULE = re.compile(r"\s*+_{20,}\s*")

# A field of a heading in an unknown language: a few words and a colon.
FIELD = re.compile(r"\s*+\*?[^\W\d_](?:[^\W\d_]|[ .]){0,30}\s?(?::\*?\s|：)")
LABELS = {
    "from": "From|Von|De|Da|Van",
    "date": "Sent|Date|Gesendet|Datum|Envoyé|Enviado(?: el)?|Fecha|Inviato|Data|Verzonden",
    "to": "To|An|À|Para|A|Aan",
    "subject": "Subject|Betreff|Objet|Asunto|Oggetto|Onderwerp",
}
LABEL = re.compile(
    r"\s*+\*?(?:" + "|".join(f"(?P<{name}>{words})" for name, words in LABELS.items()) + r")\s?:\*?\s*(?P<value>.*)",
    re.IGNORECASE,
)

PRODUCTS = (
    r"Zoho ?Mail|Superhuman|Spark|Mailspring|BlueMail|Aqua ?Mail|Gmail Mobile|Airmail|Shortwave|Tuta(?:nota)?|myMail"
    r"|Edison Mail|Canary|Newton|QQ ?Mail|BlackBerry|GMX Mail App|WEB\.DE Mail App"
)
DEVICES = r"iPhone|iPad|Android|Samsung|Galaxy|Mac|Outlook|E-post|Mail|mobil|Huawei|Xiaomi"
FOOTER = re.compile(
    r"\s*+(?:Sent from (?:my|Mail for|Outlook for|Yahoo Mail|Proton Mail) ?[^:]{0,60}"
    r"|Sent (?:with|from) \[?Proton ?Mail(?:\]\(https?://[^\s()]{1,200}\))?[^:]{0,40}"
    rf"|Sent (?:from|via|with|using) (?:{PRODUCTS})[^:]{{0,40}}"
    r"|(?:Get|Télécharger|Holen Sie sich|Obtener|Obter o|Scarica|Download|Hämta|Hent|Få|Hanki|Pobierz) "
    r"(?:aplikację )?Outlook (?:for|pour|für|para|per|voor|för|til|dla) (?:iOS|Android|Mac|Windows)"
    r"|Von meinem \S.{0,40} gesendet|Gesendet von (?:meinem|Outlook für|Mail für) [^:]{0,60}"
    rf"|Gesendet mit (?:der )?(?:{PRODUCTS})[^:]{{0,40}}"
    r"|Envoyé (?:de|depuis) (?:mon|Outlook pour|Courrier pour) [^:]{0,60}|Enviado desde (?:mi|Outlook para) [^:]{0,60}"
    r"|Inviato da(?:l mio)? (?:iPhone|iPad|Outlook per) ?[^:]{0,60}|Enviado do meu [^:]{0,60}"
    r"|Verstuurd vanaf mijn [^:]{0,60}|Verzonden vanuit Outlook voor [^:]{0,60}"
    rf"|Skicka[td] från (?:min |mitt )?(?:{DEVICES})[^:]{{0,60}}|Send[te] fra (?:min |mit )?(?:{DEVICES})[^:]{{0,60}}"
    rf"|Skickat med (?:{PRODUCTS})[^:]{{0,40}}"
    r"|Lähetetty (?:iPhonesta|iPadista|Outlookista|Androidista)|Wysłane z (?:iPhone|iPad|mojego)[^:]{0,60}"
    r"|Отправлено с [^:]{0,40}|发自我的[^:：]{0,40}|来自[^:：]{0,20}邮箱[^:：]{0,20}|iPhone ?から送信)"
    r"(?:\s*[<(]\s*https?://\S{1,200}\s*[>)])?\.?\s*",
    re.IGNORECASE,
)
