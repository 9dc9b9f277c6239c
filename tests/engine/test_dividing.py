"""A text in parts, encoded one by one, gives the ids of the whole."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from vocabsmith_engine import Pretokenizer, Tokenizer, TokenizerError
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.dividing import Divider
from vocabsmith_engine.encoding_files import encode_file
from vocabsmith_engine.models import Characters
from vocabsmith_engine.normalization import (
    Lowercase,
    Normalizer,
    Prefix,
    Prepend,
    SentencePieceText,
    StripAccents,
    UnicodeForm,
)
from vocabsmith_engine.templates import Template

BYTES: Final = [bytes([value]) for value in range(256)]
PARTS: Final = [
    *[
        "word",
        "Wörter",
        "e\u0301te",
        " ",
        "  ",
        "\n",
        "\r\n",
        "\n\n",
        "ﬁn",
        "A\u030a",
        "1",
        ".",
        "\u3000",
        "中文",
        "한",
        "ﹰ",
    ],
    *["<s>", "<m>", "cat", "\t", "ᄀ", "\u1161", "½", "¨"],
]


def of_bytes(*added: AddedToken, pretokenizer: str = "cl100k", **settings: Any) -> Tokenizer:
    """Bytes, and merges that show where pieces are cut."""
    tokens = list(BYTES)
    merges = []
    for text in () if "model" in settings else (b"\n\n", b"\n ", b"  ", b"\nw", b" w", b"e\xcc", b"o\n", b"d\n"):
        merges.append((text[0], text[1], len(tokens)))
        tokens.append(text)
    special = {token.text: len(tokens) + place for place, token in enumerate(added)}
    tokens += [token.text.encode() for token in added]
    own = tuple(AddedToken(token.text, special[token.text], *_flags(token)) for token in added)
    return Tokenizer(
        tokens, np.array(merges, np.uint32), special, Pretokenizer.of(pretokenizer), added_tokens=own, **settings
    )


def _flags(token: AddedToken) -> tuple[bool, ...]:
    return token.special, token.single_word, token.lstrip, token.rstrip, token.normalized


FORMS: Final = [Normalizer((UnicodeForm(form),)) for form in ("NFC", "NFD", "NFKC", "NFKD")]
TOKENIZERS: Final = {
    "plain": of_bytes(AddedToken("<s>", 0)),
    "strips": of_bytes(AddedToken("<m>", 0, lstrip=True, rstrip=True), AddedToken("<s>", 0)),
    "single words": of_bytes(AddedToken("cat", 0, single_word=True, rstrip=True)),
    "not special": of_bytes(AddedToken("<s>", 0), AddedToken("<m>", 0, special=False)),
    "forms": of_bytes(AddedToken("<s>", 0), normalizer=FORMS[2]),
    "decomposed": of_bytes(normalizer=Normalizer((UnicodeForm("NFKD"), Lowercase(), StripAccents()))),
    "normalised token": of_bytes(
        AddedToken("CAT", 0, normalized=True, lstrip=True), normalizer=Normalizer((Lowercase(),))
    ),
    "prefix": of_bytes(AddedToken("<s>", 0), normalizer=Normalizer((Prepend("▁"),))),
    "template": of_bytes(AddedToken("<s>", 0), template=Template((1, 2), (3,))),
    "whole": of_bytes(pretokenizer="none", normalizer=FORMS[0]),
    "characters": of_bytes(AddedToken("<s>", 0), model=Characters(byte_ids=tuple(range(256)))),
    "sentencepiece": of_bytes(AddedToken("<s>", 0), pretokenizer="none", normalizer=Normalizer((SentencePieceText(),))),
}


@pytest.mark.parametrize("name", TOKENIZERS)
@pytest.mark.parametrize("special", ["allow", "as_text"])
def test_ids_of_a_file_are_those_of_its_text(name: str, special: Any, tmp_path: Path) -> None:
    tokenizer, rng = TOKENIZERS[name], random.Random(9)
    path, out = tmp_path / "text.txt", tmp_path / "ids.npy"
    for _ in range(60):
        text = "".join(rng.choices(PARTS, k=rng.randrange(40)))
        path.write_bytes(text.encode())
        for window in (4, 16, 50):
            count = encode_file(tokenizer, path, out, special, None, threads=2, window=window)
            assert np.load(out).tolist() == tokenizer.encode(text, special), repr(text)
            assert count == len(tokenizer.encode(text, special))


def cuts(divider: Divider, text: str) -> str | None:
    """The part before the last cut."""
    cut = divider.last_cut(text.encode())
    return text.encode()[:cut].decode() if cut else None


def divider(
    *added: AddedToken, pretokenizer: Pretokenizer | None = None, normalizer: Normalizer | None = None
) -> Divider:
    return Divider(added, normalizer or Normalizer(), pretokenizer or Pretokenizer.of("gpt2"), cut_special=True)


def test_a_text_is_divided_behind_an_added_token() -> None:
    none = Pretokenizer.of("none")
    assert cuts(divider(AddedToken("<s>", 0), pretokenizer=none), "one<s>two, which ends") == "one<s>"


def test_a_text_is_not_divided_next_to_a_token_that_takes_spaces_along() -> None:
    none = Pretokenizer.of("none")
    assert cuts(divider(AddedToken("<s>", 0, rstrip=True), pretokenizer=none), "one<s>two, which ends") is None


def test_a_text_is_divided_at_a_line_end_also_under_a_form_of_unicode() -> None:
    assert cuts(divider(normalizer=FORMS[2]), "one\ntwo words") == "one\n"


def test_a_text_that_gets_a_prefix_is_not_divided_at_lines() -> None:
    assert cuts(divider(normalizer=Normalizer((Prepend("▁"),))), "one\ntwo words") is None


def test_a_text_whose_beginning_is_edited_is_not_divided() -> None:
    first = Pretokenizer.of_splits([Prefix("▁", first_only=True)])
    assert cuts(divider(AddedToken("<s>", 0), pretokenizer=first), "one<s>two, which ends") is None


def test_a_special_token_in_a_file_is_refused_at_its_place(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("né\n" * 30 + "<s>\n")
    with pytest.raises(TokenizerError, match="special token '<s>' at character 90: is refused"):
        encode_file(TOKENIZERS["forms"], tmp_path / "text.txt", tmp_path / "ids.npy", "refuse", None, window=16)
