"""Strings that break tokenizers: what every saved file is checked with before it takes its place.

The suite is the same on every machine. It holds no lone surrogates, since the other libraries refuse them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

_PLAIN: Final = (
    "",
    "a",
    "Hello, world!",
    "The quick brown fox jumps over the lazy dog.",
    "don't I'll we've they're he'd she's it'm",
    "DON'T I'LL WE'VE THEY'RE HE'D SHE'S IT'M",
    "'s'S't'T'll'LL'Ll're'RE've'VE'm'M'd'D''",
    "'ſ 'ſa 's 'S x'ſx KELVIN \u212a'LL",
    "’s ’t don’t ‘quoted’ “double”",
    "def f(x):\n    return x ** 2  # square\n\n\nclass A:\n\tpass\n",
    'for (int i = 0; i < n; ++i) { a[i] += "\\n"; }\n\t\t}\n',
    '<a href="https://example.org/?q=1&r=%20#x">link</a>',
    "SELECT * FROM t WHERE a>=1 AND b<>'x';--",
    "$x^2 + \\frac{1}{2}$ ~/.config/*.json 10% #tag @name a_b-c",
    "camelCase HTTPServer XMLHttpRequest iPhone McDonald ÀÉÎ ßẞ ŉ ǅǈǋ",
)

_SCRIPTS: Final = (
    "Привет, мир! Ёлки-палки",
    "Γειά σου Κόσμε ΌΣΟΣ ὀδυσσεύς",
    "你好，世界！今天天气很好。",
    "こんにちは世界。カタカナ ｶﾀｶﾅ 々〆ヶ",
    "안녕하세요 세계",
    "\u1112\u1161\u11ab\u1100\u1173\u11af \u1100\u1161\u11a8",
    "שלום עולם — אבג",
    "مرحبا بالعالم، كيف حالك؟ \u0640ـ",
    "नमस्ते दुनिया क्षत्रिय ज्ञ",
    "สวัสดีชาวโลก ภาษาไทยไม่มีช่องว่าง",
    "வணக்கம் உலகம்",
    "Xin chào thế giới, tiếng Việt",
    "ከሰላም በኋላ ᏣᎳᎩ ᚠᚢᚦ",
    "\U00010330\U00010331 \U0001d400\U0001d7ce \U00020000\U0002a6d6",
    "e\u0301 a\u0300\u0301\u0302 n\u0303 \u0301alone o\u0308\u0323",
    "Z\u0351\u036f\u0321a\u0337\u031bl\u0334\u0358g\u0338o\u0335",
    "é e\u0301 ﬁ fi Å \u212b ２ ² ½ Ⅷ ㈱",
)

_DIGITS: Final = (
    "0 1 12 123 1234 12345 123456 1234567",
    "3.14159 1,000,000 -42 +7 1e-9 0xFF 20261004",
    "١٢٣٤٥ ०१२३४ ๑๒๓ １２３４ 𝟏𝟐𝟑𝟒",
    "²³¹ ½¾ Ⅻ ㊿ 〇一二三",
    "a1b22c333d4444e 12ab34 v1.2.3",
)

_EMOJI: Final = (
    "😀😃😄",
    "👨\u200d👩\u200d👧\u200d👦",
    "👍🏽 🏳️\u200d🌈 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "🇩🇪🇯🇵🇧🇷",
    "1️⃣ #️⃣ ☕️ ☺ ♥︎",
    "a😀b 😀 c😀",
)

_SPACES: Final = (
    "\t",
    "\n",
    "\r",
    "\r\n",
    "\x0b",
    "\x0c",
    "\x85",
    "\xa0",
    "\u1680",
    "\u2003",
    "\u2028",
    "\u2029",
    "\u3000",
)
_RUNS: Final = (1, 2, 3, 4, 7, 16, 63)
_NOT_QUITE_SPACES: Final = ("\u180e", "\u200b", "\u2060", "\ufeff", "\x1c", "\x1f")
_SINGLE: Final = (
    *(chr(value) for value in range(0x100)),
    *"ſKŉßẞİıǅʰªºΣςῼ",
    *"\u0301\u0489\u0903\u20e3\u02bc\u055a\u05f3\u0e33\u0eb3\u1160\u11a8\u3164\uffa0",
    *"\u00ad\u061c\u200c\u200d\u200e\u202e\u2066\ufffc\ufffd\ufffe\uffff",
    *"\u0660\u06f0\u0966\u2160\u2188\u3007\u4e00\u9fff\uac00\ud7a3\ue000\uf8ff",
    *"\U00010000\U0001f600\U0001f3fd\U000e0001\U000f0000\U0010ffff\U00016fe4\U0001e900",
)


def nasty_strings(special_tokens: Iterable[str] = ()) -> tuple[str, ...]:
    """At least 300 different strings; with `special_tokens`, some that hold these whole, in part and side by side."""
    strings = (
        *(*_PLAIN, *_SCRIPTS, *_DIGITS, *_EMOJI, *_SINGLE),
        *_spaces(),
        *_controls(),
        *_long_runs(),
        "".join((*_PLAIN, *_SCRIPTS, *_DIGITS, *_EMOJI)),
        *_with_specials(tuple(special_tokens)),
    )
    return tuple(dict.fromkeys(strings))


def _spaces() -> Iterator[str]:
    for count in _RUNS:
        yield f"a{' ' * count}b"
        yield f"{' ' * count}1{' ' * count}"
        yield f"x{' ' * count}\n{' ' * count}y"
    for space in _SPACES:
        yield from (f"a{space}b", f"a {space}b", f"a{space} b", f"1{space}{space}!", f"{space} ", f" {space}{space}x")
    yield from (f"a{first}{second}b" for first, second in product((" ", "\t", "\n", "\r", "\u3000"), repeat=2))
    yield from (f"a{mark} b" for mark in _NOT_QUITE_SPACES)
    yield from ("line\r\nline\r\rline\n\r\n", "\n\n\n\n", "if x:\n\n\n        y\n", "trailing  \n  \n", "a \n", "a\n ")


def _controls() -> Iterator[str]:
    yield from (
        "\0",
        "a\0b",
        "\0\0\0 \0",
        "\x1b[31mred\x1b[0m",
        "\x7f\x80\x9f",
        "\ufeffmark",
        "half\ufffd \ufffd\ufffd",
    )


def _long_runs() -> Iterator[str]:
    yield from (unit * 1000 for unit in ("a", "ab", " ", "\n", "é", "0", "😀", "中", "e\u0301", "-=", "\t ", "'s"))


def _with_specials(tokens: tuple[str, ...]) -> Iterator[str]:
    for token in tokens[:16]:
        yield from (
            token,
            token * 3,
            f"a{token}b",
            f" {token} ",
            f"\n{token}\n",
            f"'s{token}'s",
            f"1{token}1",
            f"é{token}é",
        )
        yield from (token[:-1], token[1:], token[:-1] + token, token + token[1:], f"{token[0]}{token}{token[-1]}")
        yield from (token.upper(), token.lower(), f"a {token[: len(token) // 2]} {token}")
    yield from (f"{first}{second} {first} x{second}" for first, second in product(tokens[:8], repeat=2))
    yield f"one{'two'.join(tokens)}three"
