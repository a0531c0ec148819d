"""What the DNS says about our domain: who takes its mail, and how others can tell that mail is really ours."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from gm.config.loading import Config
from gm.doctor.finding import Finding, bad, ok, skip, warn

if TYPE_CHECKING:
    from dns.asyncresolver import Resolver

TIMEOUT = 5.0  # seconds for each question
# Domains that are not in the public DNS (RFC 6761, RFC 6762).
LOCAL = frozenset({"test", "invalid", "localhost", "example", "local", "internal", "lan"})


class Unanswered(Exception):
    """There is no resolver, or none that answers; the text says which."""


async def check_names(config: Config, resolver: Resolver | None = None) -> list[Finding]:
    """Check MX, SPF, DKIM and DMARC for the domain of gm.address. resolver: used instead of this machine's own."""
    domain = config.gm.address.rpartition("@")[2].lower().rstrip(".")
    if find_spec("dns") is None:
        return [skip("dns", "nothing here can ask the DNS", "pip install 'gm-gamemaster[dkim]' brings what can")]
    if domain.rpartition(".")[2] in LOCAL:
        return [skip("dns", f"{domain} is a domain for this network only")]
    names = _Names(resolver)
    found: list[Finding] = []
    try:
        for check in (_mx, _spf, _dkim, _dmarc):
            found.append(await check(names, domain))
            if found[-1].level == "bad" and check is _mx:
                break
    except Unanswered as error:
        found.append(skip("dns", str(error), "gm works without; try again where the DNS answers"))
    return found


class _Names:
    """Asks a resolver."""

    def __init__(self, resolver: Resolver | None) -> None:
        self._resolver = resolver

    async def ask(self, name: str, kind: str) -> list[str] | None:
        """The records of *kind* at *name* as text, None if there is no such name. Raises Unanswered."""
        from dns import asyncresolver, exception, resolver  # only installed with the extra

        try:
            self._resolver = self._resolver or asyncresolver.Resolver()
            answer = await self._resolver.resolve(name, kind, lifetime=TIMEOUT, search=False)
        except resolver.NXDOMAIN:
            return None
        except resolver.NoAnswer:
            return []
        except resolver.NoResolverConfiguration:
            raise Unanswered("this machine has no DNS resolver") from None
        except (exception.DNSException, OSError, UnicodeError) as error:
            raise Unanswered(f"no resolver answers for {name} ({type(error).__name__})") from None
        if kind != "TXT":
            return [record.to_text() for record in answer]
        return [b"".join(record.strings).decode("utf-8", "replace") for record in answer]

    async def texts(self, name: str, begin: str) -> list[str]:
        """The TXT records at *name* that begin with *begin*."""
        return [text for text in await self.ask(name, "TXT") or [] if text.lower().startswith(begin)]


async def _mx(names: _Names, domain: str) -> Finding:
    records = await names.ask(domain, "MX")
    if records is None:
        return bad("dns", f"there is no domain {domain}", "players could not answer: see gm.address")
    hosts = sorted(record.split()[-1].rstrip(".") for record in records)
    if hosts == [""]:
        return bad("dns", f"{domain} says that it takes no mail (MX 0 .)", "publish an MX record for it")
    if hosts:
        return ok("dns", f"MX: mail to {domain} goes to {', '.join(hosts)}")
    if await names.ask(domain, "A") or await names.ask(domain, "AAAA"):
        return warn("dns", f"{domain} has no MX record, only an address", "publish an MX record for it")
    return bad("dns", f"{domain} has neither an MX record nor an address", "publish an MX record for it")


async def _spf(names: _Names, domain: str) -> Finding:
    found = [text for text in await names.texts(domain, "v=spf1") if text.lower().split()[0] == "v=spf1"]
    if not found:
        todo = f'publish which servers send its mail: TXT at {domain}, such as "v=spf1 mx -all"'
        return warn("dns", f"SPF: none for {domain}; our mail may be taken for spam", todo)
    if len(found) > 1:
        return bad("dns", f"SPF: {len(found)} records for {domain}; others read none of them then", "keep one of them")
    if {"+all", "all"} & set(found[0].lower().split()):
        return warn("dns", f"SPF: {domain} lets everybody send its mail", 'end it with "-all" or "~all"')
    return ok("dns", f"SPF: {found[0][:100]}")


async def _dkim(names: _Names, domain: str) -> Finding:
    """Check whether there is any key: if there is none, the name above all keys does not exist (RFC 8020)."""
    if await names.ask(f"_domainkey.{domain}", "TXT") is None:
        todo = "have your mail server sign what gm sends, and publish the key; docs/mail.md"
        return warn("dns", f"DKIM: no keys beneath _domainkey.{domain}; our mail may be taken for spam", todo)
    return ok(
        "dns", f"DKIM: there are keys beneath _domainkey.{domain}; a mail received elsewhere shows if it is signed"
    )


async def _dmarc(names: _Names, domain: str) -> Finding:
    """Check the policy of the domain, or else that of a domain above it."""
    labels = domain.split(".")
    for start in range(len(labels) - 1):
        place = ".".join(labels[start:])
        found = await names.texts(f"_dmarc.{place}", "v=dmarc1")
        if len(found) > 1:
            told = f"DMARC: {len(found)} records at _dmarc.{place}; others read none of them then"
            return warn("dns", told, "keep one of them")
        if found:
            return ok("dns", f"DMARC: {found[0][:100]}")
    todo = f'publish one: TXT at _dmarc.{domain}, to begin with "v=DMARC1; p=none"'
    return warn("dns", f"DMARC: none for {domain}; large providers want one", todo)
