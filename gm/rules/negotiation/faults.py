"""Why a command failed, and how open deals and actions ended, in words: by the code of the fault, if there is one."""

from __future__ import annotations

import re

from gm.rules.lines.letters import Words

words = Words({
    # The lines of a letter.
    "too-many": "a letter has at most {most} commands",
    "no-draw": "there are no draws here; VOTE END ends a game",
    "no-player": "there is no player {number}: players are 1 to {most}",
    "no-player.call":
        "CALL {number} names no player: to answer, write number and player; CALL alone answers a THREAT",
    "too-large": "a number up to {most} is expected",
    "form": "an answer is a line of its own words",
    "which": "{word} which deal? Write its number and the player, as in {word} 5 WITH 3",
    "yourself": "that is you: another player is expected",
    "yourself.column": "{square} is in your own column: nobody enters their own column",
    "nothing": "a number from 1 is expected",
    "nothing.deal": "a deal of nothing for nothing",
    "nothing.gift": "a gift of nothing",
    "no-gift": "a gift is SUPPORT or WIN only; IOU, CANCEL IOU and MOVE need the other's ACCEPT: PROPOSE them",
    "own-support": "your own support cannot be risked in a THREAT",
    "no-square.level": "there is no level {level}: levels are A to I and K",
    "no-square.column": "there is no column {column}: columns are 1 to {most}",
    "foreign-column": "{square} is in the column of player {owner}: player {giver} cannot permit a move into it",
    "no-step.own-column": "{square} is in the column of the one who moves: nobody enters their own column",
    "no-step.level": "from {place} a piece moves to level {level}",
    "no-step.last": "from {place} no piece moves on",
    "no-step.one-column": "{place} and {square} are in one column: each move changes the column",
    # Deals.
    "resigned": "{player} has resigned",
    "nobody": "{player} has resigned: nobody is there to accept",
    "too-many-open": "{most} proposals of yours to {player} stand open: WITHDRAW some first",
    "over": "{what} {number} with {player} is over: {how}",
    "no-deal": "there is no deal {number} with {player}",
    "no-deal.action": "{number} with {player} is no deal, but an open {action}",
    "own-proposal": "it is your own proposal",
    "own-proposal.counter": "it is your own proposal: WITHDRAW it, and PROPOSE anew",
    "own-proposal.accept": "it is your own proposal: the other accepts it",
    "others-proposal": "it is the other's proposal",
    # What the boards do not hold.
    "too-little.support": "you have {pieces} of {whose}, and it takes {number}",
    "too-little.wins": "you have {wins}, and it takes {number}",
    "too-little.debt": "{player} owes you {debt}, and it forgives {number}",
    "too-little.free": "you have {pieces} free to move {place}, and it takes {number}",
    "too-little.threat": "you have {pieces} {place}, and it takes {number}",
    "too-little.risk": "you hold {pieces} of {owner}'s support, and it risks {number}",
    "too-little.attack": "you have {wins}: an ATTACK is for no more than that",
    "too-little.known": "you know of no support of {player} that went on from you",
    "too-much-debt": "you would owe {player} more than {most}, the most there is to win",
    "no-debt": "{player} owes you nothing",
    # The line.
    "limit": "you have begun one action against {player} in this period already",
    "too-many-wait": "{most} things of yours wait already: WITHDRAW some first",
    "none-waits": "nothing of yours waits under that number",
    "this-is": "this is {what}",
    "must-name": "this answer must name number and player",
    "none-open": "nothing against you is open",
    "which-action":
        "another action against you has ended a short time ago: say which you mean, or reply to its mail",
    "own-action": "it is your own action: the other answers it",
    "a-deal": "it is a deal",
    "no-action": "there is no action {number} of {player}",
    # The end.
    "closing": "the time of the game is over: only what is open is still answered",
    "no-call": "this game is not ended by a call; VOTE END asks for its end",
    "no-call.half": "half of your own {number} pieces must have entered WIN, and {entered} have",
    "no-call.pieces": "pieces of yours are still in START or on squares",
    "no-call.engaged": "you are on the phone: finish first",
    "ask.call": "call the game: it ends for everybody at once, and what is open or waits lapses",
    # How a deal or an action ended.
    "ended.rejected": "it was rejected",
    "ended.withdrawn": "it was withdrawn",
    "ended.countered": "it was countered by another",
    "ended.lapsed": "it lapsed: {why}",
    "ended.unfulfilled": "it was accepted, and could not be fulfilled",
    "ended.waits": "it was accepted, and waits until the line is free",
    "ended.taken-back": "its acceptance was taken back",
    "ended.done": "it was done",
    "time": "its time was over",
    "time.of-game": "the time of the game was over",
    "called": "the game was called",
    # The options of a game.
    "names": "names: {number} names are expected, or none",
    "names.no-name":
        "names: {name!r} cannot be a name: one word of letters, digits, - and _, no square, no word of a command",
    "names.twice": "names: two players have one name",
    "duration": "{key}: from 1m to 60d is expected",
    "duration.none": "{text!r} is no duration: one such as 24h or 2d is expected",
    "end": "end: a time with its zone is expected, such as 2026-12-24T20:00+01:00, or a duration such as 14d",
})  # fmt: skip


def of_another(why: str) -> str:
    """Return a reason told to a player as the report tells it of them: `you have 2` becomes `they have 2`."""
    third = {"you": "they", "your": "their", "yours": "theirs"}
    return re.sub(r"\b(?:you|yours?)\b", lambda one: third[one[0]], re.sub(r"\bowes you\b", "owes them", why))
