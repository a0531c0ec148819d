"""Outgoing mail: connection to the server, encryption and login. No mail is sent."""

from __future__ import annotations

from gm.config.loading import Config, ConfigError, Smtp, make_sender
from gm.doctor.finding import Finding, bad, ok, skip, warn

SMALL = 5_000_000  # bytes; the report at the end of a long game may come near


async def check_outgoing(config: Config) -> list[Finding]:
    """Check the configured SMTP server."""
    smtp = config.smtp
    try:
        sender = make_sender(config)
    except ConfigError:
        return [skip("smtp", "no login without the password")]  # check_files reports the missing password
    try:
        outcome, limit = await sender.greet()
    finally:
        await sender.close()
    if outcome.kind != "sent":
        return [bad("smtp", outcome.answer, _advice(outcome.answer, smtp))]
    how = f"lets gm in as {smtp.user}" if smtp.user else "greets gm, without a login"
    found = [ok("smtp", f"{smtp.host}:{smtp.port} {how}")]
    if limit and limit < SMALL:
        told = f"it takes mails of at most {limit // 1000} kB"
        found.append(warn("smtp", told, "the report at the end of a long game may be larger: raise the limit"))
    todo = "write PING to gm from another provider once it serves"
    return [*found, skip("smtp", "whether mail from gm arrives elsewhere cannot be seen from here", todo)]


def _advice(trouble: str, smtp: Smtp) -> str:
    if "refused the login" in trouble:
        return "see smtp.user and the password; some providers want a password made for programs alone"
    if "certificate" in trouble:
        return f"the certificate must be for {smtp.host}; smtp.cafile names one of your own"
    return f"is it up, and are smtp.host, smtp.port and smtp.tls right? Try: nc -vz {smtp.host} {smtp.port}"
