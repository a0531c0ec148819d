"""Letters, digits and signs of other scripts that are Latin ones or look so, and signs that nobody sees. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

# The letters that Unicode's table of confusables takes for a Latin one, by its capital. Those that look like a small L
# stand under I, which looks the same.
LIKE = {
    "A": "ΑαАаᎪᗅꓮ𐊠𖽀",
    "B": "ΒВЬᏏᏴᑲᖯᗷꓐ𐊂𐊡𐌁",
    "C": "СсᏟⲤⲥꓚꮯ𐊢𐌂𐐕𐐽𐔜",
    "D": "ԁᎠᏧᑯᗞᗪꓒꓓ",
    "E": "ΕЕеҽᎬⴹꓰ𐊆𑢦𑢮",
    "F": "Ϝքᖴꓝ𐊇𐊥𐔥𑢢𑣂",
    "G": "ԌցᏀᏳꓖ",
    "H": "ΗНһհᎻᏂᕼⲎꓧ𐋏",
    "I": "ΙιІіӀӏᎥᛁⲒⵏꓲꙇꭵ𐊊𐌉𑣃𖼨",
    "J": "ͿϳЈјᎫᒍꓙ",
    "K": "ΚКᏦᛕⲔꓗ𐔘",
    "L": "ᏞᒪⳐꓡ𐐛𐔦𑢣𑢲𖼖",
    "M": "ΜϺМᎷᗰᛖⲘꓟ𐊰𐌑",
    "N": "ΝոռⲚꓠ𐔓",
    "O": "ΟοσОоՕօଠഠဝჿዐⲞⲟⵔꓳ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑢵𑣈𑣗",
    "P": "ΡρРрᏢᑭⲢⲣꓑ𐊕",
    "Q": "ԛգզⵕ",
    "R": "гᎡᏒᖇᴦⲅꓣꮁ𐒴𖼵",
    "S": "ЅѕՏᏕᏚꓢꮪ𐊖𐐠𐑈𑣁𖼺",
    "T": "ΤТᎢⲦꓔ𐊗𐊱𐌕𑢼𖼊",
    "U": "υՍսሀᑌꓴ𐓎𐓶𑢸𑣘𖽂",
    "V": "νѴѵᏙᐯⴸꓦꛟꮩ𐔝𑜆𑢠𑣀𖼈",
    "W": "ѡԜԝաᎳᏔꓪꮃ𑜊𑜎𑜏",
    "X": "ΧХхᕁᕽᚷⲬⵝꓫ𐊐𐊴𐌗𐔧",
    "Y": "ΥγУуҮүყᎩᎽⲨꓬ𐊲𑢤𑣜𖽃",
    "Z": "ΖᏃꓜꮓ𑢩𑣄",
}
LATIN = {ord(sign): letter if sign.isupper() else letter.lower() for letter, signs in LIKE.items() for sign in signs}
# Signs of other scripts that mean the same as ours; those that Unicode calls another form of one are known by that.
SIGNS = str.maketrans(
    dict.fromkeys("\u2236\u02d0\ua789\u05c3\u0589\u1806\ufe13", ":")
    | dict.fromkeys("\u30fc\u2015\u2043\u2500\u2501\ufe58", "-")
    | dict.fromkeys("\u2223\u01c0\u2758\uffe8", "|")
)
LETTERS = re.compile(r"[^\W\d_]+")


@lru_cache(1024)
def looks_like(sign: str) -> str:
    """The Latin letter that another letter looks like; "" if it is a Latin one, with or without an accent, or none."""
    wide = unicodedata.normalize("NFKC", sign)  # as in letters as wide as they are high, and in mathematics
    return LATIN.get(ord(sign), "") or (wide if wide.isascii() and wide.isalpha() and wide != sign else "")


def visible(text: str) -> str:
    """The text without signs that nobody sees (soft hyphens, zero widths), a letter and its accent as one."""
    if text.isascii():
        return text
    return "".join(sign for sign in unicodedata.normalize("NFC", text) if not _is_hidden(sign))


def _is_hidden(sign: str) -> bool:
    return unicodedata.category(sign) == "Cf" or "\ufe00" <= sign <= "\ufe0f"


def ordinary(text: str) -> str:
    """The text with blanks, digits and signs of any script as ours that mean the same; each stays one character."""
    return text if text.isascii() else "".join(map(_ordinary, text.translate(SIGNS)))


@lru_cache(1024)
def _ordinary(sign: str) -> str:
    kind = unicodedata.category(sign)
    if kind == "Zs":
        return " "
    if kind == "Nd":
        return str(unicodedata.decimal(sign))
    wide = unicodedata.normalize("NFKC", sign) if kind[0] in "PS" else sign
    return wide if len(wide) == 1 and wide.isascii() else sign


def in_latin(text: str, known: Callable[[str], bool]) -> str:
    """The text with its words that look Latin written in Latin letters, each if it is then *known*, in capitals.

    Nothing but letters is changed, and each stays one character.
    """
    return text if text.isascii() else LETTERS.sub(lambda word: _folded(word[0], known), text)


def _folded(word: str, known: Callable[[str], bool]) -> str:
    folded = "".join(_one(sign) for sign in word)
    return folded if all(map(_is_latin, folded)) and known(folded.upper()) else word


def _one(sign: str) -> str:
    like = looks_like(sign)
    return like if len(like) == 1 else sign


def _is_latin(sign: str) -> bool:
    return unicodedata.name(sign, "").startswith("LATIN ")
