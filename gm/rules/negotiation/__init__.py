"""Negotiation, a telephone game (M. Turoff, 1966): deals, lent support, IOUs, threats, attacks, live for weeks."""
