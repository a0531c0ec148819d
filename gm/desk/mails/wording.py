"""Notices in words: what several readers of an event are told alike is put into words once.

What a template writes follows from what it is given: the notice, and those facts of the mail whose names stand in the
template, such as the reader's zone. So two mails share the words of a notice if it is the same for both, and these
facts are, too. Which they are is read from the template, never assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec
from jinja2 import Environment, Template, TemplateNotFound, meta, nodes

T = TypeVar("T")


class Wording(Generic[T]):
    """The words of the notices of one event, in one of the forms of a mail. It is not kept beyond that event.

    made: the templates; lay: lays out what one of them wrote.
    """

    def __init__(self, made: Environment, lay: Callable[[str], T]) -> None:
        self.made, self.lay = made, lay
        # Notices are known by their objects. Each is kept here, so that no other object gets its number.
        self._plain: dict[int, tuple[object, Any]] = {}
        self._words: dict[tuple[Template, int, bytes], T] = {}

    def plain(self, notice: object) -> Any:
        """A notice as plain values, as templates are given it."""
        found = self._plain.get(id(notice))
        if found is None:
            found = self._plain[id(notice)] = (notice, msgspec.to_builtins(notice))
        return found[1]

    def words(self, template: Template, notice: object, facts: Mapping[str, object]) -> T:
        """What *template* says of a notice, which it calls `n`, in a mail with these *facts*."""
        plain, asked = self.plain(notice), asked_for(self.made, template.name or "")
        given = facts if asked is None else {name: facts[name] for name in facts if name in asked}
        key = (template, id(notice), msgspec.json.encode(given))
        if key not in self._words:
            self._words[key] = self.lay(template.render(facts, n=plain))
        return self._words[key]


@cache
def asked_for(made: Environment, name: str) -> frozenset[str] | None:
    """All names that stand in a template or in what it includes; None if it may ask for others as well."""
    assert made.loader is not None
    tree = made.parse(made.loader.get_source(made, name)[0])
    names = {node.name for node in tree.find_all(nodes.Name)}
    if any(_sees_all(made.globals.get(one)) for one in names):
        return None
    for other in meta.find_referenced_templates(tree):
        if other is None:  # it is chosen only when the template is used
            return None
        try:
            more = asked_for(made, other)
        except TemplateNotFound:  # one of several, of which the first is used that there is
            continue
        if more is None:
            return None
        names |= more
    return frozenset(names)


def _sees_all(function: object) -> bool:
    """Whether a function for templates is given all that they are given (jinja2.pass_context)."""
    return hasattr(function, "jinja_pass_arg")
