"""What programs, mail servers and companies put around a text: sign-offs, warnings of strangers, disclaimers.

None of it is the writer's, so no answer says that it was not read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gm.post.inbound.rows import Row

# --- sign-offs: "Sent from my iPhone" ---

# How they begin in the languages of mail programs.
SENT_FROM = (
    r"(?:this (?:e-?mail|message) was )?sent (?:from|via|with|using|by|on|through)|from my|(?:typed|written) on"
    r"|gesendet (?:von|vom|mit|aus|über|via|per)|(?:sicher )?versendet mit"
    r"|diese (?:nachricht|e-?mail) wurde (?:von|mit)|secured (?:with|by)"
    r"|envoyé (?:de|du|depuis|d['’]|à partir de|avec|via|par)|provenance\s?:"
    r"|enviad[oa] (?:desde|con|mediante|a través de|vía|d[oae]|del|pel[oa]|a partir d[oae]|com|por|via)"
    r"|inviat[oa] (?:da|dal|dall['’]|dallo|dalla|con|tramite|via|mediante)|enviat (?:des d|amb|del)"
    r"|(?:verzonden|verstuurd) (?:vanaf|vanuit|met|via|van|door|per)|(?:skicka[dt]|sänt) (?:från|med|via)"
    r"|send[te] (?:fra|med|via)|sent (?:úr|með|frá)|lähetetty|saadetud|nosūtīts (?:no|ar)|išsiųsta (?:iš|naudojant)"
    r"|wysłan[eoya] (?:z|ze|za pomocą|przy użyciu|przez|od)|(?:отправлено|послано) (?:с|со|из|через|при помощи|от)"
    r"|(?:надіслано|відправлено) (?:з|із|зі|через|за допомогою)|изпратено (?:от|с|чрез)"
    r"|(?:odesláno|odoslané|poslané|posláno) (?:z|ze|zo|pomocou|pomocí|prostřednictvím)|(?:el)?küldve"
    r"|(?:poslan[oe]|poslato) (?:s|sa|z|iz|preko|putem)|trimis (?:de pe|din|de la|cu|prin)"
    r"|(?:στάλθηκε|εστάλη|απεστάλη) (?:από|με|μέσω)|(?:đã |được )?gửi từ|(?:di|ter)kirim dari|dihantar daripada"
)
# "my", behind one of those.
MINE = r"my|mein(?:e[mrn])?|mon|ma|mi|meu|minha|mio|mia|mijn|min|mitt|mojego|mojej|mého|môjho|моего|моей|мого|моєї|mea"
# How they begin, or end, where there is a device or a program in between.
SENT = (
    r"ส่งจาก|ارسال شده از|تم الإرسال من|أرسلت من|נשלח מ|发自|發自|发送自|寄自|傳送自|来自|來自|通过"
    r"|從我的|从我的|我的|나의|내"
)
AND_SENT = (
    "gesendet", "gönderildi", "gönderilmiştir", "küldve", "bidalia", "भेजा गया", "から送信", "から送信しました",
    "から送信されました",
    "에서 보냄", "에서 보냈습니다", "에서 전송됨", "傳送", "发送", "寄出",
)  # fmt: skip
# Devices, programs and providers; no word with which a message may well end.
THINGS = (
    r"(?:iPhon|iPad|iPod|Android|Samsung|Outlook)\w*|iOS|Galaxy|Huawei|Xiaomi|Redmi|OPPO|realme|OnePlus|Nokia|Lumia"
    r"|Xperia|HTC|LG|Motorola|Pixel|Nexus|ZTE|Wiko|Alcatel|Lenovo|Fairphone|BlackBerry|Windows|Mac(?:Book)?|app"
    r"|(?:smart|cell|mobile)?-?phone|téléphone|tele[fp][oóô]n\w*|teléfono|smart(?:phone|tele|fon)\w*|(?:äly)?puhelim\w*"
    r"|mobil\w*|móvil|celular|cellulare|tablet\w*|device|appareil|dispositivo|aparelho|Gerät|apparaat|toestel|enhe[dt]"
    r"|laitte\w*|urządzeni\w*|смартфон\w*|телефон\w*|планшет\w*|устройств\w*|пристро\w*|zařízení|okostelefon\w*"
    r"|készülék\w*|cihaz\w*|συσκευ\w*|手机|手機|智能|邮箱|郵箱|客户端|스마트폰|휴대폰"
    r"|(?:Air|G|Hot|Fast|Aqua ?|Blue ?|Proton ?|Tuta ?|my|Yahoo!? ?|Zoho ?|Windows |Edison |GMX )Mail|Mailspring"
    r"|Mailbird|Mailbox|Mail\.ru|Mail (?:app|for|für|pour|para|per|voor)|Courrier pour|Correo para|Posta per|Yahoo|AOL"
    r"|Proton|Tuta\w*|Zoho|GMX|WEB\.DE|Superhuman|TypeApp|Shortwave|CloudMagic|Acompli|Thunderbird|K-9|eM Client"
    r"|Postbox|Unibox|Polymail|Mixmax|QQ|网易|新浪|Почт\w*|Яндекс\w*|Yandex|Rambler|Vodafone|Verizon|AT&T|T-Mobile"
)
# Programs with such names, which stand alone.
PRODUCTS = "Spark|Spike|Canary|Newton|Front|Missive|Nine|(?:Workspace ONE )?Boxer|Boomerang|Inbox|Edison|Nylas|HEY|Mail"
PLAIN = "[^:>|$#]*"  # as an order is not
SIGN_OFF = re.compile(
    rf"(?:{SENT_FROM})\s?(?:(?:{MINE})\s{PLAIN}|{PLAIN}(?<!\w)(?:{THINGS})(?!\w){PLAIN})"
    rf"|(?:{SENT}){PLAIN}(?:{THINGS}){PLAIN}"
    rf"|(?:{SENT_FROM})\s(?:{PRODUCTS})(?: (?:by|for|from)\b{PLAIN})?"
    r"|(?:get|download) (?:the )?(?:new )?(?:BlueMail|TypeApp|Yahoo|Proton|AquaMail|Spark|Edison|myMail|Newton)\b.*"
    r"|Yahoo Mail: Search, Organize, Conquer"
    # what checks for viruses and counts readers
    r"|(?:virus-?free|virenfrei|(?:garanti )?sans virus|libre de virus|\w* ?priv[ao] di virus|virusvrij|livre de vírus"
    r"|без вирусов|wolny od wirusów|bez virů)\W{0,3}(?:www\S*)?"
    r"|www\.(?:avast|avg|avira)\.\w{2,3}|#[0-9A-F]{8}-[0-9A-F-]{27}"
    r"|(?:sender notified by|remitente notificado con|expéditeur notifié par|mittente notificato con)(?: Mailtrack.*)?",
    re.IGNORECASE,
)
NAMES_THING = re.compile(rf"{PLAIN}(?<!\w)(?:{THINGS}){PLAIN}", re.IGNORECASE)
# "Get Outlook for iOS" and the like, in whatever language, as the few words of a row.
SYSTEM = r"\b(?:iOS|Android|Windows|Mac)(?![a-z])"
OUTLOOK = re.compile(rf"\bOutlook.*{SYSTEM}|{SYSTEM}.*\bOutlook")
FEW = 8
# At the end of a text it is a sign-off, too, if somebody has put other words for the program's.
OWN_WORDS = re.compile(
    rf"(?:{SENT_FROM})\s{PLAIN}|von {PLAIN} gesendet|\w+ from mobile"
    rf"|(?:please |sorry,? )?(?:excuse|pardon|forgive|sorry for)\b{PLAIN}\b(?:typ\w+|brevity|thumbs|spelling)\b{PLAIN}",
    re.IGNORECASE,
)
SHORT, LONG = 90, 400  # characters of a sign-off without its links, and with them
LINK = re.compile(r"\[([^\]]{0,80})\]\([^()\s]{0,300}\)|[<(\[]?\s?https?://[^\s<>()\[\]]{1,300}\s?[>)\]]?")
LETTER = re.compile(r"[^\W\d_]")
CHECKED = re.compile(r"https?://(?:www\.|s-install\.)?(?:avast|avcdn|avg|avira)\.\w{2,3}/\S*", re.IGNORECASE)
AROUND = " \t.,!*_~|<>()[]\u2013\u2014-\"'\u00ab\u00bb"


def is_sign_off(text: str) -> bool:
    """Whether a program wrote this row below a text: where it was sent from, or with what."""
    said = _plain(text)
    if not said:
        return CHECKED.fullmatch(text.strip(AROUND)) is not None
    if said.casefold().endswith(AND_SENT):
        return NAMES_THING.fullmatch(said) is not None
    return bool(SIGN_OFF.fullmatch(said) or (len(said.split()) <= FEW and OUTLOOK.search(said)))


def _plain(text: str) -> str:
    """A row without links and brackets; "" if it is too long for a sign-off, or has no letters."""
    said = " ".join(LINK.sub(r" \1 ", text).split()).strip(AROUND) if len(text) <= LONG else ""
    return said if len(said) <= SHORT and LETTER.search(said) else ""


# --- what stands above and below a text ---

MOST_OF_BANNER = 8  # rows
MOST_OF_DISCLAIMER = 80  # rows
LONGEST, LOOKED_AT = 500, 4_000  # characters that are looked at of a row, and of a disclaimer
BROKEN = 44  # characters of a row that a program may have broken
SAYING = 4  # words; a sentence has more
WORDS, FEW_WORDS = 15, 8  # of a disclaimer, and of one below which another stands
RULES = " \t\u00a0-_=*~#+.|\u2013\u2014\u2500\u2550"
# What warnings of strangers speak of, each in many languages.
OF_BANNERS = tuple(re.compile(words, re.IGNORECASE) for words in (
    r"extern|outside|außerhalb|extérieur|exterior|esterno|buiten|ulkopuol|внешн|зовнішн|zewnętrz|utifrån|utanför"
    r"|utenfor"
    r"|külső|vnější|dış|外部|社外|외부",
    r"organi[sz]a|compan|unternehm|firma|entreprise|société|empresa|azienda|bedrijf|företag|virksomhed|компани"
    r"|компані|会社|組織|组织",
    r"caution|warning|attention|careful|beware|achtung|vorsicht|warnung|attenzione|atención|precaución|cuidado"
    r"|atenção"
    r"|prudence|let op|waarschuwing|uwaga|ostrożn|внимание|осторожн|увага|varning|advarsel|forsiktig|varoitus|huomio"
    r"|figyelem|dikkat|注意|警告|주의",
    r"\blinks?\b|attachment|anhäng|anlage|pi[èe]ces? jointe|\bliens?\b|enlace|adjunto|\blink|allegat|bijlage|anexo"
    r"|ссыл"
    r"|вложен|посилан|вкладен|załącznik|odnośnik|bilag|bilaga|länk|lenke|liite|linkk|melléklet|附件|链接|連結"
    r"|リンク|添付|첨부",
    r"sender|absender|expéditeur|remitente|mittente|afzender|remetente|отправител|відправник|nadawc|avsändar|avsender"
    r"|afsender|lähettäj|feladó|gönderen|发件人|寄件者|差出人|送信者|보낸",
    r"(?:this|the following) (?:e-?mail|message)|diese (?:e-?mail|nachricht)|ce (?:courriel|message|mail)|cet e-?mail"
    r"|este (?:correo|mensaje|e-?mail)|questa (?:e-?mail|mail)|questo messaggio|deze? (?:e-?mail|bericht)|это письмо"
    r"|ta wiadomość|detta (?:mejl|meddelande)|denne (?:e-?mail|e-?post)|tämä (?:viesti|sähköposti)",
))  # fmt: skip
A_BANNER = re.compile(
    r"aka\.ms/LearnAboutSenderIdentification|don['’]t often get e-?mail from|nicht oft eine E-?Mail von"
    r"|pas souvent d['’]e-?mail"
    r"|no suele recibir correo|non si ricevono (?:messaggi|spesso)|ontvangt niet vaak e-?mail|inte ofta e-?post från"
    r"|ikke ofte (?:mails?|e-?post) fra|nie (?:otrzymujesz|masz) często|não costuma receber e-?mail|нечасто получаете"
    r"|pfptBanner|^report (?:suspicious|phish\w*)$"
    r"|^(?:external?|externe|externo|esterno|extern)(?:[ :-]{0,3}(?:e-?mail|message|mail|sender|courriel|nachricht))?$",
    re.IGNORECASE,
)
# What disclaimers speak of: most name five of these.
OF_DISCLAIMERS = tuple(re.compile(words, re.IGNORECASE) for words in (
    r"(?:this|the|any) (?:\w+ )?(?:e-?mail|message|communication|transmission)|diese (?:e-?mail|nachricht)"
    r"|ce (?:message|courriel|mail)|cet e-?mail|este (?:mensaje|correo|e-?mail)|esta mensagem|questo messaggio"
    r"|questa e-?mail|deze? (?:e-?mail|bericht)|detta (?:meddelande|mejl)|denne (?:e-?mail|e-?post|meddelelse)"
    r"|tämä (?:viesti|sähköposti)|(?:ta|niniejsza) wiadomość|(?:это|данное|настоящее) (?:сообщение|письмо)"
    r"|tento e-?mail"
    r"|tato zpráva|ez az (?:e-?mail|üzenet)|bu (?:e-?posta|mesaj)|acest (?:mesaj|e-?mail)|本邮件|本郵件|本メール",
    r"confiden[ct]ial|vertraulich|confidentiel|riservat|vertrouwelijk|konfidenti|fortrolig|luottamuksell|poufn"
    r"|конфиденциальн|конфіденційн|důvěrn|dôvern|bizalmas|gizli|εμπιστευτικ|保密|机密|機密|기밀",
    r"privileged|privilegi|proprietary",
    r"recipient|addressee|empfänger|adressat|destinat[aá]|geadresseerde|ontvanger|mottaga|mottake|modtage"
    r"|vastaanottaj"
    r"|adresat|получател|адресат|одержувач|címzett|alıcı|παραλήπτ|收件人|受信者|수신인",
    r"intended (?:only|solely|for)|ausschließlich|exclusivement|exclusiv[ao]|esclusiv|uitsluitend|enbart|wyłącznie"
    r"|предназначен|призначен",
    r"unauthori[sz]|prohibit|unlawful|unbefugt|untersagt|interdit|prohibid|proibid|vietat|verboden|förbjud"
    r"|uberettiget"
    r"|luvaton|zabronion|запрещ|заборонен|zakáz|tilos|yasak",
    r"disclos|distribut|dissemin|copying|weitergabe|diffusion|divulg|difus|openbaarmaking|rozpowszechn|распростран"
    r"|terjeszt",
    r"\bdelet|destroy|lösch|vernicht|détrui|supprim|elimin|borr|destru|apag|cancell|distrugg|verwijder|vernietig"
    r"|radera|slett?"
    r"|poista|usun|skasow|удал|знищ|smaz|törölj|silin|删除|刪除|削除|삭제",
    r"in error|irrtümlich|par erreur|por error|por erro|per errore|vergissing|misstag|ved en feil|virheellises"
    r"|omyłkow"
    r"|по ошибке|помилков|omylem|tévedés|yanlışlıkla",
    r"notify|benachrichtig|avertir|prévenir|notifi|avis[ae]|informer|informieren|сообщит|повідом|zawiadom",
    r"liabilit|responsib|accept no|haftung|responsabilit|aansprakelijk|ansvar|odpowiedzialno|ответственн|felelős",
    r"virus|malware", r"scanned|checked|geprüft|analy[sz]é|gescand|archived|monitor", r"compliance|regulat"
    r"|solicitation",
    r"registered (?:in|office|number)|registergericht|handelsregister|geschäftsführer",
))  # fmt: skip
A_DISCLAIMER = re.compile(
    r"(?:legal |e-?mail )?disclaimer|confidentiality(?: notice| note)?|(?:important|legal) notice|haftungsausschluss"
    r"|(?:rechtlicher )?hinweis|avertissement|aviso (?:legal|de confidencialidad\w*)|avvertenza"
    r"|juridische mededeling",
    re.IGNORECASE,
)
# "Please think of the environment before you print this."
PRINTING = re.compile(
    r"(?:before|bevor|avant|antes|prima|innan|før) .{0,30}(?:print|druck|imprim|stamp|skriv|udskriv)", re.IGNORECASE
)
GREEN = re.compile(r"environ|umwelt|ambiente|miljö|miljø|\btrees?\b|paper", re.IGNORECASE)
LIKE_ORDER = re.compile(r"\s[-:>|@$]\s*[A-Z]{2,}|^\s*\d+\s*[:>|@$#]|^\s*[A-Z]{3,}\s+\S{3,}\s*$")


def own(rows: Sequence[Row]) -> Sequence[Row]:
    """*rows*, the new text of a part, without what a server wrote above it, and programs and companies below it."""
    start = 0
    while count := _of_banner(rows[start:]):
        start += count
    return rows[start : _end(rows, start)]


def _of_banner(rows: Sequence[Row]) -> int:
    """How many of the first rows, with the blank ones, warn of a stranger."""
    said = ""
    for count, row in enumerate(rows[:MOST_OF_BANNER], 1):
        text = row.text[:LONGEST].strip(RULES + AROUND)
        if (said and not text) or (LIKE_ORDER.search(text) and not A_BANNER.search(text)):
            return 0
        said = f"{said} {text}".strip()
        if A_BANNER.search(said) or _speaks(said, OF_BANNERS) > 2:
            while count < len(rows) and _goes_on(rows[count - 1].text.rstrip(), rows[count].text):
                count += 1
            return count
    return 0


def _goes_on(before: str, text: str) -> bool:
    """Whether a warning whose last row is *before* goes on in the next one."""
    if not text.strip(RULES) or LIKE_ORDER.search(text):
        return not text.strip(RULES)
    text = text[:LONGEST]
    broken = len(before) > BROKEN and before[-1] not in ".!?:>)]*"
    return broken or (_speaks(text, OF_BANNERS) > 0 and len(text.split()) > SAYING)


def _speaks(text: str, kinds: Sequence[re.Pattern[str]]) -> int:
    """Of how many of these matters a text speaks."""
    return sum(kind.search(text) is not None for kind in kinds)


def _end(rows: Sequence[Row], start: int) -> int:
    """Where the writer's own rows end: below them are sign-offs, disclaimers and rules."""
    end, framed = len(rows), False
    while end > start:
        text = rows[end - 1].text
        said = _plain(text)
        if not text.strip(RULES):
            end, framed = end - 1, framed or bool(text.strip())
        elif is_sign_off(text) or OWN_WORDS.fullmatch(said) or (framed and _names_disclaimer(text)):
            end -= 1
        elif (first := _disclaimer(rows, start, end, framed)) < end:
            end, framed = first, True
        else:
            break
    return end


def _names_disclaimer(text: str) -> bool:
    return A_DISCLAIMER.fullmatch(text.strip(RULES + AROUND + ":")) is not None


def _disclaimer(rows: Sequence[Row], start: int, end: int, framed: bool) -> int:
    """Where the disclaimer begins that ends at *end*; *end* if none does. framed: another one or a rule is below."""
    first = end
    start = max(start, end - MOST_OF_DISCLAIMER)
    while first > start and rows[first - 1].text.strip(RULES) and not LIKE_ORDER.search(rows[first - 1].text):
        first -= 1
    while first < end and not _speaks(rows[first].text[:LONGEST], OF_DISCLAIMERS):
        first += 1  # what a person wrote right above it
    said = " ".join(row.text for row in rows[first:end])[:LOOKED_AT]
    kinds, words = _speaks(said, OF_DISCLAIMERS), len(said.split())
    wishes = GREEN.search(said) and PRINTING.search(said)
    return first if wishes or (kinds > 2 and words >= WORDS) or (framed and kinds > 1 and words >= FEW_WORDS) else end
