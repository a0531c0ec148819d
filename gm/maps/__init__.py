"""Draws the map of a board from public coastlines. Run by hand (`python -m gm.maps NAME`), never while gm runs.

It needs the extra `maps`; nothing else in gm imports it. What it writes lies beside the board: NAME.map.toml.
"""
