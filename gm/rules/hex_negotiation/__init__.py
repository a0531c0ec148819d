"""Negotiation, a stone game (Matteo Perlini, 2010): stones on a hexagon of hexagons, and the largest group wins."""
