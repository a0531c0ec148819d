"""Armies and fleets on a board of provinces: orders, and what becomes of them (2023 rules of Diplomacy, DATC 3.0).

An engine for all rulesets that are played with them. Not a ruleset.
"""
