"""What mail programs support of HTML and CSS: the extract that is kept of caniemail's tables (caniemail.com).

To renew it, with its version and hash set below, unpack the npm package `caniemail` and run

    python tests/desk/mailprograms.py package/dist/data/caniemail.json > tests/desk/caniemail.toml

then read the difference, and bring docs/mail.md up to date: tests compare it.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

VERSION = "2.0.2"
SHA256 = "499791954c5ea4e067edc85a942b02fd1688208d4b899c483fb6d1a28eddd039"  # of caniemail-2.0.2.tgz
EXTRACT = Path(__file__).with_name("caniemail.toml")
PROGRAMS = {
    "Gmail": ("gmail", "desktop-webmail"), "Gmail for Android": ("gmail", "android"), "Gmail for iOS": ("gmail", "ios"),
    "Apple Mail": ("apple-mail", "macos"), "Apple Mail on iOS": ("apple-mail", "ios"),
    "Outlook for Windows": ("outlook", "windows"), "Outlook.com": ("outlook", "outlook-com"),
    "Yahoo": ("yahoo", "desktop-webmail"), "Yahoo for Android": ("yahoo", "android"), "Yahoo for iOS": ("yahoo", "ios"),
    "Thunderbird": ("thunderbird", "macos"),
}  # fmt: skip
SUPPORT = {"n": "no", "a": "partly", "u": "unknown"}  # all others support it
# Which table tells of what the pages of mails have. A name that is in no table is "": as old as HTML itself, or an
# addition that changes nothing that can be read where it is left out.
FEATURES = {
    # elements
    "html": "html-doctype", "head": "", "meta": "html-meta-color-scheme", "title": "", "style": "html-style",
    "body": "html-body", "p": "html-p", "h2": "html-h1-h6", "pre": "html-pre", "div": "html-div",
    "blockquote": "html-blockquote", "table": "html-table", "thead": "html-table", "tbody": "html-table",
    "tr": "html-table", "th": "html-table", "td": "html-table", "ul": "html-lists", "li": "html-lists",
    "hr": "html-hr", "br": "", "b": "html-strong", "code": "html-code", "mark": "", "a": "html-mailto-links",
    "img": "html-img",
    # attributes
    "[lang]": "html-lang", "[charset]": "", "[name]": "", "[content]": "", "[class]": "css-selector-class",
    "[cellpadding]": "html-cellpadding", "[scope]": "", "[colspan]": "html-table", "[align]": "html-align",
    "[tabindex]": "", "[style]": "", "[href]": "html-mailto-links", "[src]": "html-img", "[alt]": "html-img",
    "[width]": "html-width",
    # properties
    "background": "css-background", "border": "css-border", "border-bottom": "css-border", "border-color": "css-border",
    "border-top": "css-border", "border-collapse": "css-border-collapse", "border-radius": "css-border-radius",
    "color": "", "color-scheme": "css-color-scheme", "display": "css-display", "font": "css-font",
    "font-size": "css-font-size", "font-variant-numeric": "", "font-weight": "css-font-weight", "height": "css-height",
    "line-height": "css-line-height", "list-style": "css-list-style", "margin": "css-margin",
    "max-width": "css-max-width", "overflow-wrap": "css-overflow-wrap", "overflow-x": "css-overflow",
    "padding": "css-padding", "padding-left": "css-padding", "padding-top": "css-padding",
    "text-align": "css-text-align", "text-decoration": "css-text-decoration", "text-indent": "css-text-indent",
    "vertical-align": "css-vertical-align", "white-space": "css-white-space", "width": "css-width",
    "word-break": "css-word-break",
    # selectors, at-rules, units and values
    "selector type": "css-selector-type", "selector class": "css-selector-class",
    "selector descendant": "css-selector-descendant", "selector grouping": "css-selector-grouping",
    "selector attribute": "css-selector-attribute", ":root": "",
    "@media max-width": "css-at-media", "@media prefers-color-scheme": "css-at-media-prefers-color-scheme",
    "em": "css-unit-em", "px": "css-unit-px", "vw": "css-unit-vw", "%": "css-unit-percent",
    "ui-monospace": "css-sytem-ui", "image/png": "image-png",
}  # fmt: skip


def extract(tables: Any) -> Iterator[str]:
    """The lines of the extract, of caniemail's own file."""
    yield f"# Of caniemail {VERSION} (MIT License): tests/desk/mailprograms.py says how it is made."
    yield from (f'version = "{VERSION}"', f'sha256 = "{SHA256}"', f'date = "{tables["last_update_date"][:10]}"')
    wanted = {slug for slug in FEATURES.values() if slug}
    for one in sorted(tables["data"], key=lambda one: str(one["slug"])):
        if one["slug"] not in wanted:
            continue
        yield from ("", f"[{one['slug']}]", f"title = {json.dumps(one['title'].strip())}")
        by: dict[str, list[str]] = {}
        for name, (family, platform) in PROGRAMS.items():
            newest = [*one["stats"].get(family, {}).get(platform, {}).values(), "u"][-2:][0]
            by.setdefault(newest[0], []).append(name)
        yield from (f"{said} = {json.dumps(by[mark])}" for mark, said in SUPPORT.items() if mark in by)


def read_extract() -> dict[str, Any]:
    """The extract: version, hash and date, and a table for each feature."""
    return tomllib.loads(EXTRACT.read_text(encoding="utf-8"))


def rows() -> Iterator[str]:
    """The rows of the table in docs/mail.md: each feature that some program lacks or knows in part."""
    kept = read_extract()
    for slug in sorted({slug for slug in FEATURES.values() if slug}):
        lacking, partly = kept[slug].get("no", []), kept[slug].get("partly", [])
        if lacking or partly:
            yield f"| `{kept[slug]['title']}` | {', '.join(lacking)} | {', '.join(partly)} |".replace("|  |", "| |")


if __name__ == "__main__":
    print("\n".join(extract(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))).rstrip())
