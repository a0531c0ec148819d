"""The phrases with which mail programs set off what they quote, in the languages of their menus.

What they put below a text of their own accord is in gm.post.inbound.footers.
"""

import re

# It begins where a word begins: looking for it at every character would cost the square of their number.
ADDRESS = r"(?<![^\s<>()@,;:\"])[^\s<>()@,;:\"]+@[^\s<>()@,;:\"]+"
# Chinese and Japanese have no space between a number and the word beside it, which \b would need.
NOT_BEHIND, NOT_BEFORE = "(?<![0-9A-Za-z])", "(?![0-9A-Za-z])"
DAY = rf"{NOT_BEHIND}(?:(?:19|20)\d\d|\d{{1,2}}[./-]\d{{1,2}}[./-]\d{{2,4}}){NOT_BEFORE}"
TIME = rf"{NOT_BEHIND}\d{{1,2}}[:.h]\d\d{NOT_BEFORE}"

ADDRESS_OR_DATE = re.compile(f"{ADDRESS}|{DAY}|{TIME}")
HAS_ADDRESS = re.compile(ADDRESS)
WEB_ADDRESS = re.compile(r"@[\w-]{1,64}\.\w")  # one with a domain: `6@A PAR` is none
HAS_DATE = re.compile(f"{DAY}|{TIME}")
HAS_DAY = re.compile(DAY)
HAS_TIME = re.compile(TIME)
# No year of a game, as "what England wrote in 1901:" has.
THIS_CENTURY = re.compile(rf"{NOT_BEHIND}(?:20\d\d|\d{{1,2}}[./-]\d{{1,2}}[./-]\d{{2,4}}){NOT_BEFORE}")

# "On Friday ... wrote:", "Am ... schrieb GM:", "Le ... a écrit :". The day comes first, so its digits do, too.
OPENERS = (
    r"On|At|Am|Le|El|Il|Il giorno|In data|Op|Em|Às|Den|På|Dne|Dňa|Dnia|W dniu|Dana|Pe|În|La|Þann|Më|На|Στις|Vào|Pada"
)
OPENER = re.compile(rf"[-*\s]*(?:{OPENERS})\b.*\d", re.IGNORECASE)
VERBS = (
    r"(?:\b(?:wrote|writes|schrieb|schreibt|geschrieben|schreef|skrev|skriver|skrifaði|a\s+écrit|écrit|escribió"
    r"|ha escrito|escreveu|escribiu|va escriure|ha escrit|ha\s+scritto|scrive|a scris|kirjoitti|kirjutas|napisał"
    r"|napisała|pisze|napsala?|napísala?|napisala?|napisao|rašė|rakstīja|írta|yazdı|shkroi|idatzi zuen"
    r"|пишет|писал|писала|написал|написала|пише|написав|написала|напісаў|написа|έγραψε|đã viết|menulis|tulis"
    r"|skreau)\b"
    r"|写道|寫道|のメール|のメッセージ|작성|쓴 글|כתב|كتب|เขียนว่า)"
)
WROTE = re.compile(VERBS, re.IGNORECASE)
I_WROTE = re.compile(r"\bI\b|\b(?i:ich|je|j['’]ai|yo|io|ik|jag|jeg|ja|eu|я)\b")  # no program says so
# An attribution, and one that goes on with the first line of the quotation; Yahoo puts some space in between.
NAMED_AND_WROTE = re.compile(rf"{ADDRESS}\W{{0,3}}\s?{VERBS}[^\s:]{{0,3}}\s?[:：]", re.IGNORECASE)
GOES_ON = re.compile(rf"{VERBS}[^\s:]{{0,3}}\s?[:：]\s{{0,20}}(?=[^\s>])", re.IGNORECASE)
# Gmail once left the verb out: "2026-11-20 9:37 GMT+01:00 GM <gm@example.org>:".
DAY_AND_ADDRESS = re.compile(rf"\d{{4}}-\d\d-\d\d\s.*<{ADDRESS}>\s*:", re.IGNORECASE)
# Without a colon: "On Sun, 22 Nov 2026 09:00 GM <gm@example.org> wrote", "2026/11/22 GM <gm@example.org>", and once
# "2026-11-22 09:00 GMT+01:00 GM".
LAST_WORD = re.compile(rf"{VERBS}[.\s-]*|.*@\S+", re.IGNORECASE)
WITHOUT_COLON = re.compile(
    rf"[-*\s]*(?:{OPENERS})\b.*(?:{DAY}).*(?:{TIME}|{ADDRESS}).*{VERBS}[.\s-]*"
    rf"|\s*\d{{4}}([-/.])\d{{1,2}}\1\d{{1,2}}\s.{{0,80}}<?{ADDRESS}>?\s*",
    re.IGNORECASE,
)
TO_A_MINUTE = re.compile(r"\s*\d{4}-\d\d-\d\d \d{1,2}:\d\d GMT[+-]\d\d:\d\d [^\W\d_][^\d:|<>@]{0,40}")
# The end of an address, or of the verb, that a program has broken off: its own sign looks like a quote sign.
BROKEN_OFF = re.compile(rf"\s*(?:{VERBS})?\s?[:：]\s*", re.IGNORECASE)

# Only who, and no day: "The GameMaster writes:", "Quoting GM <gm@example.org>:", "According to The GameMaster:".
QUOTING = re.compile(r"\s*+(?:Quoting|According to|Zitat von|Citando|Citation de)\b", re.IGNORECASE)
SHORT = re.compile(
    rf"\s*+(?:[^:]{{1,80}}{VERBS}\S{{0,3}}|(?:{QUOTING.pattern}) [^:]{{1,200}})\s?[:：]\s*", re.IGNORECASE
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
# A sign-off behind an order: BUR|Sent from my Galaxy.
GLUED_SIGN_OFF = re.compile(
    r"(?<=[^\W_])(?=(?:Sent (?:from|via|with)|Get Outlook|Gesendet (?:von|mit)|Von meinem|Envoyé d|Enviado d"
    r"|Inviat[oa] da|Ver(?:stuurd|zonden) van|Skickat från|Sendt fra|Lähetetty|Wysłan[eo] z|Отправлено с|Odesláno z))"
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

# "Original message" and "Forwarded message".
ORIGINAL = (
    r"Original (?:Message|Appointment)|Forwarded Message|Reply Message|Initial Header"
    r"|Ursprüngliche (?:Nachricht|Mitteilung|E-?Mail)|Original-?Nachricht|Weitergeleitete Nachricht|Antwort Nachricht"
    r"|Message (?:d['’]origine|original|initial|transféré|transmis)|Courriel original"
    r"|Mensaje (?:original|reenviado)|Mensaxe orixinal|Missatge original"
    r"|Mensagem (?:original|encaminhada|reencaminhada)"
    r"|Messaggio (?:originale|inoltrato)|(?:Oorspronkelijk|Doorgestuurd) bericht"
    r"|(?:Ursprungligt|Vidarebefordrat) meddelande|Originalmeddelande"
    r"|Oprindelig (?:besked|meddelelse|e-?mail)|(?:Opprinnelig|Opphavleg) melding"
    r"|Videresendt (?:meddelelse|besked|melding)"
    r"|Upprunalegur póstur|(?:Alkuperäinen|Edelleenlähetetty|Välitetty) viesti(?: / \w{2,5}\.Msg\.?)?|Algne kiri"
    r"|(?:Oryginalna|Pierwotna|Przekazana) wiadomość|Wiadomość (?:oryginalna|pierwotna|przesłana dalej)"
    r"|Treść (?:oryginalnej|przekazanej) wiadomości"
    r"|(?:Исходное|Пересылаемое|Пересланное|Перенаправленное) (?:сообщение|письмо)"
    r"|(?:Початкове|Вихідне|Переслане|Перенаправлене) повідомлення|Оригинално писмо|Зыходны ліст"
    r"|(?:Původní|Přeposlaná) (?:zpráva|e-?mail)|(?:Pôvodná|Preposlaná) správa"
    r"|(?:Eredeti|Továbbított) (?:üzenet|levél)"
    r"|Mesaj(?:ul)? (?:original|inițial|redirecționat)|(?:Izvorna|Originalna|Proslijeđena) poruka|Izvirno sporočilo"
    r"|Originalus laiškas|Orijinal (?:mesaj|ileti)|Özgün ileti|İletil(?:en ileti|miş mesaj)|Αρχικό μήνυμα"
    r"|Mesazhi origjinal|Pesan asli|Thư gốc|Jatorrizko mezua|הודעה מקורית|הודעה שהועברה|الرسالة الأصلية"
    r"|原始邮件|原始郵件|原始消息|原邮件|邮件原件|转发邮件|转发的邮件|轉寄郵件|元のメッセージ|元のメール"
    r"|원본 (?:메시지|메일|이메일)"
)
SIGN = "[-_=*~\u2013\u2014\u2500]"
EDGE = f"{SIGN}{{2,100}}+"
SEPARATORS = rf"{EDGE}\s{{0,3}}(?:{ORIGINAL})\s{{0,3}}{EDGE}|-{{6,100}}+\s{{0,3}}Original\s{{0,3}}-{{6,100}}"
SEPARATOR = re.compile(
    rf"\s*+(?:{SEPARATORS}|-{{3,100}}+\s?(?:{ORIGINAL})|Original Message processed by .{{1,40}})\s*:?\s*", re.IGNORECASE
)
# "-----GM <gm@example.org> wrote: -----" and "---- On Sun, 22 Nov 2026 09:00 GM wrote ----".
WROTE_BETWEEN = re.compile(
    rf"\s*+-{{3,100}}+\s{{0,3}}[^\s-].{{0,300}}?{VERBS}\s?:?\s{{0,3}}-{{3,100}}\s*", re.IGNORECASE
)
# A separator in any language, above a heading.
RULED = re.compile(rf"\s*+{EDGE}\s{{0,3}}[^\W\d_][^-]{{0,60}}{EDGE}\s*")
# Samsung's plain form loses line ends: the heading is on the separator's line, after text of the writer's.
GLUED = re.compile(rf"(?<!{SIGN})(?:{SEPARATORS})\s{{0,3}}\w", re.IGNORECASE)
FORWARDED = re.compile(
    r"\s*+(?:Begin forwarded message|Anfang der weitergeleiteten Nachricht|Début du message (?:transféré|réexpédié)"
    r"|Inicio del mensaje reenviado|Início da mensagem (?:re)?encaminhada|Inizio messaggio inoltrato"
    r"|Begin doorgestuurd bericht|Vidarebefordrat (?:brev|mejl)|Start på videresendt besked|Videresendt melding"
    r"|Välitetty viesti alkaa|Początek przekazywanej wiadomości|Начало переадресованного сообщения"
    r"|Початок листа, що пересилається|Začátek přeposílané zprávy|Začiatok preposlanej správy"
    r"|Továbbított levél kezdete|Începe mesajul redirecționat|Započni proslijeđenu poruku|İleti başlangıcı)\s*:\s*",
    re.IGNORECASE,
)
RULE = re.compile(r"\s*+(?:_{20,}|[-=*\u2013\u2014\u2500]{10,}|={4,})\s*")  # above a heading
BARE_RULE = re.compile(r"\s*+(?:_{32,33}|_{40}|_{47,})\s*")  # Outlook's, and that of lists' footers

# A field of a heading in an unknown language: a few words and a colon.
FIELD = re.compile(r"\s*+[*_]{0,2}[^\W\d_](?:[^\W\d_]|[ .]){0,30}[*_]{0,2}\s?(?::[*_]{0,2}\s|：)")
LABELS = {
    "from": "From|Von|Absender|De|De la|Expéditeur|Remitente|Remetente|Da|Mittente|Van|Afzender|Fra|Från|Avsändare"
    "|Frá"
    "|Lähettäjä|Saatja|Od|Nadawca|Odesílatel|Odosielateľ|Šalje|От|От кого|Отправитель|Від|Від кого|Feladó|Expeditorul"
    "|Kimden|Gönderen|Από|Nuo|No|Nork|Từ|Dari|จาก|מאת|من|发件人|發件人|寄件者|差出人|送信者|送信元|보낸 ?사람",
    "date": "Sent|Date|Received|Gesendet(?: am)?|Datum|Envoyé(?: le)?|Date d['’]envoi|Message du|Reçu"
    "|Enviad[oa](?: el| em)?|Fecha|Inviato(?: il)?|Data|Verzonden(?: op)?|Sendt|Dato|Skickat|Sänt|Lähetetty"
    "|Päivämäärä"
    "|Päiväys|Kuupäev|Saadetud|Wysłan[oey]|Data wysłania|Отправлено|Дата|Надіслано|Изпратено|Odesláno|Odoslané|Dátum"
    "|Elküldve|Küldve|Trimis|Gönderil(?:di|me|en)|Tarih|Εστάλη|Στάλθηκε|Απεστάλη|Ημερομηνία|Poslan[oe]|Poslato"
    "|Išsiųsta"
    "|Nosūtīts|Enviat|Bidalia|Ngày|Gửi|Dikirim|Tanggal|ส่ง|วันที่|נשלח|תאריך|تم الإرسال|التاريخ"
    "|发送时间|发送日期|寄件日期|日期|送信日時|日時|日付|보낸 ?날짜|날짜",
    "to": "To|An|Empfänger|À|A|Destinataire|Para|Per a|Destinatario|Aan|Til|Till|Vastaanottaja|Adressaat|Do|Adresat"
    "|Komu"
    "|Кому|До|Címzett|Către|Kime|Alıcı|Προς|Za|Prima|Kam|Nori|Tới|Đến|Kepada|ถึง|אל|إلى|收件人|收件者|宛先"
    "|받는 ?사람",
    "subject": "Subject|Betreff|Objet|Sujet|Asunto|Assunto|Assumpte|Oggetto|Ogg|Onderwerp|Emne|Ämne|Efni|Aihe|Teema"
    "|Temat"
    "|Тема|Относно|Předmět|Predmet|Tárgy|Subiect(?:ul)?|Konu|Θέμα|Naslov|Zadeva|Tema|Tēma|Gaia|Chủ đề|Subjek|Perihal"
    "|เรื่อง|נושא|الموضوع|主题|主題|主旨|件名|제목",
}
LABEL = re.compile(
    r"\s*+[*_]{0,2}(?:" + "|".join(f"(?P<{name}>{words})" for name, words in LABELS.items())
    + r")[*_]{0,2}\s?[:：][*_]{0,2}\s*(?P<value>.*)",
    re.IGNORECASE,
)
