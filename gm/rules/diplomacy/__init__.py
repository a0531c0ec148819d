"""Standard Diplomacy: boards, orders and their adjudication (2023 rules, DATC 3.0). An engine, not a ruleset."""
