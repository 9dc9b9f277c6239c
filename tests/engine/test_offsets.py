"""Where each token stands in the string that was given."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vocabsmith_engine import Pretokenizer, Recipe, Tokenizer, train_from_counts

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
