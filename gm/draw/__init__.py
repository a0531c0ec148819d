"""The drawing room: shapes of gm.rules.pictures as SVG, as PNG and in words, a Drawing for each kind.

It knows no game's state, no mail and no reader: a picture may be seen by whomever it was made for.
"""
