"""A page taken apart into tags and text, as browsers do it."""

from __future__ import annotations

import re

from helpers.rows import each_row
from hypothesis import given
from hypothesis import strategies as st

from gm.post.inbound.tags import Attributes, Page


class Seen(Page):
    """Notes what it is given."""

    def __init__(self) -> None:
        self.all: list[object] = []

    def starts(self, tag: str, attributes: Attributes) -> None:
        self.all.append((tag, attributes) if attributes else f"<{tag}>")

    def ends(self, tag: str) -> None:
        self.all.append(f"</{tag}>")

    def says(self, data: str) -> None:
        self.all.append(data)


def seen(source: str) -> list[object]:
    """What a page is taken apart into."""
    page = Seen()
    page.read(source)
    return page.all


@each_row(
    ("source", "parts"),
    [
        ("<B>a &lt; b</B>", ["<b>", "a < b", "</b>"]),
        ("a < b <3 </3", ["a ", "<", " b ", "<", "3 ", "<", "/3"]),
        ("<p class=x ID='y z'>", [("p", {"class": "x", "id": "y z"})]),
        ("<p class=a class=b>", [("p", {"class": "a"})]),
        ("<p style='a&amp;b' title='class=no'>", [("p", {"style": "a&b"})]),
        ("<p hidden>x", [("p", {"hidden": ""}), "x"]),
        ("<p title='>' class=x>y", [("p", {"class": "x"}), "y"]),
        ("<p title=it's class=x>y", [("p", {"class": "x"}), "y"]),
        ("<br/><hr /><a href=x/>", ["<br>", "</br>", "<hr>", "</hr>", "<a>"]),
        ("</b x='>'>y", ["</b>", "'>y"]),
        ("<script>a < b <p></script >c", ["<script>", "</script>", "c"]),
        ("<style>never ends <p>x", ["<style>"]),
        ("<?xml x?><!doctype html></ x>y", ["y"]),
        # Quotes that leave no tag an end mean nothing from there on.
        ("<p>a<b =\">x</b>", ["<p>", "a", "<b>", "x", "</b>"]),
        ("<a =\">=\"x", ["<a>", "=\"x"]),
    ],
)
def test_a_page_is_taken_apart_as_browsers_do_it(source: str, parts: list[object]) -> None:
    assert seen(source) == parts


@given(st.lists(st.sampled_from([*"<>/=\"' ab!?-;", "<p", "</p>", "<b>", "class=", "<script>", "</script>"])))
def test_texts_are_what_the_page_says_in_its_order(pieces: list[str]) -> None:
    source, at = "".join(pieces), 0
    for part in seen(source):
        if isinstance(part, str) and not re.fullmatch("</?[a-z][^>]*>", part):
            at = source.index(part, at) + len(part)
