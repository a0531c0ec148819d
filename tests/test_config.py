"""The configuration file: what is accepted, and how every fault is reported."""

from __future__ import annotations

import itertools
import re
import traceback
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from msgspec import structs

from gm.commands.common import load_with_passwords
from gm.commands.faults import Failed
from gm.config import loading as config
from gm.config.loading import EXAMPLE, Config, ConfigError, load_config, mailbox_password, smtp_password

GM = '[gm]\naddress = "gm@example.org"\noperator = "you@example.org"\n'
IMAP = '[imap]\nhost = "imap.example.org"\nuser = "gm"\n'
SMTP = '[smtp]\nhost = "smtp.example.org"\n'
NAMES = ("STATE_DIRECTORY", "CREDENTIALS_DIRECTORY", "GM_IMAP_PASSWORD", "GM_SMTP_PASSWORD")
BOX = '[[mailbox]]\nname = "{name}"\nhost = "{name}.example.org"\nuser = "gm"\n'
Load = Callable[..., Config]


def imap_password(made: Config) -> str:
    """The password of [imap]."""
    assert made.imap is not None
    return mailbox_password("", made.imap)


@pytest.fixture(autouse=True)
def no_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def load(tmp_path: Path) -> Load:
    def load(*parts: str, mode: int = 0o644) -> Config:
        path = tmp_path / "gm.toml"
        path.write_text("".join(parts) or GM + IMAP + SMTP, encoding="utf-8")
        path.chmod(mode)
        return load_config(path)

    return load


def faults(call: Callable[..., Any], *args: Any, **more: Any) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        call(*args, **more)
    assert "hush" not in "".join(traceback.format_exception(caught.value))
    assert str(caught.value) == "\n".join(caught.value.problems)
    return list(caught.value.problems)


def test_what_must_be_said_is_enough(load: Load, tmp_path: Path) -> None:
    made = load()
    assert (made.gm.reply_address, made.gm.name) == ("gm+{token}@example.org", "The GameMaster")
    assert (made.gm.state, made.gm.database) == (tmp_path / "state", tmp_path / "state" / "gm.sqlite")
    assert made.gm.timezone == ZoneInfo("UTC")
    assert made.imap is not None and made.maildir is None
    assert (made.imap.port, made.imap.tls, made.imap.folder) == (993, "implicit", "INBOX")
    assert (made.imap.done, made.imap.quarantine) == ("GM/Done", "GM/Quarantine")
    assert made.imap.poll == timedelta(seconds=30)
    assert (made.smtp.port, made.smtp.user, made.smtp.local_hostname) == (465, None, "localhost")
    assert (made.limits.answers_per_hour, made.limits.mail_size) == (30, 8_000_000)
    assert [span.total_seconds() / 60 for span in made.limits.retry] == [1, 5, 30, 120, 360]


def test_a_maildir_takes_the_place_of_imap(load: Load, tmp_path: Path) -> None:
    made = load(GM, SMTP, '[maildir]\npath = "mail"\n')
    assert made.imap is None and made.maildir is not None and made.maildir.path == tmp_path / "mail"


@pytest.mark.parametrize(
    ("section", "lines", "port"),
    [
        ("imap", 'host = "localhost"\nuser = "gm"\ntls = "none"', 143),
        ("imap", 'host = "::1"\nuser = "gm"\ntls = "none"\nport = 1143', 1143),
        ("smtp", 'host = "smtp.example.org"', 465),
        ("smtp", 'host = "smtp.example.org"\ntls = "starttls"', 587),
        ("smtp", 'host = "127.0.0.2"\ntls = "none"', 25),
    ],
)
def test_the_port_follows_from_tls(load: Load, section: str, lines: str, port: int) -> None:
    made = load(GM, IMAP if section == "smtp" else SMTP, f"[{section}]\n{lines}\n")
    assert getattr(made, section).port == port


@pytest.mark.parametrize(
    ("written", "around", "state", "database"),
    [
        ("", "/var/lib/gm", "/var/lib/gm", "/var/lib/gm/gm.sqlite"),
        ("", "/var/lib/gm:/var/lib/other", "/var/lib/gm", "/var/lib/gm/gm.sqlite"),
        ('state = "/srv/gm"\n', "/var/lib/gm", "/srv/gm", "/srv/gm/gm.sqlite"),
        ('database = "games.db"\n', "/var/lib/gm", "/var/lib/gm", "/var/lib/gm/games.db"),
        ('database = "/srv/games.db"\n', "/var/lib/gm", "/var/lib/gm", "/srv/games.db"),
        ('database = "~/games.db"\n', "/var/lib/gm", "/var/lib/gm", "/home/you/games.db"),
    ],
)
def test_the_state_lies_where_the_file_says_or_else_systemd(
    load: Load, monkeypatch: pytest.MonkeyPatch, written: str, around: str, state: str, database: str
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", around)
    monkeypatch.setenv("HOME", "/home/you")
    made = load(GM, written, IMAP, SMTP)
    assert (str(made.gm.state), str(made.gm.database)) == (state, database)


@pytest.mark.parametrize(("pattern", "reply_address"), [("", ""), ("gm-{token}@example.net", "gm-{token}@example.net")])
def test_the_reply_address_can_be_written_or_done_without(load: Load, pattern: str, reply_address: str) -> None:
    assert load(GM, f'reply_address = "{pattern}"\n', IMAP, SMTP).gm.reply_address == reply_address


@pytest.mark.parametrize(
    ("lines", "folder", "url"),
    [
        ("", None, ""),
        ('folder = ""\nurl = ""', None, ""),
        ('folder = "pages"', "pages", ""),
        ('url = "https://example.org/"', None, "https://example.org"),
        ('folder = "pages"\nurl = "http://localhost:8080/~gm/games/"', "pages", "http://localhost:8080/~gm/games"),
    ],
)
def test_pages_have_a_folder_an_address_or_both(
    load: Load, tmp_path: Path, lines: str, folder: str | None, url: str
) -> None:
    made = load(GM, IMAP, SMTP, f"[site]\n{lines}\n").site
    assert (made.folder, made.url, made.index) == (tmp_path / folder if folder else None, url, False)


ADDRESS = "expected an address such as gm@example.org, got"
DURATION = "expected a number with s, m, h, d or w, such as 30m, 12h or 3d, got"
HOST = "expected a host such as mail.example.org, without scheme and port"
PATTERN = 'expected an address with {token} once, such as gm+{token}@example.org, or "", got'
READ_ALONG = '"none" is for a server on this machine only; elsewhere anybody on the way could read along'
URL = "expected a web address such as https://example.org/gm, without ? and #"
SIZE = "expected a number with B, KB, MB or GB, such as 10MB, got"


@pytest.mark.parametrize(
    ("key", "value", "fault"),
    [
        ("gm.address", '"Gm <gm@example.org>"', f'{ADDRESS} "Gm <gm@example.org>"'),
        ("gm.address", '"a@b@c"', f'{ADDRESS} "a@b@c"'),
        ("gm.operator", "1", f"{ADDRESS} 1"),
        ("gm.operator", '"GM@example.org"', "must not be gm's own address, or gm would write to itself"),
        ("gm.reply_address", '"gm@example.org"', f'{PATTERN} "gm@example.org"'),
        ("gm.reply_address", '"gm@{token}.org"', f'{PATTERN} "gm@{{token}}.org"'),
        ("gm.reply_address", '"{token}{token}@x"', f'{PATTERN} "{{token}}{{token}}@x"'),
        ("gm.reply_address", '"{name}+{token}@x"', f'{PATTERN} "{{name}}+{{token}}@x"'),
        ("gm.reply_address", "true", f"{PATTERN} true"),
        ("gm.name", '"a\\nBcc: b"', 'expected one line of plain text, got "a\\nBcc: b"'),
        ("gm.name", '""', 'expected some text, got ""'),
        ("gm.state", "[]", "expected text in quotes, got a list"),
        (
            "gm.timezone",
            '"europe/berln"',
            'expected a time zone such as Europe/Berlin, got "europe/berln"; Europe/Berlin?',
        ),
        ("gm.timezone", '"../UTC"', re.compile(r'expected a time zone such as Europe/Berlin, got "../UTC"; \w+\?')),
        ("imap.host", '"imap.example.org:993"', f'{HOST}, got "imap.example.org:993"'),
        ("imap.host", '"imaps://gm:hush@example.org"', HOST),
        ("imap.port", '"abc"', 'expected an integer, got "abc"'),
        ("imap.port", "true", "expected an integer, got true"),
        ("imap.port", "70000", "expected an integer from 1 to 65535, got 70000"),
        ("imap.tls", '"starttls"', 'expected "implicit" or "none", got "starttls"'),
        ("imap.tls", '"none"', READ_ALONG),
        ("imap.cafile", '"no.pem"', "cannot be read: No such file or directory"),
        ("imap.cafile", '"gm.toml"', "holds no certificate in PEM form"),
        ("imap.password", '"hush\\nhush"', "expected text in quotes, on one line"),
        ("imap.done", '"INBOX"', "must not be the folder new mail is read from"),
        ("imap.quarantine", '"INBOX"', "must not be the folder new mail is read from"),
        ("imap.poll", "30", f"{DURATION} 30"),
        ("imap.poll", '"0s"', f'{DURATION} "0s"'),
        ("smtp.tls", "{}", 'expected "implicit" or "starttls" or "none", got a section'),
        ("smtp.tls", '"none"', READ_ALONG),
        ("limits.answers_per_hour", "0", "expected an integer from 1 to 1000000, got 0"),
        ("limits.mails_per_hour", "0", "expected an integer from 1 to 1000000000, got 0"),
        ("limits.mail_size", '"10"', f'{SIZE} "10"'),
        ("limits.mail_size", "10_000", f"{SIZE} 10000"),
        ("limits.retry", '["1m", "soon"]', f'{DURATION} "soon"'),
        ("limits.retry", "[]", 'expected a list of durations such as ["1m", "1h"], got []'),
        ("limits.retry", '"1m"', 'expected a list of durations such as ["1m", "1h"], got "1m"'),
        ("site.url", '"ftp://example.org"', f'{URL}, got "ftp://example.org"'),
        ("site.url", '"https://example.org/gm?page=1"', f'{URL}, got "https://example.org/gm?page=1"'),
        ("site.url", '"https://example.org/#gm"', f'{URL}, got "https://example.org/#gm"'),
        ("site.url", '"https://gm:hush@example.org"', URL),
        ("site.url", '"https://example.org/a b"', f'{URL}, got "https://example.org/a b"'),
        ("site.folder", "3", "expected text in quotes, got 3"),
        ("site.index", '"yes"', 'expected true or false, got "yes"'),
        ("create.allowed", '"payola"', 'expected a list of names such as ["payola"], got "payola"'),
        ("create.allowed", "[1]", re.compile("expected a list of names .*")),
        ("imap.prot", "1", "no such key; port?"),
        ("gm.reply-address", '""', "no such key; reply_address?"),
        ("limits.xyz", "1", "no such key; there are answers_per_hour, mails_per_hour, mails_per_day, mail_size, retry"),
    ],
)
def test_a_wrong_value_is_told_with_the_line_and_the_path_of_its_key(
    load: Load, key: str, value: str, fault: str | re.Pattern[str]
) -> None:
    section, _, name = key.partition(".")
    tables = {"gm": GM, "imap": IMAP, "smtp": SMTP, "limits": "[limits]\n", "site": "[site]\n", "create": "[create]\n"}
    tables[section] = re.sub(rf"^{re.escape(name)} = .*\n", "", tables[section], flags=re.MULTILINE)
    tables[section] += f"{name} = {value}\n"
    text = "".join(tables.values())
    (told,) = faults(load, text)
    line, path, found = told.split(": ", 2)
    assert (line, path) == (f"line {text[: text.index(f'{name} = {value}')].count(chr(10)) + 1}", key)
    assert fault.fullmatch(found) if isinstance(fault, re.Pattern) else found == fault


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ("[imap]  # the mailbox\nprot = 1", 8),
        ("[ imap ]\n  prot=1", 8),
        ('[imap]\n"prot" = 1', 8),
        ("[imap]\nfolder = 'x'\n# prot = 2\nprot.a = 1", 10),
        ('[imap]\n"pr\\u006ft" = 1', 7),  # is not found as it is written: the line of its section
    ],
)
def test_a_key_is_found_however_it_is_written(load: Load, lines: str, line: int) -> None:
    told = faults(load, GM, SMTP, '[maildir]\n', lines + "\n")
    assert [one for one in told if one.endswith("imap.prot: no such key; port?")] == [
        f"line {line}: imap.prot: no such key; port?"
    ]


def test_lines_of_a_list_are_no_sections(load: Load) -> None:
    lists = '[operator]\nhouseholds = [\n["@a.example"],\n[\n"@b.example"\n]\n]\ndigset = ""\n'
    assert faults(load, GM, IMAP, SMTP, lists) == ["line 16: operator.digset: no such key; digest?"]


def test_all_faults_are_told_at_once(load: Load) -> None:
    mail = '[imap]\nhost = 1\nport = "abc"\n[maildir]\n[smpt]\nhost = "x"\n'
    assert faults(load, 'port = 1\n[gm]\nadress = "x"\n', mail, "[limits]\nretry = 1\n") == [
        "line 1: port: no such section; imap.port or smtp.port?",
        "line 8: smpt: no such section; smtp?",
        "line 7: maildir: is there as well as [imap]; keep one of them",
        "line 3: gm.adress: no such key; address?",
        "line 2: gm.address: missing",
        "line 2: gm.operator: missing",
        "line 5: imap.host: expected a host such as mail.example.org, without scheme and port, got 1",
        'line 6: imap.port: expected an integer, got "abc"',
        "line 4: imap.user: missing",
        "line 7: maildir.path: missing",
        "smtp.host: missing",
        'line 11: limits.retry: expected a list of durations such as ["1m", "1h"], got 1',
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "maildir: missing, and so is [imap]"),
        ("[imap]\n[maildir]\n", "line 2: maildir: is there as well as [imap]; keep one of them"),
        ("imap = 3\n", "line 1: imap: expected a section [imap], got 3"),
        ("[[imap]]\n", "line 1: imap: expected a section [imap], got a list"),
        ("addres = 1\n", "line 1: addres: no such section; gm.address?"),
        ("xyz = 1\n", f"line 1: xyz: no such section; there are {', '.join(config.SECTIONS)}"),
    ],
)
def test_a_wrong_section_is_told(load: Load, text: str, fault: str) -> None:
    assert fault in faults(load, text or "\n")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[gm\n", "line 1, column 4: Expected ']' at the end of a table declaration"),
        ('[imap]\npassword = "hush\n', "line 2, column 17: Illegal character '\\n'"),
        ("[imap]\npassword = hush", "line 2, column 12: Invalid value"),
        ("a = 1\na = ", "line 2, column 5: Invalid value"),
        ("a = " + "[" * 10_000, re.compile("the file is not TOML: .*")),
        ("a = " + "9" * 10_000, re.compile("the file is not TOML: .*")),
    ],
)
def test_a_slip_in_the_syntax_is_told_with_line_and_column(load: Load, text: str, fault: str | re.Pattern[str]) -> None:
    (told,) = faults(load, text)
    assert fault.fullmatch(told) if isinstance(fault, re.Pattern) else told == fault


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    path = tmp_path / "gm.toml"
    assert faults(load_config, path) == [f"{path} cannot be read: No such file or directory"]
    path.write_bytes(b"# caf\xe9\n")
    assert faults(load_config, path) == [f"{path} is not UTF-8 text: see byte 5"]


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604])
@pytest.mark.parametrize("section", ["imap", "smtp"])
def test_a_password_stands_only_in_a_file_nobody_else_can_read(load: Load, section: str, mode: int) -> None:
    parts = [GM, IMAP, SMTP, 'user = "gm"\n']
    parts.insert(2 if section == "imap" else 4, 'password = "hush-hush"\n')
    line = 7 if section == "imap" else 10
    fault = f"line {line}: {section}.password: others can read this file; chmod 600 it, or use password_file"
    assert faults(load, *parts, mode=mode) == [fault]
    made = load(*parts, mode=0o600)
    assert (imap_password if section == "imap" else smtp_password)(made) == "hush-hush"
    assert "hush" not in repr(made) + str(made) + repr(structs.asdict(made))
    parts.insert(2 if section == "imap" else 4, 'password_file = "hush"\n')
    fault = f"line {line + 1}: {section}.password: there is password_file as well; keep one of them"
    assert faults(load, *parts, mode=0o600) == [fault]


@pytest.mark.parametrize(
    ("sources", "password"),
    [
        (("file", "credential", "environment"), "from file "),
        (("credential", "environment"), "from credential "),
        (("environment",), "from environment "),
    ],
)
@pytest.mark.parametrize(("section", "ask"), [("imap", imap_password), ("smtp", smtp_password)])
def test_the_password_comes_from_the_nearest_source(
    load: Load,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    sources: tuple[str, ...],
    password: str,
    section: str,
    ask: Callable[[Config], str | None],
) -> None:
    (tmp_path / "secret").write_text("from file \r\n")
    (tmp_path / f"{section}-password").write_text("from credential \n")
    if "credential" in sources:
        monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    if "environment" in sources:
        monkeypatch.setenv(f"GM_{section.upper()}_PASSWORD", "from environment ")
    line = 'password_file = "secret"\n' if "file" in sources else ""
    made = load(GM, IMAP, line if section == "imap" else "", SMTP, 'user = "gm"\n', line if section == "smtp" else "")
    assert ask(made) == password


UNUSABLE = "must hold the password on one line, and nothing else"


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"", UNUSABLE),
        (b"\n", UNUSABLE),
        (b"hush\nhush\n", UNUSABLE),
        (b"hush\xff\n", "is not UTF-8 text"),
    ],
)
def test_a_password_file_that_is_no_use_is_told(
    load: Load, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None, fault: str
) -> None:
    made = load(GM, IMAP, 'password_file = "imap-password"\n', SMTP)
    if content is not None:
        (tmp_path / "imap-password").write_bytes(content)
        monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
        credential = f"imap.password: the systemd credential imap-password {fault}"
        assert faults(imap_password, load()) == [credential]
        made = load(GM, IMAP, 'password_file = "imap-password"\n', SMTP)
    assert faults(imap_password, made) == [f"imap.password_file: the file {fault}"]


def test_a_password_nobody_gave_is_told_with_all_ways_to_give_it(load: Load) -> None:
    (told,) = faults(imap_password, load())
    assert told.startswith("imap.password_file: missing; ")
    assert "credential imap-password" in told and "GM_IMAP_PASSWORD" in told
    (told,) = faults(smtp_password, load(GM, IMAP, SMTP, 'user = "gm"\n'))
    assert told.startswith("smtp.password_file: missing; ") and "GM_SMTP_PASSWORD" in told


def test_without_a_login_there_is_no_password(load: Load) -> None:
    assert smtp_password(load()) is None
    fault = "smtp.user: missing; without it the password is of no use"
    assert faults(smtp_password, load(GM, IMAP, SMTP, 'password_file = "x"\n')) == [fault]


def test_a_game_that_nobody_knows_cannot_be_created_and_gm_serve_says_so(load: Load, tmp_path: Path) -> None:
    load(GM, IMAP, 'password = "x"\n', SMTP, '[create]\nallowed = ["payola", "payolla"]\n', mode=0o600)
    with pytest.raises(Failed, match=r"create\.allowed: there is no 'payolla'"):
        load_with_passwords(tmp_path / "gm.toml")


# -- several mailboxes -----------------------------------------------------------------------------------------------


def test_several_mailboxes_are_read_each_by_its_name(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    made = load(GM, SMTP, BOX.format(name="north"), BOX.format(name="south-2"), '[[mailbox]]\nname="x"\npath="mail"\n')
    assert [box.name for box in made.boxes] == ["north", "south-2", "x"]
    first, second, third = (box.where for box in made.boxes)
    assert isinstance(first, config.Imap) and isinstance(second, config.Imap) and isinstance(third, config.Maildir)
    assert (first.host, first.port, second.host) == ("north.example.org", 993, "south-2.example.org")
    assert third.path.is_absolute()
    monkeypatch.setenv("GM_MAILBOX_SOUTH_2_PASSWORD", "swordfish")
    assert mailbox_password("south-2", second) == "swordfish"
    with pytest.raises(ConfigError, match=r"mailbox-north-password.*GM_MAILBOX_NORTH_PASSWORD"):
        mailbox_password("north", first)


def test_the_mailbox_without_a_name_comes_first(load: Load) -> None:
    assert [box.name for box in load(GM, IMAP, SMTP, BOX.format(name="north")).boxes] == ["", "north"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (BOX.format(name="a") * 2, "line 11: mailbox[2].name: two mailboxes have the same name"),
        (BOX.format(name="A b"), 'line 7: mailbox[1].name: expected up to 20 small letters'),
        ('[[mailbox]]\nhost = "x"\nuser = "gm"\n', "line 6: mailbox[1].name: missing"),
        ('[[mailbox]]\nname = "a"\nhots = "x"\nuser = "gm"\n', "line 8: mailbox[1].hots: no such key; host?"),
        ('[mailbox]\nname = "a"\n', "line 6: mailbox: write [[mailbox]], once for each mailbox"),
        (BOX.format(name="a") + 'tls = "none"\n', 'line 10: mailbox[1].tls: "none" is for a server'),
        ('[imap]\nname = "a"\nhost = "x"\nuser = "gm"\n', "line 7: imap.name: no such key"),
        ("", "maildir: missing, and so is [imap]"),
    ],
)
def test_what_is_wrong_with_a_mailbox_is_told_with_its_number(load: Load, text: str, fault: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(GM, SMTP, text)
    assert any(one.startswith(fault) for one in caught.value.problems), caught.value.problems


def example_keys() -> dict[str, list[tuple[str, bool]]]:
    """The keys of each section of the example, and whether each is in force."""
    keys: dict[str, list[tuple[str, bool]]] = {}
    section = ""
    for line in EXAMPLE.splitlines():
        if head := re.fullmatch(r"#?\[(\w+)\]", line):
            section = head[1]
        elif key := re.match(r"(#?)(\w+) = ", line):
            keys.setdefault(section, []).append((key[2], not key[1]))
    return keys


def test_the_example_is_valid_and_says_what_must_be_said_and_no_more(load: Load) -> None:
    made = load(EXAMPLE)
    least = load(GM, IMAP.replace('"gm"', '"gm@example.org"'), SMTP)
    assert made == least
    for section, kind in config.SECTIONS.items():
        there = section not in ("database", "maildir")
        needed = {field.name for field in structs.fields(kind) if field.required and there}
        assert {key for key, in_force in example_keys().get(section, []) if in_force} == needed


def test_the_example_has_every_key_with_a_comment() -> None:
    for section, kind in config.SECTIONS.items():
        assert sorted(key for key, _ in example_keys()[section]) == sorted(field.name for field in structs.fields(kind))
    lines = EXAMPLE.splitlines()
    for before, line in itertools.pairwise(lines):
        if re.match(r"#?\w+ = ", line):
            assert before.startswith("# ") and before.endswith("."), line
    assert max(map(len, lines)) <= 120


def test_the_defaults_the_example_shows_are_the_defaults(load: Load) -> None:
    parts = re.split(r"^#\[(?:database|maildir)\]\n(?:#.*\n)*", EXAMPLE, flags=re.MULTILINE)
    without = r"^#(?!(?:cafile|user|password|password_file|database_key_file|households) )(\w+ = )"
    assert load(re.sub(without, r"\1", "".join(parts), flags=re.MULTILINE)) == load(EXAMPLE)
