"""The drawing room: shapes of gm.rules.pictures as SVG, as PNG and in words, a Drawing for each kind.

It knows no game's state, no mail and no reader: who may see a picture is settled by whom it was made for.
"""
