"""A page as a browser shows it, and what is wrong with that: for mails and for reports. It knows nothing of gm.

    with browser_running() as browser:
        assert faults(browser, {"spring": page}, width=390, scheme="dark") == {}
        with opened(browser, page, width=390) as shown:  # a page of Playwright, for steppers and links
            shown.get_by_text("next").click()
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

CHROMIUM = "/usr/bin/chromium"  # Debian's; Playwright's own browsers are never downloaded
PACKAGE = "chromium"
WIDTHS = (360, 390, 1280)  # pixels: a small phone, a phone, a screen
HEIGHT = 844
TOUCH = 500  # a screen less wide than that is touched
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")

# Elements that reach beyond the screen, unless they scroll by themselves; and text cut off at the left.
WIDE = """() => {
    const wide = document.documentElement.clientWidth + 1, found = [];
    const scrolls = one => /auto|scroll/.test(getComputedStyle(one).overflowX);
    const inside = one => one && (scrolls(one) || inside(one.parentElement));
    for (const one of document.body.querySelectorAll("*")) {
        const box = one.getBoundingClientRect();
        if (box.width && (box.right > wide || box.left < -1) && !inside(one.parentElement))
            found.push(`${one.tagName.toLowerCase()} reaches from ${box.left} to ${box.right}: ${one.textContent}`);
    }
    if (document.documentElement.scrollWidth > wide)
        found.push(`the page is ${document.documentElement.scrollWidth} pixels wide`);
    return found.map(words => words.replace(/\\s+/g, " ").slice(0, 160));
}"""
# Rows of a board of text that take more than one line.
BROKEN = """() => {
    const found = [];
    for (const pre of document.querySelectorAll("pre")) {
        const lines = pre.textContent.split("\\n");
        if (lines.filter(line => (line.match(/(?<!\\S)[.~#o-](?!\\S)/g) || []).length > 2).length < 3) continue;
        const walker = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
        for (let text = walker.nextNode(); text; text = walker.nextNode()) {
            let at = 0;
            for (const line of text.data.split("\\n")) {
                const range = document.createRange();
                range.setStart(text, at);
                range.setEnd(text, at + line.length);
                const tops = new Set([...range.getClientRects()].filter(r => r.width).map(r => Math.round(r.top)));
                if (tops.size > 1) found.push(`a row of a board is broken: ${line}`);
                at += line.length + 1;
            }
        }
    }
    return found;
}"""


def why_missing(chromium: str = CHROMIUM) -> str:
    """Why no browser can run on this machine; empty: one can."""
    if os.access(chromium, os.X_OK):
        return ""
    return f"not installed: {PACKAGE} (apt-get install --no-install-recommends {PACKAGE})"


@contextmanager
def browser_running() -> Iterator[Browser]:
    """Chromium, started once for many pages."""
    with sync_playwright() as playwright:
        # Its sandbox does not run as root, as in .ci/run; it is shown our own pages alone.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def _screen(browser: Browser, width: int, scheme: Scheme, **more: Any) -> Iterator[BrowserContext]:
    context = browser.new_context(
        viewport={"width": width, "height": HEIGHT}, color_scheme=scheme, has_touch=width < TOUCH, offline=True, **more
    )
    try:
        yield context
    finally:
        context.close()


def _show(page: Page, html: str | Path) -> None:
    if isinstance(html, Path):
        page.goto(html.resolve().as_uri())
    else:
        page.set_content(html)


@contextmanager
def opened(browser: Browser, page: str | Path, width: int, scheme: Scheme = "light", **more: Any) -> Iterator[Page]:
    """A page (its HTML, or a file) on a screen of this width. *more*: of the context, as Playwright has it."""
    with _screen(browser, width, scheme, **more) as context:
        shown = context.new_page()
        _show(shown, page)
        yield shown


def faults(
    browser: Browser, pages: Mapping[str, str | Path], width: int, scheme: Scheme = "light", without: Sequence[str] = ()
) -> dict[str, list[str]]:
    """What is wrong with pages (HTML or a file, by a name) on such a screen, in words; {} if nothing.

    Elements wider than the screen, broken rows of boards, whatever they would load, and what axe-core finds. Its script
    runs beside the page, whose own content policy stays in force. without: rules of axe that are none for such pages.
    """
    options = {"resultTypes": ["violations"], "rules": {rule: {"enabled": False} for rule in without}}
    found: dict[str, list[str]] = {}
    with _screen(browser, width, scheme) as context:
        for name, html in pages.items():
            shown, asked = context.new_page(), list[str]()
            shown.on("request", lambda request, asked=asked: asked.append(request.url))
            _show(shown, html)
            own = html.resolve().as_uri() if isinstance(html, Path) else ""
            wrong = [*shown.evaluate(WIDE), *shown.evaluate(BROKEN)]
            wrong += [f"loads {url[:80]}" for url in asked if url != own and not url.startswith(("data:", "blob:"))]
            broken = Axe().run(shown, options=options).response["violations"]
            wrong += [f"axe: {one['id']}: {node['html'][:120]}" for one in broken for node in one["nodes"]]
            shown.close()
            if wrong:
                found[name] = wrong
    return found
