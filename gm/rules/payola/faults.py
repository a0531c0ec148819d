"""Why a line of Payola is not accepted, in words: by the code of the fault and, where needed, a variant."""

from __future__ import annotations

from gm.rules.lines.letters import Words

words = Words({
    # The options of a game.
    # The letter.
    "heading": "OFFERS is followed by a phase such as {phase}, or by nothing",
    "second-offers": "a letter has one sheet: OFFERS stands here a second time",
    "too-many": "a letter has at most {most} commands",
    "outside": "this looks like an offer or a command, but we cannot read it; if it is only talk, begin it with %",
    "outside.sign": "no offer or order begins with this sign: begin it with its amount, its unit or its word",
    "outside.all": "an order is for one unit: leave this out, or write a line for each unit",
    "retreats-left":
        "without an order {units} will disband. What you send later replaces this: send all retreats in one mail",
    "builds-left":
        "you may build {most}, and this is {number}: the rest is waived. What you send later replaces this: "
        "send all builds in one mail",
    "wrapped-remark":
        "this may be the end of the remark above, broken by your mail program: "
        "write an amount before it, or shorten the remark",
    "conditions": "no offer or order depends on a condition here: write those that you want",
    "offers-closed": "offers for {phase} open when it begins",
    # Commands.
    "accept": "every power once by its letter ({names}); {said}",
    "transfer": "written as TRANSFER, an amount, TO and a power",
    "amount": "a transfer is a whole number of silver pieces, at least 1",
    "unknown-power": "no power of that name",
    "own-seat": "this is your own account",
    "no-account": "{power} has no account any more",
    "balance": "written as BALANCE, or BALANCE and a year from {first} to {last}",
    "too-much": "you have {balance} AgP for this",
    # A sheet of offers.
    "empty": "a sheet with no offer is not a sheet; 0 $ says nothing",
    "command": "a sheet holds offers only",
    "too-long": "a sheet has at most {most} offers",
    "too-many.offers": "with repetitions and alternatives this is more than {most} offers",
    "at-most": "{what} is at most {most:,}",
    "zero-for-foreign": "{unit} is not yours: a unit of another power wants at least 1",
    "same-order": "this order is in the offer already",
    "same-order.path": "this is the same order, by another way: of a way by sea only 'by convoy' counts",
    "no-amount": "an amount must stand before the {sign}, such as 0 {sign}: only before ':' may it be left out",
    "no-amount.sheet":
        "no line of this sheet has an amount: write what you pay before each, 0 where you pay nothing",
    "no-amount.repetition": "a repetition needs an amount behind its *",
    "no-amount.plateau": "a plateau needs an amount before its #",
    "no-amount.saved": "the amount to save stands before the $, such as 25 $",
    "no-repetition": "a repetition is at least 1",
    "plateau-above": "the plateau is above the amount of {amount}",
    "plateau-saved": "a savings request has no plateau",
    "conditional": "{said}: beyond the orders that it names itself, it pays only if somebody else names another",
    "conditional.negative": "{said}: it pays only if somebody else names an order that it pays for",
})  # fmt: skip
