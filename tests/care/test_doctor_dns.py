"""`gm doctor` and the DNS: what is published for our domain, according to a name server on this machine."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from importlib import util
from pathlib import Path

import pytest
from caring import configured

from gm.config.loading import Config, load_config
from gm.doctor import names
from gm.doctor.finding import Finding
from gm.doctor.names import check_names

asyncresolver = pytest.importorskip("dns.asyncresolver")
message = pytest.importorskip("dns.message")
rcode = pytest.importorskip("dns.rcode")
rrset = pytest.importorskip("dns.rrset")

HOST = "127.0.0.1"
DOMAIN = "play.example.org"
SPF, DMARC = '"v=spf1 mx -all"', '"v=DMARC1; p=none"'
GOOD = {
    (DOMAIN, "MX"): ["10 mx.example.org."],
    (DOMAIN, "TXT"): ['"something else"', SPF],
    (f"_domainkey.{DOMAIN}", "TXT"): [],
    (f"_dmarc.{DOMAIN}", "TXT"): [DMARC],
}
Zone = Mapping[tuple[str, str], list[str]]


class NameServer(asyncio.DatagramProtocol):
    """Answers from a zone: what is not in it does not exist, "servfail" is no answer."""

    def __init__(self, zone: Zone) -> None:
        self.zone = zone

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def datagram_received(self, data: bytes, peer: tuple[str, int]) -> None:
        asked = message.from_wire(data)
        (question,) = asked.question
        name, kind = question.name.to_text().rstrip("."), question.to_text().split()[-1]
        answer = message.make_response(asked)
        records = self.zone.get((name, kind))
        if records == ["servfail"]:
            answer.set_rcode(rcode.SERVFAIL)
        elif records:
            answer.answer.append(rrset.from_text(question.name, 60, "IN", kind, *records))
        elif name not in {known for known, _ in self.zone}:
            answer.set_rcode(rcode.NXDOMAIN)
        self.transport.sendto(answer.to_wire(), peer)  # type: ignore[attr-defined]


@contextlib.asynccontextmanager
async def serving(zone: Zone) -> AsyncIterator[int]:
    """A name server for *zone*; its port."""
    transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
        lambda: NameServer(zone), local_addr=(HOST, 0)
    )
    try:
        yield transport.get_extra_info("sockname")[1]
    finally:
        transport.close()


def at_home(folder: Path, address: str = f"gm@{DOMAIN}") -> Config:
    """A configuration whose address is of the domain."""
    configured(folder)
    file = folder / "gm.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("gm@gm.test", address), encoding="utf-8")
    return load_config(file)


def found_in(folder: Path, zone: Zone) -> list[Finding]:
    async def examine() -> list[Finding]:
        async with serving(zone) as port:
            resolver = asyncresolver.Resolver(configure=False)
            resolver.nameservers, resolver.port = [HOST], port
            return await check_names(at_home(folder), resolver)

    return asyncio.run(examine())


def without(*keys: tuple[str, str]) -> dict[tuple[str, str], list[str]]:
    return {key: records for key, records in GOOD.items() if key not in keys}


def test_a_domain_in_order_is_told_so(tmp_path: Path) -> None:
    found = found_in(tmp_path, GOOD)
    assert [(one.level, one.what.split(":")[0]) for one in found] == [
        ("ok", "MX"), ("ok", "SPF"), ("ok", "DKIM"), ("ok", "DMARC"),
    ]  # fmt: skip
    assert "mx.example.org" in found[0].what and "v=spf1 mx -all" in found[1].what


def test_the_policy_of_the_domain_above_counts(tmp_path: Path) -> None:
    zone = {**without((f"_dmarc.{DOMAIN}", "TXT")), ("_dmarc.example.org", "TXT"): [DMARC]}
    assert found_in(tmp_path, zone)[3].level == "ok"


@pytest.mark.parametrize(
    ("zone", "which", "level", "what"),
    [
        ({}, 0, "bad", "there is no domain"),
        ({(DOMAIN, "MX"): ["0 ."]}, 0, "bad", "takes no mail"),
        ({(DOMAIN, "TXT"): [SPF]}, 0, "bad", "neither an MX record nor an address"),
        ({**GOOD, (DOMAIN, "MX"): [], (DOMAIN, "A"): ["192.0.2.1"]}, 0, "warn", "only an address"),
        (without((DOMAIN, "TXT")), 1, "warn", "SPF: none"),
        ({**GOOD, (DOMAIN, "TXT"): ['"v=spf10 x"']}, 1, "warn", "SPF: none"),
        ({**GOOD, (DOMAIN, "TXT"): [SPF, '"v=spf1 -all"']}, 1, "bad", "2 records"),
        ({**GOOD, (DOMAIN, "TXT"): ['"v=spf1 +all"']}, 1, "warn", "lets everybody"),
        (without((f"_domainkey.{DOMAIN}", "TXT")), 2, "warn", "no keys"),
        (without((f"_dmarc.{DOMAIN}", "TXT")), 3, "warn", "DMARC: none"),
        ({**GOOD, (f"_dmarc.{DOMAIN}", "TXT"): [DMARC, DMARC.replace("none", "reject")]}, 3, "warn", "2 records"),
        ({(DOMAIN, "MX"): ["servfail"]}, 0, "skip", "no resolver answers for play.example.org"),
    ],
)
def test_what_is_missing_or_wrong_is_told(tmp_path: Path, zone: Zone, which: int, level: str, what: str) -> None:
    finding = found_in(tmp_path, zone)[which]
    assert finding.level == level
    assert what in finding.what and finding.todo


def test_a_long_record_in_several_pieces_is_one(tmp_path: Path) -> None:
    zone = {**GOOD, (DOMAIN, "TXT"): ['"v=spf1 mx " "-all"']}
    assert "v=spf1 mx -all" in found_in(tmp_path, zone)[1].what


def test_without_an_answer_nothing_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "TIMEOUT", 0.3)  # time: how long an answer may take
    monkeypatch.setattr(NameServer, "datagram_received", lambda *_: None)  # network: a resolver that never answers
    (finding,) = found_in(tmp_path, GOOD)
    assert finding.level == "skip" and "no resolver answers" in finding.what


@pytest.mark.parametrize("address", ["gm@gm.test", "gm@localhost", "gm@games.lan"])
def test_the_dns_is_not_asked_about_a_domain_of_this_network(tmp_path: Path, address: str) -> None:
    (finding,) = asyncio.run(check_names(at_home(tmp_path, address), asyncresolver.Resolver(configure=False)))
    assert finding.level == "skip" and "for this network only" in finding.what


def test_without_the_extra_the_dns_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # planted: the extra is missing
    monkeypatch.setattr(names, "find_spec", lambda name: None if name == "dns" else util.find_spec(name))
    (finding,) = asyncio.run(check_names(at_home(tmp_path)))
    assert finding.level == "skip" and "gm-gamemaster[dkim]" in finding.todo
