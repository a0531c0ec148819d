"""Handing mail to the SMTP server, one mail to one recipient at a time."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from typing import Literal

import aiosmtplib
import msgspec

from gm.post.outbound.address import address_problem

# The server may have closed an unused connection unnoticed: check before using it again.
STALE = 10.0  # seconds
GOODBYE = 2.0  # seconds a server may take to answer QUIT
TROUBLE = (aiosmtplib.SMTPException, OSError, TimeoutError, ValueError)

TlsMode = Literal["implicit", "starttls", "none"]


class Outcome(msgspec.Struct, frozen=True):
    """What became of one mail."""

    kind: Literal["sent", "retry", "refused"]  # refused: permanently, the same mail will never get through
    answer: str  # the server's last answer or what went wrong: one line, safe to log
    reached: bool = True  # False: the server is down or accepts nothing from us; other mails would fail, too


class Sender:
    """One connection to one SMTP server, kept open between mails.

    TLS is always verified, only against *cafile* if given; "starttls" insists on it. *timeout*: seconds for each answer
    of the server. Concurrent calls of send() take turns. Raises OSError if *cafile* cannot be used.
    """

    def __init__(
        self,
        host: str,
        port: int,
        *,
        tls: TlsMode,
        cafile: str | None = None,
        user: str | None = None,
        password: str | None = None,
        timeout: float = 30.0,
        local_hostname: str = "localhost",
    ) -> None:
        self._host, self._password, self._timeout = host, password, timeout
        self._turn = asyncio.Lock()
        self._used = 0.0
        self._client = aiosmtplib.SMTP(
            hostname=host,
            port=port,
            username=user,
            password=password if user is not None else None,
            # If unset, the library asks the DNS for our name, which may take long.
            local_hostname=local_hostname,
            timeout=timeout,
            use_tls=tls == "implicit",
            start_tls=tls == "starttls",
            tls_context=ssl.create_default_context(cafile=cafile) if tls != "none" else None,
        )

    async def send(self, sender: str, recipient: str, raw: bytes) -> Outcome:
        """Hand over *raw* for *recipient*; an empty *sender* is the null return path. Never raises for mail trouble.

        After "retry" the server may still have the mail (an answer can get lost): send it with the same Message-ID.
        """
        if problem := address_problem(recipient):
            return Outcome("refused", f"recipient {problem}")
        if sender and (problem := address_problem(sender)):
            return Outcome("retry", f"sender {problem}")  # the operator can fix that, and then the mail can be sent
        async with self._turn:
            return await self._send(sender, recipient, raw)

    async def greet(self) -> tuple[Outcome, int]:
        """Connect and log in without sending: the outcome ("sent" if that succeeds), and the largest mail accepted.

        That is in bytes, 0 if any size is accepted or the server does not say.
        """
        async with self._turn:
            try:
                await self._connect()
                with contextlib.suppress(aiosmtplib.SMTPHeloError):  # an old server that accepts only HELO
                    await self._client.ehlo()
            except aiosmtplib.SMTPResponseException as error:
                return self._refusal(error), 0
            except TROUBLE as error:
                return Outcome("retry", self._trouble(error), reached=False), 0
            size = self._client.esmtp_extensions.get("size", "")
            return Outcome("sent", "greeted"), int(size) if size.isdigit() else 0

    async def close(self) -> None:
        """Say goodbye if connected; never raises. A later send() connects again."""
        async with self._turn:
            if self._client.is_connected:
                with contextlib.suppress(*TROUBLE):
                    await self._client.quit(timeout=min(self._timeout, GOODBYE))
            self._client.close()

    async def _send(self, sender: str, recipient: str, raw: bytes) -> Outcome:
        kept = False
        try:
            await self._connect()
            _, answer = await self._client.sendmail(sender, [recipient], raw)
            kept = True
            return Outcome("sent", one_line(answer))
        except aiosmtplib.SMTPRecipientsRefused as error:
            kept = error.recipients[0].code != 421
            return self._refusal(error.recipients[0])
        except aiosmtplib.SMTPResponseException as error:
            kept = error.code != 421
            return self._refusal(error)
        except TROUBLE as error:
            return Outcome("retry", self._trouble(error), reached=False)
        finally:
            # Unless it answered normally, the server may still wait for the rest of a half-sent mail.
            if not kept:
                self._client.close()
            self._used = asyncio.get_running_loop().time()

    async def _connect(self) -> None:
        """Make sure that there is a working connection."""
        if self._client.is_connected and asyncio.get_running_loop().time() - self._used > STALE:
            try:
                await self._client.noop()
            except TROUBLE:
                self._client.close()
        if not self._client.is_connected:
            await self._client.connect()

    def _refusal(self, error: aiosmtplib.SMTPResponseException) -> Outcome:
        answer = self._clean(f"{error.code} {error.message}")
        if isinstance(error, aiosmtplib.SMTPAuthenticationError):
            return Outcome("retry", f"{self._host} refused the login: {answer}", reached=False)
        if self._wants_login(error):
            return Outcome("retry", f"{self._host} may want a login: {answer}")
        # 552: the mail is too large for this server. Other refusals of the sender concern our own configuration.
        about_mail = isinstance(error, aiosmtplib.SMTPRecipientRefused | aiosmtplib.SMTPDataError) or error.code == 552
        refused = about_mail and 500 <= error.code < 600
        return Outcome("refused" if refused else "retry", answer, reached=error.code != 421)

    def _wants_login(self, error: aiosmtplib.SMTPResponseException) -> bool:
        """Whether a recipient was refused because gm did not log in."""
        refused = isinstance(error, aiosmtplib.SMTPRecipientRefused) and self._password is None
        # 530: RFC 4954; 5.7.x: RFC 3463, for instance "relay access denied".
        return refused and (error.code == 530 or error.message.startswith("5.7."))

    def _trouble(self, error: BaseException) -> str:
        """What went wrong, for the operator."""
        cause: BaseException | None = error
        for _ in range(5):
            if isinstance(cause, ssl.SSLCertVerificationError):
                return one_line(f"certificate of {self._host} was refused: {cause.verify_message}")
            if isinstance(cause, ssl.SSLError):
                return one_line(f"TLS with {self._host} failed: {cause.reason or cause}")
            cause = cause and (cause.__cause__ or cause.__context__)
        if isinstance(error, TimeoutError):
            return f"{self._host} did not answer in time"
        return self._clean(f"{self._host}: {error}" if str(error) else f"{self._host}: {type(error).__name__}")

    def _clean(self, text: str) -> str:
        return one_line(text.replace(self._password, "***") if self._password else text)


def one_line(text: str) -> str:
    """*text* as at most 300 printable ASCII characters on one line."""
    words = " ".join(text.split())
    return "".join(letter if " " <= letter <= "~" else "?" for letter in words)[:300]
