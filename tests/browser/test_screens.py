"""What is looked for on a screen is found there, and what is right is not complained of."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from screens import WIDTHS, faults, opened, why_missing

pytestmark = pytest.mark.servers
PAGE = (
    '<!DOCTYPE html><html lang="en"><head><title>x</title>{head}</head>'
    "<body><main><h1>X</h1>{body}</main></body></html>"
)
BOARD = "\n".join(["   " + "   ".join("ABCDEFGHIJKLM"), *[f"{n:>2} {'.   ' * 13}" for n in range(9)]])


def found(browser: Browser, body: str, head: str = "", width: int = 360) -> list[str]:
    return faults(browser, {"x": PAGE.format(head=head, body=body)}, width).get("x", [])


@pytest.mark.parametrize("width", WIDTHS)
def test_a_plain_page_has_no_fault(browser: Browser, width: int) -> None:
    assert found(browser, "<p>Hello.</p>", width=width) == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<p style="width:500px">Hello.</p>', "p reaches from 8 to 508: Hello."),
        (f'<pre style="white-space:pre">{BOARD}</pre>', "the page is "),
        (f'<pre style="white-space:pre-wrap">{BOARD}</pre>', "a row of a board is broken: "),
        ('<img src="http://127.0.0.1:9/x.png" alt="">', "loads http://127.0.0.1:9/x.png"),
        ('<p style="color:#ccc">Hello.</p>', "axe: color-contrast: "),
        ("<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>", "axe: image-alt: "),
    ],
)
def test_what_is_wrong_is_found(browser: Browser, body: str, fault: str) -> None:
    assert any(one.startswith(fault) for one in found(browser, body)), found(browser, body)


def test_what_scrolls_by_itself_is_no_fault(browser: Browser) -> None:
    assert found(browser, f'<pre tabindex="0" style="overflow-x:auto">{BOARD}</pre>') == []


def test_a_file_is_looked_at_under_its_own_content_policy(browser: Browser, tmp_path: Path) -> None:
    policy = '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">'
    script = "<script>document.title = 'ran'</script>"
    file = tmp_path / "x.html"
    file.write_text(PAGE.format(head=policy, body=f"<p>Hello.</p>{script}"))
    assert faults(browser, {"x": file}, 390) == {}
    with opened(browser, file, 390) as page:
        assert page.title() == "x"


def test_without_a_browser_it_is_said_what_to_install() -> None:
    said = "not installed: chromium (apt-get install --no-install-recommends chromium)"
    assert why_missing("/nowhere/chromium") == said
