"""Text that is normalised before it is cut: the counts are those of each document normalised as a whole."""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from pathlib import Path

import pytest
import unicodedata2

from vocabsmith_engine import CorpusError, Pretokenizer, Recipe, _native, count_pieces, train, train_from_counts
from vocabsmith_engine import normalizing_counter as nc
from vocabsmith_engine.pretokenization import NAMES

FORMS = ("NFC", "NFD", "NFKC", "NFKD")
EXPRESSION = r" ?\p{L}+|[^\s\p{L}]+|\s+"
ENDTEXT = "<|endoftext|>"
FULLWIDTH = "＜|endoftext|＞"  # NFKC makes the text of the token of it
CHARACTERS = (
    "abéＡ½ﬁ1 .\n\n\r\t\u0301\u0327\u00a8\u037a\u0e33\u1100\u1161\u11a8가カ\uff76\uff9e"
    "\u09c7\u09be語。\u00a0\ufe70\u1e9b\u0323\u212b"
)
SPACES = frozenset("\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000") | frozenset(
    map(chr, range(0x2000, 0x200B))
)


def random_text(seed: int, length: int = 150) -> str:
    choose = random.Random(seed)
    parts = [*CHARACTERS, "a\nb", "é.\nＡ", "語\n語", ENDTEXT, FULLWIDTH]
    return "".join(choose.choices(parts, k=length))


def counted_naively(
    text: bytes, form: str, pretokenizer: str, specials: tuple[str, ...] = (ENDTEXT,), unit: str = "file"
) -> dict[bytes, int]:
    """Cut at special tokens, then into lines if wanted, normalise each document, cut it into pieces."""
    parts = re.split(b"|".join(map(re.escape, (token.encode() for token in specials))), text) if specials else [text]
    documents = [line for part in parts for line in part.splitlines(keepends=True)] if unit == "line" else parts
    pieces: Counter[bytes] = Counter()
    for document in documents:
        characters = unicodedata2.normalize(form, document.decode("utf-8", "surrogateescape"))
        data, begin = characters.encode("utf-8", "surrogateescape"), 0
        for end in Pretokenizer.of(pretokenizer).piece_ends(data).tolist():
            pieces[data[begin:end]] += 1
            begin = end
    return dict(pieces)


def counted(path: Path, window: int = 2**20, threads: int = 1, **settings: object) -> dict[bytes, int]:
    recipe = Recipe.from_dict({"vocab_size": 300, "special_tokens": [ENDTEXT]} | settings)
    return dict(count_pieces(path, recipe, threads=threads, window=window).counts.items())


def written(folder: Path, data: bytes, name: str = "text.txt") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("unit", ["file", "line"])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("pretokenizer", NAMES)
def test_counts_are_those_of_whole_documents_whatever_the_windows(
    tmp_path: Path, pretokenizer: str, form: str, unit: str
) -> None:
    for seed in range(4):
        text = random_text(seed).encode()
        path = written(tmp_path, text)
        expected = counted_naively(text, form, pretokenizer, unit=unit)
        for window in random.Random(seed).sample(range(1, 65), 12):
            settings = {"pretokenizer": pretokenizer, "normalization": form, "document_unit": unit}
            assert counted(path, window, **settings) == expected, (window, seed)


@pytest.mark.parametrize("threads", [1, 8])
def test_counts_do_not_depend_on_threads(tmp_path: Path, threads: int) -> None:
    text = random_text(7, 20_000).encode()
    path = written(tmp_path, text)
    settings = {"pretokenizer": "cl100k", "normalization": "NFKC"}
    assert counted(path, 64, threads, **settings) == counted_naively(text, "NFKC", "cl100k")


@pytest.mark.parametrize("unit", ["file", "line"])
def test_an_expression_sees_normalised_text_too(tmp_path: Path, unit: str) -> None:
    text = random_text(3, 2000).encode()
    path = written(tmp_path, text)
    settings = {"pretokenizer": EXPRESSION, "normalization": "NFKD", "document_unit": unit}
    assert counted(path, 50, 2, **settings) == counted_naively(text, "NFKD", EXPRESSION, unit=unit)


def test_bytes_that_are_no_text_are_kept_as_they_are(tmp_path: Path) -> None:
    text = "a½\nb ".encode() + b"\xff\xfe\xe3\x82\n" + "Ａ\n\u0301".encode()
    path = written(tmp_path, text)
    for pretokenizer in ("gpt2", EXPRESSION):
        found = counted(path, normalization="NFKC", invalid_bytes="keep", pretokenizer=pretokenizer)
        assert found == counted_naively(text, "NFKC", pretokenizer)
        assert any(b"\xff\xfe" in piece for piece in found)


def test_what_becomes_the_text_of_a_special_token_is_none(tmp_path: Path) -> None:
    found = counted(written(tmp_path, (FULLWIDTH + ENDTEXT + "a").encode()), normalization="NFKC")
    assert found == {b"<|": 1, b"endoftext": 1, b"|>": 1, b"a": 1}


def test_the_tokenizer_of_the_run_treats_it_the_same(tmp_path: Path) -> None:
    path = written(tmp_path, (FULLWIDTH * 3 + " ½ \n").encode() * 5)
    tokenizer = train(path, Recipe(vocab_size=300, normalization="NFKC", special_tokens=(ENDTEXT,))).tokenizer
    special = tokenizer.special_tokens[ENDTEXT]
    assert special not in tokenizer.encode(FULLWIDTH)
    assert tokenizer.encode(ENDTEXT) == [special]
    assert tokenizer.decode(tokenizer.encode("Ａ½" + FULLWIDTH)) == "A1⁄2<|endoftext|>"


def test_without_normalization_bytes_return_exactly(tmp_path: Path) -> None:
    text = "ＡＢ½ ﬁ Å A\u030a"
    tokenizer = train(written(tmp_path, text.encode()), Recipe(vocab_size=270, min_frequency=1)).tokenizer
    assert tokenizer.decode(tokenizer.encode(text)) == text


def test_both_spellings_of_a_letter_are_one_with_nfc(tmp_path: Path) -> None:
    assert counted(written(tmp_path, "Å A\u030a Å".encode()), normalization="NFC") == {
        "Å".encode(): 1,
        " Å".encode(): 2,
    }


@pytest.mark.parametrize("form", FORMS)
def test_text_with_no_safe_place_is_normalised_part_by_part(
    tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nc, "_AT_ONCE", 5)
    text = random_text(11, 3000).replace("\n", "").encode()
    path = written(tmp_path, text)
    assert counted(path, normalization=form) == counted_naively(text, form, "gpt2")


def test_no_character_before_which_text_is_parted_joins_what_stands_before_it() -> None:
    before = ["a", "\u0301", "\u1100", "\u1161", "가", "\u09c7", "か", "語", "\u0327", "\n", " "]
    parted = [chr(code) for code in range(sys.maxunicode + 1) if nc._STAYS_FIRST.match(chr(code))]
    for form in FORMS:
        for character in parted:
            parts = [before[0], *(character + left for left in before[1:]), character]
            in_form = "".join(unicodedata2.normalize(form, part) for part in parts)
            assert unicodedata2.normalize(form, "".join(parts)) == in_form, (form, hex(ord(character)))


NO_SPECIALS = _native.SpecialTokens([])


def test_a_text_is_divided_only_where_no_form_can_tell() -> None:
    """Every character, between two lines: where it may be cut, its parts are the whole text in every form."""
    characters = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]
    for character in characters:
        for text in (f"a\n{character}", f"{character}\nb"):
            cut = _native.last_cut_in_every_form(text.encode(), NO_SPECIALS)
            if cut == 0:
                continue
            before, after = text.encode()[:cut].decode(), text.encode()[cut:].decode()
            for form in FORMS:
                first, second = unicodedata2.normalize(form, before), unicodedata2.normalize(form, after)
                assert first + second == unicodedata2.normalize(form, text), hex(ord(character))
                assert first[-1] == "\n", hex(ord(character))
                assert unicodedata2.category(second[0])[0] == "L", hex(ord(character))
                assert first[-2] not in SPACES, hex(ord(character))


def test_counts_made_elsewhere_must_be_in_the_form_already() -> None:
    recipe = Recipe(vocab_size=300, normalization="NFC")
    assert train_from_counts([("é", 2)], recipe).merges == [(b"\xc3", b"\xa9")]
    with pytest.raises(CorpusError, match=r"piece 'e.': is not in the form NFC"):
        train_from_counts([("e\u0301", 2)], recipe)
