"""Why a line of So Long Sucker is not carried out, in words: by the code of the fault and, where needed, a variant."""

from __future__ import annotations

from gm.rules.lines.letters import Words

words = Words({
    "over": "the game is over",
    "defeated": "you are defeated: BROADCAST is all that is left to you",
    # Something else is due now.
    "not-now.play": "you have the move: PLAY a chip",
    "not-now.next": "your chip lies: say NEXT and who moves",
    "not-now.kill": "you have captured a pile: KILL one of its chips first",
    "not-now.rescue": "{mover} asks for a rescue first",
    "not-now.distressed": "you have the move and no chip: we wait for {owing} to rescue or refuse",
    "not-now.of-another": "{mover} has the move and no chip: we wait for {owing} to rescue or refuse",
    "not-your-turn": "we wait for {seat}: {title}",
    # The chips and piles that are there.
    "no-such-chip": "you hold no {colour}",
    "no-such-chip.so-many": "you hold {number} {colour}",
    "no-chips": "one chip or more",
    "one-chip": "one chip at a time; a pile is named by ON and its number",
    "own-colour": "chips of your own colour are never given away or killed",
    "no-pile": "there is no pile {pile}",
    "no-pile.gone": "pile {pile} is gone, and its number is not used again",
    "no-pile.nought": "piles are counted from 1",
    "too-much": "there is nothing of so high a number here",
    "no-capture": "KILL is for a pile that you have just captured",
    "not-in-pile": "there is no {colour} in pile {pile}",
    # Who has the move next.
    "next-of-capture": "this captures the pile, and {to} has the move: leave NEXT out",
    "next-of-capture.burnt": "this kills the whole pile, and you move again: leave NEXT out",
    "next-is-given": "then everybody has a chip in the pile, and the move goes to {to}, who is lowest: leave NEXT out",
    "not-next": "there is {colour} in {where}, so {to} may not be named",
    "not-next.defeated": "{to} is defeated",
    # The other players.
    "no-order-word": "an order begins with a word of its own: {words}",
    "unknown-colour": "nobody plays {colour} in this game",
    "to-yourself": "that is yourself",
    "to-defeated": "{to} is defeated",
    "no-distress": "nobody asks for a rescue now",
    "no-distress.transfer": "nobody asks for a rescue now; TRANSFER gives prisoners away at any time",
    "not-distressed": "it is {mover} who asks for a rescue",
    "refused": "you have refused already",
    "refused.reluctantly": "you have refused already; RESCUE would still be open to you",
    "not-asked": "you are not asked: only who holds a prisoner is",
    # The letter.
    "no-order": "a line begins with the word of an order, such as PLAY",
})  # fmt: skip
