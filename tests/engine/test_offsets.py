"""Where each token stands in the string that was given."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import numpy as np
import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st

from vocabsmith_engine import Pretokenizer, Recipe, Tokenizer, train_from_counts
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.models import Characters
from vocabsmith_engine.normalization import Lowercase, Normalizer, Prefix, Replace, SentencePieceText, UnicodeForm
from vocabsmith_engine.normalization.huggingface_steps import LibraryForm
from vocabsmith_engine.piece_cutting import Split
from vocabsmith_engine.templates import Template

BYTES_ONLY = Tokenizer(
    [bytes([value]) for value in range(256)], np.zeros((0, 3), np.uint32), {}, Pretokenizer.of("none")
)
LEARNED = train_from_counts(
    [("né😀😀".encode(), 9), (b"the cat", 9), ("中文中文".encode(), 9)],
    Recipe(vocab_size=280, pretokenizer="none", special_tokens=("<é>",)),
).tokenizer


def test_bytes_of_a_character_have_the_span_of_that_character() -> None:
    encoded = BYTES_ONLY.encode_with_offsets("a😀é")
    assert encoded.bytes.tolist() == [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7]]
    assert encoded.code_points.tolist() == [[0, 1], [1, 2], [1, 2], [1, 2], [1, 2], [2, 3], [2, 3]]
    assert encoded.utf16.tolist() == [[0, 1], [1, 3], [1, 3], [1, 3], [1, 3], [3, 4], [3, 4]]
    assert encoded.partial.tolist() == [False, True, True, True, True, True, True]


def test_a_special_token_has_one_span() -> None:
    encoded = LEARNED.encode_with_offsets("a<é>b")
    assert encoded.code_points.tolist() == [[0, 1], [1, 4], [4, 5]]
    assert encoded.bytes.tolist() == [[0, 1], [1, 5], [5, 6]]
    assert encoded.partial.tolist() == [False, False, False]


def test_joined_halves_span_two_code_points_of_the_string() -> None:
    encoded = BYTES_ONLY.encode_with_offsets("x\ud83d\ude00y")
    assert encoded.code_points.tolist() == [[0, 1], [1, 3], [1, 3], [1, 3], [1, 3], [3, 4]]
    assert encoded.utf16.tolist() == [[0, 1], [1, 3], [1, 3], [1, 3], [1, 3], [3, 4]]
    assert encoded.replaced == 0


def test_a_lone_half_spans_one_code_point_and_is_counted() -> None:
    encoded = BYTES_ONLY.encode_with_offsets("\ud83dz\ude00")
    assert encoded.code_points.tolist() == [[0, 1], [0, 1], [0, 1], [1, 2], [2, 3], [2, 3], [2, 3]]
    assert encoded.replaced == 2


def test_no_text_has_no_spans() -> None:
    encoded = BYTES_ONLY.encode_with_offsets("")
    assert (len(encoded), encoded.bytes.shape, encoded.utf16.shape) == (0, (0, 2), (0, 2))


@pytest.mark.parametrize("tokenizer", [BYTES_ONLY, LEARNED], ids=["bytes", "learned"])
@given(text=st.text(alphabet=st.one_of(st.sampled_from("né😀中文 the<é>\ud83d\ude00"), st.characters(codec=None))))
def test_spans_cover_the_text_and_hold_what_their_tokens_spell(tokenizer: Tokenizer, text: str) -> None:
    encoded = tokenizer.encode_with_offsets(text)
    whole = tokenizer.decode_bytes(encoded.ids)
    assert encoded.ids.tolist() == tokenizer.encode(text)
    assert encoded.bytes[:, 0].tolist() == [0, *encoded.bytes[:-1, 1].tolist()][: len(encoded)]
    units = text.encode("utf-16-le", "surrogatepass")
    for token, (first, last), (begin, end), (left, right), partial in zip(
        encoded.ids.tolist(),
        encoded.bytes.tolist(),
        encoded.code_points.tolist(),
        encoded.utf16.tolist(),
        encoded.partial.tolist(),
        strict=True,
    ):
        assert whole[first:last] == tokenizer.token_bytes(token)
        assert text[begin:end].encode("utf-16-le", "surrogatepass") == units[2 * left : 2 * right]
        spelled = text[begin:end].encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()
        assert tokenizer.token_bytes(token) in spelled
        assert partial == (tokenizer.token_bytes(token) != spelled)


# --- through a normaliser, ▁ and text that is left out


def of_characters(characters: str, *words: str, **settings: Any) -> Tokenizer:
    """A vocabulary of these characters and words, which are looked up as whole pieces, and of the 256 bytes."""
    tokens = [bytes([value]) for value in range(256)] + [text.encode() for text in (*characters, *words)]
    return Tokenizer(
        tokens,
        np.zeros((0, 3), np.uint32),
        {},
        settings.pop("pretokenizer", Pretokenizer.of("none")),
        model=Characters(byte_ids=tuple(range(256))),
        whole_pieces_first=True,
        **settings,
    )


def placed(tokenizer: Tokenizer, text: str) -> list[tuple[str, list[int], list[int], list[int], bool]]:
    """Each token, and where it stands in code points, bytes and UTF-16, and whether it is part of a character."""
    encoded = tokenizer.encode_with_offsets(text)
    spans = (encoded.code_points.tolist(), encoded.bytes.tolist(), encoded.utf16.tolist(), encoded.partial.tolist())
    names = [tokenizer.token_bytes(token_id).decode(errors="backslashreplace") for token_id in encoded.ids]
    return list(zip(names, *spans, strict=True))


def test_tokens_of_one_character_that_nfkc_takes_apart_have_its_span() -> None:
    tokenizer = of_characters("fi12⁄ Å", normalizer=Normalizer((UnicodeForm("NFKC"),)))
    assert placed(tokenizer, "ﬁ½ A\u030a") == [
        ("f", [0, 1], [0, 3], [0, 1], True),
        ("i", [0, 1], [0, 3], [0, 1], True),
        ("1", [1, 2], [3, 5], [1, 2], True),
        ("⁄", [1, 2], [3, 5], [1, 2], True),
        ("2", [1, 2], [3, 5], [1, 2], True),
        (" ", [2, 3], [5, 6], [2, 3], False),
        ("Å", [3, 5], [6, 9], [3, 5], False),
    ]


def test_a_token_of_two_whole_characters_is_no_part_of_one() -> None:
    pretokenizer = Pretokenizer.of_splits([" "])
    tokenizer = of_characters(
        "", "fi1⁄2", " ", "Å", normalizer=Normalizer((UnicodeForm("NFKC"),)), pretokenizer=pretokenizer
    )
    assert placed(tokenizer, "ﬁ½ Å") == [
        ("fi1⁄2", [0, 2], [0, 5], [0, 2], False),
        (" ", [2, 3], [5, 6], [2, 3], False),
        ("Å", [3, 4], [6, 8], [3, 4], False),
    ]


def test_a_mark_that_is_put_in_front_stands_for_nothing() -> None:
    pretokenizer = Pretokenizer.of_splits([Replace(" ", "▁"), Prefix("▁"), Split("▁", "MergedWithNext")])
    assert placed(of_characters("▁", "a", "▁b", pretokenizer=pretokenizer), "a b") == [
        ("▁", [0, 0], [0, 0], [0, 0], False),
        ("a", [0, 1], [0, 1], [0, 1], False),
        ("▁b", [1, 3], [1, 3], [1, 3], False),
    ]


def test_spaces_that_are_left_out_are_in_no_span() -> None:
    tokenizer = of_characters("▁", "▁a", "b", normalizer=Normalizer((SentencePieceText(),)))
    assert placed(tokenizer, " 😀  b ")[-2:] == [
        ("▁", [2, 3], [5, 6], [3, 4], False),
        ("b", [4, 5], [7, 8], [5, 6], False),
    ]


def test_bytes_of_an_unknown_character_have_its_span_through_a_normaliser() -> None:
    tokenizer = of_characters("é", normalizer=Normalizer((UnicodeForm("NFC"),)))
    assert placed(tokenizer, "e\u0301😀") == [
        ("é", [0, 2], [0, 3], [0, 2], False),
        ("\\xf0", [2, 3], [3, 4], [2, 4], True),
        ("\\x9f", [2, 3], [4, 5], [2, 4], True),
        ("\\x98", [2, 3], [5, 6], [2, 4], True),
        ("\\x80", [2, 3], [6, 7], [2, 4], True),
    ]


def test_white_space_that_goes_with_an_added_token_is_in_its_span() -> None:
    tokens = [bytes([value]) for value in range(256)] + [b"<m>"]
    added = (AddedToken("<m>", 256, lstrip=True),)
    tokenizer = Tokenizer(
        tokens, np.zeros((0, 3), np.uint32), {"<m>": 256}, Pretokenizer.of("none"), added_tokens=added
    )
    assert tokenizer.encode_with_offsets("é  <m>b").code_points.tolist() == [[0, 1], [0, 1], [1, 6], [6, 7]]
    assert tokenizer.encode_with_offsets("é  <m>b").bytes.tolist() == [[0, 1], [1, 2], [2, 7], [7, 8]]


def test_ids_of_a_template_have_empty_spans_at_the_ends() -> None:
    tokenizer = dataclasses.replace(BYTES_ONLY, template=Template((7,), (8, 9)))
    encoded = tokenizer.encode_with_offsets("é")
    assert encoded.ids.tolist() == [7, *"é".encode(), 8, 9]
    assert encoded.code_points.tolist() == [[0, 0], [0, 1], [0, 1], [1, 1], [1, 1]]
    assert encoded.bytes.tolist() == [[0, 0], [0, 1], [1, 2], [2, 2], [2, 2]]
    assert tokenizer.encode_with_offsets("é", template=False).ids.tolist() == [*"é".encode()]


def test_halves_of_surrogates_keep_their_places_through_a_normaliser() -> None:
    tokenizer = dataclasses.replace(BYTES_ONLY, normalizer=Normalizer((Lowercase(),)))
    encoded = tokenizer.encode_with_offsets("\ud83d\ude00A\ud83d")
    assert encoded.code_points.tolist() == [[0, 2]] * 4 + [[2, 3]] + [[3, 4]] * 3
    assert encoded.replaced == 1


@given(text=st.text(alphabet=st.one_of(st.sampled_from("ﬁ½ÅA\u030aé  \t😀中\u0323"), st.characters(codec="utf-8"))))
def test_spans_rise_and_hold_what_their_tokens_come_from(text: str) -> None:
    normalizer = Normalizer((UnicodeForm("NFKC"), Lowercase(), SentencePieceText()))
    encoded = of_characters("▁", normalizer=normalizer).encode_with_offsets(text)
    for spans, length in ((encoded.code_points, len(text)), (encoded.bytes, len(text.encode()))):
        begins, ends = spans[:, 0], spans[:, 1]
        assert (begins <= ends).all()
        assert (np.diff(begins) >= 0).all()
        assert (np.diff(ends) >= 0).all()
        assert not len(spans) or (begins[0] >= 0 and ends[-1] <= length)


def test_spans_are_those_of_tokenizers() -> None:
    """Where characters join, the library names the first of them only; no text here holds such."""
    library = tokenizers.Tokenizer(tokenizers.models.BPE({"<unk>": 0, "x": 1}, [], unk_token="<unk>"))
    library.normalizer = tokenizers.normalizers.Sequence(
        [tokenizers.normalizers.NFKC(), tokenizers.normalizers.Lowercase(), tokenizers.normalizers.Replace(" ", "▁")]
    )
    ours = Tokenizer(
        [b"<unk>", b"x"],
        np.zeros((0, 3), np.uint32),
        {},
        Pretokenizer.of("none"),
        model=Characters(unknown_id=0),
        normalizer=Normalizer((LibraryForm("NFKC"), Lowercase(), Replace(" ", "▁"))),
    )
    rng = random.Random(7)
    for _ in range(2_000):
        text = "".join(rng.choices("xX ﬁ½éÅAß①中😀", k=rng.randrange(10)))
        encoding = library.encode(text)
        assert ours.encode_with_offsets(text).code_points.tolist() == [list(span) for span in encoding.offsets], text
