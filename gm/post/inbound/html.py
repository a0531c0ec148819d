"""The rows of an HTML part, as a reader would see them."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from gm.post.inbound.limits import MAX_ROWS, TOO_MANY_ROWS, Unreadable
from gm.post.inbound.rows import Row, as_row, physical_lines
from gm.post.inbound.tags import Attributes, Page

MAX_TAG = 200_000  # characters; enough for a small picture in a src

# fmt: off
BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt", "fieldset", "footer",
    "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main", "nav", "ol", "p", "pre",
    "section", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "ul",
})
# fmt: on
CELLS = frozenset({"td", "th"})
LINES = BLOCKS - CELLS
VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
HIDDEN = frozenset({"script", "style", "template", "title", "xml"})  # everything in a head that has text, and more
STRIKES = re.compile(r"<(?:s|strike|del)[\s>]|line-through", re.IGNORECASE)
STRUCK = frozenset({"s", "strike", "del"})  # text with a line through it: taken back
ROWS = frozenset({"tbody", "tfoot", "thead", "tr"})
# Start tags that end an element without an end tag (HTML, 13.1.2.4); otherwise what it hides would never end.
ENDED_BY = {
    "p": BLOCKS,
    "li": frozenset({"li"}),
    "dt": frozenset({"dd", "dt"}),
    "dd": frozenset({"dd", "dt"}),
    "td": CELLS | ROWS,
    "th": CELLS | ROWS,
    "tr": ROWS,
    "tbody": ROWS - {"tr"},
    "tfoot": ROWS - {"tr"},
    "thead": ROWS - {"tr"},
}

# Classes or ids. Programs that quote a page with such names put something in front of them (`ydp1a2b3cyahoo_quoted`).
QUOTING = (
    "gmail_quote", "gmail_attr", "yahoo_quoted", "moz-cite-prefix", "protonmail_quote", "tutanota_quote", "zmail_extra",
    "sh-quoted-content", "iNotesHistory", "iosymail", "mail-editor-reference-message-container",
    "ms-outlook-mobile-reference-message", "OLK_SRC_BODY_SECTION", "isReplyContent", "isForwardContent",
)  # fmt: skip
SIGNATURES = ("gmail_signature", "moz-signature", "sh-signature", "protonmail_signature_block")
# In Outlook's desktop version and in Windows Mail the heading has no name, only a line of these colours above it.
OUTLOOK_RULE = re.compile(
    r"border-top(?:-color)?:[^;]*(?:#(?:E1E1E1|B5C4DF|E5E5E5)"
    r"|rgb\(\s*(?:225,\s*225,\s*225|181,\s*196,\s*223|229,\s*229,\s*229)\s*\))",
    re.IGNORECASE,
)
PREFORMATTED = re.compile(r"white-space:\s*pre\b", re.IGNORECASE)
INDENT = re.compile(r"border(?:-left)?:\s*(?:none|0)", re.IGNORECASE)
DECLARATION = re.compile(r"<[!?][^<>]*+>")
HALF_TAG = re.compile(rf"<(?![^<>]{{0,{MAX_TAG}}}+>)")
PROPERTIES = frozenset({
    "display", "text-decoration", "text-decoration-line", "opacity", "max-height", "font", "font-size", "visibility",
})  # fmt: skip
SPACES = re.compile(r"[ \t\r\n\f]+")
NOTHING = re.compile(r"[+-]?(?:0+(?:\.0*+)?|\.0+)(?:[a-z]{1,4}|%)?")  # 0, 0px, 0.0em
RELATIVE = re.compile(r"[+\d.]+(?:em|ex|ch|%)|inherit|larger|smaller|unset")  # relative to the text around it

class _Element(msgspec.Struct):
    """An open element, and what it does to the text in it."""

    tag: str
    block: str  # the tag of the nearest block: itself, or the one it is in
    quotes: bool = False
    hides: bool = False
    # Unlike *hides*, these can be undone by an inner element.
    tiny: bool = False
    unseen: bool = False
    keeps_space: bool = False
    until_quote: bool = False  # it quotes only until the first blockquote in it ends


def strikes(source: str) -> bool:
    """Whether a page may have text that is struck out, as no plain form shows it."""
    return STRIKES.search(source) is not None


def html_rows(source: str) -> list[Row]:
    """The rows of *source*, without hidden parts and signatures; depth counts the quotations that a row is in.

    Raises Unreadable if there are too many rows.
    """
    reader = _Reader()
    reader.read(_parsable(source))
    reader.end_line(forced=False)
    lines = [(depth, line) for depth, text in reader.lines for line in physical_lines(text)]
    if len(lines) > MAX_ROWS:
        raise Unreadable(TOO_MANY_ROWS)
    return [as_row(number, _shown(line), depth) for number, (depth, line) in enumerate(lines, 1)]


def _shown(line: str) -> str:
    return line.replace("\xa0", " ").strip()


def _parsable(source: str) -> str:
    """*source* without comments, declarations and incomplete tags: for each, a browser searches the rest of a text."""
    kept = []
    end = 0
    while (start := source.find("<!--", end)) >= 0:
        kept.append(source[end:start])
        close = source.find("-->", start + 4)
        end = close + 3 if close >= 0 else start + 4
        if close < 0:
            break
    text = "".join([*kept, source[end:].replace("<!--", "")])
    return HALF_TAG.sub("&lt;", DECLARATION.sub("", text))


class _Reader(Page):
    """Collects lines with their depth; lines end where a browser would end them."""

    def __init__(self) -> None:
        self.lines: list[tuple[int, str]] = []
        self._words: list[str] = []
        self._open: list[_Element] = []
        self._counts: Counter[str] = Counter()  # open elements by tag, to notice a stray end tag without searching
        self._depth = self._hidden = self._preformatted = 0
        self._rest_is_quoted = False
        self._appended = False  # whether Outlook's mark of what it adds to a text has been seen

    def starts(self, tag: str, attributes: Attributes) -> None:
        """Take a start tag."""
        while self._open and tag in ENDED_BY.get(self._open[-1].block, ()):
            self._leave()
        if tag in ("br", "hr"):
            self.end_line(forced=tag == "br" and self._shows())
            self._rest_is_quoted |= tag == "hr" and (self._appended or _divides(attributes)) and not self._depth
        elif tag not in VOID:
            around = self._open[-1] if self._open else None
            self._enter(_element(tag, attributes, around), bool(attributes) and _starts_rest(attributes))
            self._appended |= attributes.get("id", "").endswith("appendonsend")

    def ends(self, tag: str) -> None:
        """Take an end tag."""
        while self._counts[tag]:
            if self._leave() == tag:
                break

    def says(self, data: str) -> None:
        """Take the text between two tags."""
        if self._shows():
            self._words.append(data if self._preformatted else SPACES.sub(" ", data))

    def end_line(self, forced: bool) -> None:
        """Add the words since the last line as a line; if they are blank, only when *forced*."""
        if not self._words and not forced:
            return
        text = "".join(self._words)
        if not self._preformatted:
            text = text.strip(" ")
        if forced or text.strip():
            self.lines.append((self._depth + self._rest_is_quoted, text))
        self._words.clear()

    def _shows(self) -> bool:
        return not (self._hidden or (self._open and (self._open[-1].tiny or self._open[-1].unseen)))

    def _enter(self, element: _Element, starts_rest: bool) -> None:
        if element.tag in LINES or element.quotes:
            self.end_line(forced=False)
        # Inside a quotation, the heading is part of it, and text below the quotation is the writer's again.
        self._rest_is_quoted |= starts_rest and not self._depth
        self._count(element, 1)

    def _leave(self) -> str:
        element = self._open[-1]
        if element.tag in CELLS:
            self._words.append(" ")
        elif element.tag in BLOCKS or element.quotes:
            self.end_line(forced=False)
        self._count(element, -1)
        if element.tag == "blockquote" and self._open and self._open[-1].until_quote:
            self._end_quoting(self._open[-1])
        return element.tag

    def _count(self, element: _Element, step: int) -> None:
        self._open.append(element) if step > 0 else self._open.pop()
        self._counts[element.tag] += step
        self._depth += step * element.quotes
        self._hidden += step * element.hides
        self._preformatted += step * element.keeps_space

    def _end_quoting(self, element: _Element) -> None:
        """Undo quoting: Gmail puts an answer below or between quotations into the same element as these."""
        self._depth -= element.quotes
        element.quotes = False


def _element(tag: str, attributes: Attributes, around: _Element | None) -> _Element:
    if attributes:
        return _styled(tag, attributes, around)
    return _bare(tag) if around is None else _bare(tag, around.block, around.tiny, around.unseen)


@lru_cache(256)
def _bare(tag: str, block: str = "", tiny: bool = False, unseen: bool = False) -> _Element:
    """An element without attributes; one object for all that are alike, as only those with a class ever change."""
    return _styled(tag, {}, _Element("", block, tiny=tiny, unseen=unseen) if block else None)


def _styled(tag: str, attributes: Attributes, around: _Element | None) -> _Element:
    names = attributes.get("class", "").split()
    style = attributes.get("style", "")
    declared = _declared(style) if style else {}
    return _Element(
        tag,
        block=tag if around is None or tag in BLOCKS or tag in HIDDEN else around.block,
        quotes=_quotes(names, attributes) or (tag == "blockquote" and _is_quotation(attributes)),
        hides=tag in HIDDEN or tag in STRUCK or _ends_any(names, SIGNATURES) or _is_hidden(attributes, declared),
        tiny=_is_tiny(declared, around is not None and around.tiny),
        unseen=_is_unseen(declared, around is not None and around.unseen),
        keeps_space=tag == "pre" or bool(style and PREFORMATTED.search(style)),
        until_quote=tag != "blockquote" and _ends_any(names, ("gmail_quote",)),
    )


def _ends_any(names: Iterable[str], ends: tuple[str, ...]) -> bool:
    for name in names:  # noqa: SIM110 - any() takes twice the time, and this is done for each tag
        if name.endswith(ends):
            return True
    return False


def _declared(style: str) -> dict[str, str]:
    """Those PROPERTIES in a style attribute; of two with a name, the last or the important one counts."""
    declared: dict[str, str] = {}
    important: set[str] = set()
    for declaration in style.lower().split(";"):
        name, _, value = declaration.partition(":")
        name = name.strip()
        if name not in PROPERTIES:
            continue
        value, weight, _ = value.partition("!")
        if weight or name not in important:
            declared[name] = value.strip()
            important.update([name] if weight else [])
    return declared


def _is_hidden(attributes: Attributes, declared: dict[str, str]) -> bool:
    """Whether the element and everything in it are invisible, or struck out."""
    if not declared:
        return "hidden" in attributes
    if declared.get("display", "none" if "hidden" in attributes else "") == "none":
        return True
    if any("line-through" in declared.get(name, "") for name in ("text-decoration", "text-decoration-line")):
        return True
    return any(NOTHING.fullmatch(declared.get(name, "")) for name in ("opacity", "max-height"))


def _is_tiny(declared: dict[str, str], around: bool) -> bool:
    """Whether text directly in the element has size 0. around: whether it has in the parent element."""
    if not declared:
        return around
    size = declared.get("font-size", "")
    if NOTHING.fullmatch(size):
        return True
    return around and "font" not in declared and (not size or bool(RELATIVE.fullmatch(size)))


def _is_unseen(declared: dict[str, str], around: bool) -> bool:
    """Whether text directly in the element is invisible. around: whether it is in the parent element."""
    if not declared:
        return around
    visibility = declared.get("visibility", "inherit")
    return visibility in ("hidden", "collapse") or (around and visibility in ("inherit", "unset"))


def _quotes(names: Iterable[str], attributes: Attributes) -> bool:
    return _ends_any((*names, attributes.get("id", "")), QUOTING)


def _is_quotation(attributes: Attributes) -> bool:
    """Whether a blockquote is a quotation. Gmail and others indent the writer's own text by one without a side line."""
    marked = attributes.get("type") == "cite" or "cite" in attributes or "gmail_quote" in attributes.get("class", "")
    return marked or not INDENT.search(attributes.get("style", ""))


def _divides(attributes: Attributes) -> bool:
    """Whether this is Zimbra's rule, below which everything is quoted without a sign of it."""
    return attributes.get("data-marker") == "__DIVIDER__" or attributes.get("id", "").endswith(("zwchr", "replySplit"))


def _starts_rest(attributes: Attributes) -> bool:
    """Whether this is Outlook's heading, below which everything is quoted without a sign of it."""
    return attributes.get("id", "").endswith("divRplyFwdMsg") or bool(OUTLOOK_RULE.search(attributes.get("style", "")))
