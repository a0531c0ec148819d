"""Text signed with PGP between its lines (RFC 9580, 7): the armour taken off, the text as it was before."""

from collections.abc import Sequence

from gm.post.rows import Row

SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
END = "-----END PGP SIGNATURE-----"


def without_armour(rows: Sequence[Row]) -> list[Row]:
    """*rows* without what PGP put around and into the signed text. Whether the signature is right is not asked."""
    kept: list[Row] = []
    place = "outside"
    for row in rows:
        text = "" if row.depth else row.text.strip()
        if text == SIGNED:
            place = "head"
        elif text == SIGNATURE and place == "text":
            place = "signature"
        elif place in ("outside", "text"):
            kept.append(_as_written(row) if place == "text" else row)
        elif place == "head" and not row.text.strip():
            place = "text"
        elif text == END:
            place = "outside"
    return kept


def _as_written(row: Row) -> Row:
    return row if row.depth else Row(row.number, 0, row.text.removeprefix("- "))
