"""The drawing room: boards as SVG and as PNG, from plain values that a reader has been told.

It knows no game's state, no mail and no reader: who may see a picture is settled by whom it was made for.
"""
