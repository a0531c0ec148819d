"""A ruleset whose page to tap orders on is one, for boards of all sizes."""

from __future__ import annotations

from typing import cast

from gm.rules.ruleset import Card, O, S, Tap, Tapped


class TappedOnOnePage(Tapped[O, S]):
    """Tapped, on one page: which board it is stands in the link. one_page: that page."""

    card: Card
    one_page: Tap

    def boards_to_tap(self) -> tuple[O, ...]:
        """Return the usual options."""
        return (cast(O, self.card.options()),)

    def board_to_tap(self, options: O) -> Tap:
        """Return the one page."""
        return self.one_page
