"""Proof that the character classes kept for Hugging Face's tokenizers are those of the library; writes them anew.

    python tests/proofs/huggingface_classes.py [--write]

The library is asked about every code point. Its classes come from tables of different ages: normalisers and
`Punctuation` know less than Unicode 16.0, `Digits` more, and `UnicodeScripts` has rules of its own.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from functools import partial
from importlib.metadata import version
from itertools import groupby
from pathlib import Path

import unicodedata2
from tokenizers import Regex, normalizers, pre_tokenizers

TARGET = Path("engine/vocabsmith_engine/_huggingface_classes.py")
CODE_POINTS = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
HEAD = '''"""Character classes of Hugging Face's tokenizers, to stand inside [...] of a pattern for the `regex` module.

Written by tests/proofs/huggingface_classes.py, which asks tokenizers {version} about every code point; do not edit.
"""

# ruff: noqa
# fmt: off
from typing import Final
'''


def members(belongs: Callable[[str], bool]) -> list[str]:
    return [character for character in CODE_POINTS if belongs(character)]


def punctuation() -> list[str]:
    cut = pre_tokenizers.Punctuation("removed").pre_tokenize_str
    return members(lambda character: not cut(character))


def numeric() -> list[str]:
    cut = pre_tokenizers.Digits(individual_digits=True).pre_tokenize_str
    return members(lambda character: len(cut(character * 2)) == 2)


def word() -> list[str]:
    cut = pre_tokenizers.Whitespace().pre_tokenize_str
    return members(lambda character: [text for text, _ in cut("a" + character)] == ["a" + character])


def inert() -> list[str]:
    """What the library's normalisation forms leave as it is where Unicode 16.0 does not."""
    to_nfkd = normalizers.NFKD().normalize_str
    found = members(lambda each: to_nfkd(each) != unicodedata2.normalize("NFKD", each) or not _reorders_alike(each))
    begin_new = {unicodedata2.normalize("NFD", each)[0] for each in found if _composes(each)}
    return sorted({*found, *begin_new})


def _composes(character: str) -> bool:
    """Whether its parts are joined to it: then the first is as new as it is, and is not joined in the library."""
    parts = unicodedata2.normalize("NFD", character)
    return len(parts) > 1 and unicodedata2.normalize("NFC", parts) == character


def _reorders_alike(mark: str) -> bool:
    """Whether a mark has the combining class 0 in both, or another in both: then it changes places with a neighbour."""
    order = unicodedata2.combining(mark)
    pair = mark + "\u0334" if order > 1 else "\u0301" + mark
    return order == 0 or normalizers.NFD().normalize_str("a" + pair) != "a" + pair


def left_out(normalizer: normalizers.Normalizer) -> list[str]:
    """What a normaliser leaves out of every text."""
    return members(lambda character: not normalizer.normalize_str(character))


def matched(pattern: str) -> list[str]:
    """The characters that an expression matches; the library has them from Oniguruma."""
    cut = pre_tokenizers.Split(Regex(pattern), "removed").pre_tokenize_str
    return members(lambda character: not cut(character))


def scripts() -> list[list[str]]:
    """The scripts that the library tells apart; first those characters that belong to any script."""
    cut = pre_tokenizers.UnicodeScripts().pre_tokenize_str
    found: list[list[str]] = [[]]
    last = 0
    for character in CODE_POINTS:
        if not cut(character):
            found[0].append(character)
            continue
        likely = [last] if last else []
        rest = (place for place in range(1, len(found)) if place != last)
        same = next((at for at in (*likely, *rest) if len(cut(found[at][0] + character)) == 1), None)
        if same is None:
            same = len(found)
            found.append([])
        found[same].append(character)
        last = same
    return found


def ranges(characters: Iterable[str]) -> list[str]:
    codes = sorted(map(ord, characters))
    groups = [[code for _, code in group] for _, group in groupby(enumerate(codes), lambda at: at[1] - at[0])]
    return [escaped(group[0]) + (f"-{escaped(group[-1])}" if len(group) > 1 else "") for group in groups]


def escaped(code: int) -> str:
    return f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"


def literal(characters: Iterable[str], indent: str) -> str:
    lines, line = [], ""
    for part in ranges(characters):
        if len(line) + len(part) > 100:
            lines.append(line)
            line = ""
        line += part
    return "".join(f'{indent}r"{each}"\n' for each in (*lines, line))


def source() -> str:
    parts = [HEAD.format(version=version("tokenizers"))]
    bert = partial(
        normalizers.BertNormalizer, clean_text=False, handle_chinese_chars=False, strip_accents=False, lowercase=False
    )
    for name, characters in (
        ("WORD", word()),
        ("PATTERN_WORD", matched(r"\w")),
        ("PATTERN_WORD_IN_SET", matched(r"[\w\x01]")[1:]),
        ("PUNCTUATION", punctuation()),
        ("NUMERIC", numeric()),
        ("INERT", inert()),
        ("ACCENTS", left_out(normalizers.StripAccents())),
        ("BERT_ACCENTS", left_out(bert(strip_accents=True))),
        ("BERT_CONTROLS", left_out(bert(clean_text=True))),
    ):
        parts.append(f"\n{name}: Final = (\n{literal(characters, '    ')})\n")
    any_script, *named = scripts()
    parts.append(f"\nANY_SCRIPT: Final = (\n{literal(any_script, '    ')})\n")
    each = "".join(f"    (\n{literal(script, '        ')}    ),\n" for script in named)
    parts.append(f"\nSCRIPTS: Final = (\n{each})\n")
    return "".join(parts)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help=f"write {TARGET} anew")
    found = source()
    if parser.parse_args().write:
        TARGET.write_text(found, "utf-8")
    same = TARGET.read_text("utf-8") == found
    print("the classes are those of the library" if same else "the library classes characters otherwise now")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
