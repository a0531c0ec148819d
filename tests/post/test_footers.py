"""What programs, mail servers and companies put around a text, in many languages: none of it is the writer's."""

from __future__ import annotations

from helpers.rows import each_row

from gm.post.inbound.letter import read_mail

OWN = ["ACCEPT FGAEIRT", "4 : A PAR - BUR"]
TEXT = "\n".join(OWN)


def mail(body: str, content: str = "text/plain") -> bytes:
    return f"From: ann@example.org\nContent-Type: {content}; charset=utf-8\n\n{body}\n".encode()


def written(body: str, content: str = "text/plain") -> list[str]:
    found = read_mail(mail(body, content))
    assert found.trouble == ""
    return [line.text for line in found.lines if line.text]


SIGN_OFFS = [
    "Sent from my iPhone", "Sent from my Verizon Wireless 4G LTE smartphone", "Sent from my TI-85",
    "Sent from my phone, please excuse any typos.", "(Sent from mobile device)", "<<sent by galaxy>>",
    "Sent from Mailbox for iPad", "Sent from Windows Mail", "Sent via BlackBerry by AT&T", "Sent with Airmail",
    "Sent from Mail<https://go.microsoft.com/fwlink/?LinkId=550986> for Windows", "Sent with Spark", "Sent from Nine",
    "Sent from [Outlook](https://aka.ms/o0ukef) for iOS", "Sent from Yahoo Mail for iPhone", "Sent from AOL on Android",
    "Sent from Mailspring (https://example.org/), the best free email app for work", "Sent from TypeApp",
    "Sent from Edison Mail", "Sent from Thunderbird for Android", "Sent from the all new AOL app for iOS",
    "Sent with Tuta; enjoy secure & ad-free emails", "Sent from Samsung tablet", "From my Iphone 6",
    "Get Outlook for iOShttps://aka.ms/o0ukef", "Get [Outlook for Android](https://aka.ms/ghei36)",
    "Get BlueMail for Android",
    "Von meinem iPhone gesendet", "Gesendet mit der GMX Mail App", "Von Samsung-Tablet gesendet",
    "Outlook für iOS beziehen",
    "Diese Nachricht wurde von meinem Android-Mobiltelefon mit K-9 Mail gesendet.", "Gesendet von Mail für Windows",
    "Envoyé de mon iPhone", "Envoyé depuis mon appareil mobile Samsung.", "Envoyé à partir de Outlook pour Android",
    "Envoyé de Yahoo Mail pour Android", "Provenance : Courrier pour Windows", "Télécharger Outlook pour iOS",
    "Enviado desde mi Xiaomi", "Enviado desde Correo para Windows", "Enviado desde Outlook para Android",
    "Enviado do meu smartphone Samsung Galaxy.", "Enviado do Yahoo Mail no Android", "Obter o Outlook para Android",
    "Inviato da smartphone Samsung Galaxy.", "Inviato dal mio Huawei", "Scarica Outlook per iOS",
    "Verstuurd vanaf mijn iPad", "Verzonden met BlackBerry Work", "Verzonden vanuit Mail voor Windows",
    "Skickat från min Samsung-enhet", "Hämta Outlook för iOS", "Sendt fra min iPad", "Sendt fra Outlook til Android",
    "Lähetetty iPhonesta", "Hanki Outlook for Android", "Wysłane z mojego iPhone'a", "Wysłano z tabletu Samsung.",
    "Pobierz aplikację Outlook dla systemu iOS", "Отправлено с iPhone", "Отправлено из мобильной Почты Mail",
    "Отправлено со смартфона Samsung Galaxy.", "Надіслано з iPhone", "Изпратено от моя iPhone", "Odesláno z iPhonu",
    "Odoslané z môjho telefónu", "Az iPhone készülékemről küldve", "Trimis de pe iPhone-ul meu", "Poslano s iPhonea",
    "Στάλθηκε από το iPhone μου", "Samsung Galaxy akıllı telefonumdan gönderildi.", "Enviat des del meu iPhone",
    "Saadetud minu iPhone'ist", "Đã gửi từ iPhone của tôi", "Dikirim dari iPhone saya", "ส่งจาก iPhone ของฉัน",
    "נשלח מה-iPhone שלי", "أرسلت من الـ iPhone", "iPhoneから送信", "Outlook for iOS を入手", "나의 iPhone에서 보냄",
    "iOS용 Outlook 받기", "发自我的小米手机", "从我的 iPhone 发送", "從我的 iPhone 傳送", "获取 Outlook for iOS",
    "Virus-free. www.avast.com", "<#DAB4FAD8-2DD7-40BB-A1B8-4E2AA1F9FDF2>", "Sender notified by Mailtrack",
]  # fmt: skip
LAST = ["Sent from a magnificent torch of pixels", "Ann from mobile", "Sorry for any typos", "-----", "____________"]


@each_row("words", [*SIGN_OFFS, *LAST])
def test_what_a_program_signs_off_with_is_no_text(words: str) -> None:
    assert written(f"{TEXT}\n\n{words}") == OWN
    assert written(f"{TEXT}\n\n{words}\n\nOn 22/11/2026 09:00, GM <gm@example.org> wrote:\n> A PAR - PIC") == OWN


@each_row("words", SIGN_OFFS)
def test_below_a_sign_off_nothing_is_read_that_is_not_marked_as_the_writers(words: str) -> None:
    found = read_mail(mail(f"{TEXT}\n\n{words}\n\nA PAR - PIC\n2 $"))
    assert [line.text for line in found.lines] == OWN
    assert [line.text for line in found.below] == ["A PAR - PIC", "2 $"]
    assert written(f"{words}\n\n{TEXT}") == OWN  # there is nothing above it
    assert written(f"Hi\n{words}\n\n> A PAR - PIC\n{TEXT}") == ["Hi", *OWN]  # quote signs tell what is whose


@each_row(
    "line",
    [
        "Sent from my iPhone: 4 : A PAR - BUR",
        "4 : A PAR - BUR | - PIC",
        "Sent from Macedonia by mule",
        "We are sent from the front",
        "The letter was sent from my iPhone to all",
        "// Sent from my own mailer",
        "Get Munich, if you can",
        "My Outlook says that Android wins against all of you who play",
    ],
)
def test_what_is_no_sign_off_is_text(line: str) -> None:
    assert written(f"{line}\n{TEXT}") == [line, *OWN]


def test_a_sign_off_that_a_program_put_right_behind_an_order_is_parted_from_it() -> None:
    assert written("ACCEPT FGAEIRT\n4 : A PAR - BURSent from my Galaxy") == OWN
    assert written("ACCEPT FGAEIRT\n4 : A PAR - BURVon meinem iPhone gesendet") == OWN


BANNERS = [
    "CAUTION: This email came from outside our company. Do not open links or attachments unless you know the sender.",
    "This message was sent by an EXTERNAL sender. Be careful with links\nand attachments in this message.",
    "[EXTERNAL]",
    "*** EXTERNAL EMAIL ***",
    "______________________\nWARNING! This message is from outside the organisation.\nPlease do not open attachments"
    " or follow links unless you are\nsure that the content is safe.\n______________________",
    "You don't often get email from ann@example.org. Learn why this is important<https://aka.ms/LearnAboutSender"
    "Identification>",
    "ZjQcmQRYFpfptBannerStart\nThis Message Is From an External Sender\nIt came from outside your organization.\n"
    "Report Suspicious\nZjQcmQRYFpfptBannerEnd",
    "ACHTUNG: Diese E-Mail stammt von einem externen Absender. Öffnen Sie keine Anhänge und\nfolgen Sie keinen Links.",
    "ATTENTION : ce courriel provient de l'extérieur. N'ouvrez pas les pièces jointes d'un expéditeur inconnu.",
    "PRECAUCIÓN: este correo es externo. No abra enlaces ni adjuntos de un remitente desconocido.",
    "ATTENZIONE: questa e-mail proviene dall'esterno dell'azienda. Non aprire link o allegati.",
    "LET OP: deze e-mail komt van buiten de organisatie. Open geen links of bijlagen van een onbekende afzender.",
    "CUIDADO: este e-mail é externo à empresa. Não abra links nem anexos.",
    "UWAGA: wiadomość od zewnętrznego nadawcy. Nie otwieraj załączników ani linków.",
    "ВНИМАНИЕ! Письмо от внешнего отправителя. Не открывайте ссылки и вложения.",
    "VARNING: detta meddelande kommer från en extern avsändare. Öppna inga länkar eller bilagor.",
    "注意：这封邮件来自外部发件人，请勿打开链接或附件。",
]


@each_row("words", BANNERS)
def test_what_a_server_warns_of_above_a_text_is_no_text(words: str) -> None:
    assert written(f"{words}\n\n{TEXT}") == OWN
    page = "".join(f"<div>{line}</div>" for line in [*words.replace("<", "&lt;").split("\n"), *OWN])
    assert written(page, "text/html") == OWN


DISCLAIMERS = [
    "This message and its attachments are confidential and meant for the addressee alone. If you got it in error,"
    "\nplease tell the sender and delete it; any disclosure or copying is prohibited.",
    "Disclaimer\n\nThe information in this e-mail is intended solely for the recipient and may be privileged. We take"
    " no liability for it.\n\nThis e-mail has been checked for viruses by a filter that also keeps a copy of it.",
    "--------\nAny communication that reaches us is archived for reasons of regulatory compliance.\n--------",
    "Diese E-Mail ist vertraulich und nur für den Empfänger bestimmt. Wer sie irrtümlich erhält, wird gebeten, den"
    " Absender zu benachrichtigen und sie zu löschen; ihre Weitergabe ist untersagt.",
    "Ce message est confidentiel et réservé à son destinataire. Si vous l'avez reçu par erreur, veuillez en avertir"
    " l'expéditeur et le détruire ; sa diffusion est interdite.",
    "Este mensaje es confidencial y va dirigido exclusivamente a su destinatario. Si lo recibe por error, elimínelo y"
    " avise al remitente; queda prohibida su divulgación.",
    "Questo messaggio è riservato e destinato esclusivamente al destinatario. Chi lo riceve per errore è pregato di"
    " cancellarlo e di avvisare il mittente.",
    "Deze e-mail is vertrouwelijk en uitsluitend bestemd voor de geadresseerde. Heeft u dit bericht bij vergissing"
    " ontvangen, dan verzoeken wij u het te verwijderen.",
    "Настоящее сообщение конфиденциально и предназначено только для адресата. Если вы получили его по ошибке, удалите"
    " его и сообщите отправителю; распространение запрещено.",
    "Please consider the environment before you print this e-mail.",
    "Bitte denken Sie an die Umwelt, bevor Sie diese E-Mail drucken.",
]


@each_row("words", DISCLAIMERS)
def test_what_a_company_puts_below_a_text_is_no_text(words: str) -> None:
    assert written(f"{TEXT}\n\n{words}") == OWN
    assert written(f"{TEXT}\n\nAnn\n\n{words}\n\nSent from my iPhone") == [*OWN, "Ann"]
    assert written(f"{TEXT}\n\n> A PAR - PIC\n\n{words}") == OWN


@each_row(
    "words",
    [
        "I will be away on Friday, so please do not delete me.",
        "This message is for England: the sender of the last one is unknown to me.",
        "Confidential: I have no intention to copy Germany.",
        "The attachment that you speak of did not reach me.",
        "External help is welcome.",
    ],
)
def test_what_a_person_says_in_such_words_is_text(words: str) -> None:
    assert written(f"{words}\n\n{TEXT}") == [words, *OWN]
    assert written(f"{TEXT}\n\n{words}") == [*OWN, words]


def test_an_order_right_below_a_warning_or_above_a_disclaimer_is_read() -> None:
    assert written(f"{BANNERS[0]}\n{TEXT}\n{DISCLAIMERS[0]}") == OWN
    assert written(f"{BANNERS[1]}\n4 : a par - bur\n{DISCLAIMERS[0]}") == ["4 : a par - bur"]
