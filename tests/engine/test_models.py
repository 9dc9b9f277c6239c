"""The encoders that are not byte-level: what crosses the border, and the ids of the libraries they stand in for."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import sentencepiece
from random_models import (
    BYTE,
    CONTROL,
    NORMAL,
    PAIRS,
    UNIGRAM,
    UNKNOWN,
    UNUSED,
    character_model,
    encode,
    encoder_of,
    model_proto,
    scored_model,
    spelled_byte,
)

from vocabsmith_engine import Monitor, _models
from vocabsmith_resources.samples import sample_path

SEEDS = range(6)
SPECIAL = [("<unk>", 0.0, UNKNOWN), ("<s>", 0.0, CONTROL)]

Encoder = Any


def merges(*rows: tuple[int, int, int]) -> Any:
    return np.array(rows, np.uint32).reshape(-1, 3)


def letters(**changes: Any) -> _models.CharacterEncoder:
    """<unk> is 0, a 1, b 2, ab 3."""
    options: dict[str, Any] = {
        "tokens": [b"<unk>", b"a", b"b", b"ab"],
        "byte_ids": None,
        "merges": merges((1, 2, 3)),
        "special_ids": [],
        "unknown_id": 0,
        "fuse_unknown": True,
        "whole_pieces_first": False,
    }
    return _models.CharacterEncoder(**(options | changes))


def unigram(*pieces: tuple[str, float, int]) -> _models.UnigramEncoder:
    encoder = encoder_of(model_proto([*SPECIAL, *pieces], UNIGRAM, False))
    assert isinstance(encoder, _models.UnigramEncoder)
    return encoder


def numbers(*values: int) -> Any:
    return np.array(values, np.uint64)


# ---------------------------------------------------------------- the border


def test_ids_and_spans_are_arrays() -> None:
    ids, spans = letters().encode_pieces(b"ab-b", numbers(0, 3), numbers(2, 4))
    assert ids.dtype == np.uint32
    assert spans.dtype == np.uint64
    assert ids.tolist() == [3, 2]
    assert spans.tolist() == [[0, 2], [3, 4]]


def test_a_whole_text_may_be_one_piece() -> None:
    ids = letters().encode(b"ab-b")
    assert ids.dtype == np.uint32
    assert ids.tolist() == [3, 0, 2]
    assert letters().encode(b"").tolist() == []


def test_without_pieces_there_are_no_ids() -> None:
    ids, spans = letters().encode_pieces(b"ab", numbers(), numbers())
    assert ids.shape == (0,)
    assert spans.shape == (0, 2)
    assert encode(letters(), b"") == ([], [])


@pytest.mark.parametrize("text", [bytearray(b"ab"), memoryview(b"ab"), np.frombuffer(b"ab", np.uint8)])
def test_a_text_is_any_buffer(text: Any) -> None:
    assert letters().encode_pieces(text, numbers(0), numbers(2))[0].tolist() == [3]


def test_pieces_out_of_order_are_refused() -> None:
    with pytest.raises(ValueError, match="piece 1 begins at 0, before the end of the last, 1"):
        letters().encode_pieces(b"ab", numbers(0, 0), numbers(1, 2))
    with pytest.raises(ValueError, match="the last piece ends at 3, the text at 2"):
        letters().encode_pieces(b"ab", numbers(0), numbers(3))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"byte_ids": np.zeros(4, np.uint32)}, "byte_ids has 4 entries"),
        ({"merges": np.zeros((1, 2), np.uint32)}, "a row of merges has 2 entries"),
        ({"merges": merges((1, 1, 3))}, "do not spell token 3"),
        ({"special_ids": [9]}, "special id 9, does not exist"),
        ({"unknown_id": 4}, "the unknown token, 4, does not exist"),
    ],
)
def test_a_vocabulary_that_contradicts_itself_is_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        letters(**changes)


@pytest.mark.parametrize("kind", [_models.ScoredPairEncoder, _models.UnigramEncoder])
@pytest.mark.parametrize(
    ("tokens", "scores", "kinds", "reason"),
    [
        ([b"<unk>", b"a"], [0, np.nan], [UNKNOWN, NORMAL], "token 1 has a score that is no number"),
        ([b"<unk>", b"a", b"a"], [0, 0, 0], [UNKNOWN, NORMAL, NORMAL], "tokens 1 and 2 are the same piece"),
        ([b"<unk>", b""], [0, 0], [UNKNOWN, NORMAL], "token 1 is empty"),
        ([b"<unk>", b"a"], [0, 0], [UNKNOWN, 9], "token 1 has the kind 9"),
        ([b"<unk>", b"a"], [0, 0], [UNKNOWN, BYTE], "there are byte pieces, but it is not said for which bytes"),
        ([b"<unk>", b"a"], [0], [UNKNOWN, NORMAL], "there are 2 tokens and 1 scores"),
    ],
)
def test_scored_pieces_that_contradict_themselves_are_refused(
    kind: Callable[..., Encoder], tokens: list[bytes], scores: list[float], kinds: list[int], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        kind(tokens, np.array(scores, np.float32), np.array(kinds, np.uint8), None, 0)


RUNS = [
    letters(tokens=[b"a", b"aa"], merges=merges((0, 0, 1)), unknown_id=-1),
    encoder_of(model_proto([*SPECIAL, ("a", 0.0, NORMAL), ("aa", -1.0, NORMAL)], PAIRS, False)),
    unigram(("a", -2.0, NORMAL), ("aa", -3.0, NORMAL)),
]


@pytest.mark.parametrize("encoder", RUNS, ids=["characters", "scored-pairs", "unigram"])
def test_a_stop_ends_a_long_text(encoder: Encoder) -> None:
    monitor = Monitor()
    threading.Timer(0.1, monitor.stop).start()
    began = time.monotonic()
    with pytest.raises(InterruptedError):
        encoder.encode_pieces(b"a" * 100_000_000, numbers(0), numbers(100_000_000), monitor)
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("encoder", RUNS, ids=["characters", "scored-pairs", "unigram"])
def test_a_megabyte_that_nothing_divides_takes_no_square_of_its_time(encoder: Encoder) -> None:
    ids, _ = encode(encoder, b"a" * 1_000_001)
    assert len(ids) == 500_001


# ---------------------------------------------------------------- the libraries


@pytest.mark.parametrize("seed", SEEDS)
def test_merges_over_characters_give_the_ids_of_tokenizers(seed: int) -> None:
    dice = random.Random(f"characters {seed}")
    for _ in range(40):
        model = character_model(dice)
        for text in model.texts(dice, 25):
            expected = model.library.encode(text)
            ids, spans = encode(model.encoder, text)
            assert ids == expected.ids, text
            if model.spans_agree:
                data = text.encode()
                assert [(len(data[:a].decode()), len(data[:b].decode())) for a, b in spans] == expected.offsets, text


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("model_type", [PAIRS, UNIGRAM], ids=["scored-pairs", "unigram"])
def test_scored_pieces_give_the_ids_of_sentencepiece(model_type: int, seed: int) -> None:
    dice = random.Random(f"scores {model_type} {seed}")
    for _ in range(40):
        model = scored_model(dice, model_type)
        for text in model.texts(dice, 25):
            expected = model.library.encode(text, return_type="proto").pieces
            ids, spans = encode(model.encoder, text)
            assert ids == [piece.id for piece in expected], text
            if model.spans_agree:
                assert spans == [(piece.begin, piece.end) for piece in expected], text


@pytest.mark.parametrize("seed", SEEDS)
def test_the_sum_of_scores_is_that_of_sentencepiece(seed: int) -> None:
    dice = random.Random(f"sums {seed}")
    compared = 0
    while compared < 200:
        model = scored_model(dice, UNIGRAM)
        if not model.sums_agree:
            continue
        for text in model.texts(dice, 5):
            best = model.library.nbest_encode(text[:40], nbest_size=2, return_type="proto").nbests[0]
            # The list is added up from the end, in another order.
            assert model.encoder.score(text[:40].encode()) == pytest.approx(best.score, rel=1e-4, abs=1e-3), text
            compared += 1


@pytest.mark.parametrize("model_type", ["bpe", "unigram"])
def test_a_trained_model_gives_the_ids_of_sentencepiece(model_type: str, tmp_path: Any) -> None:
    lines = [line for line in sample_path().read_text("utf-8").split("\n") if line.strip()]
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines[::3]),
        model_prefix=str(tmp_path / "model"),
        model_type=model_type,
        vocab_size=3000,
        hard_vocab_limit=False,
        byte_fallback=True,
        normalization_rule_name="identity",
        minloglevel=2,
    )
    proto = model_proto([], UNIGRAM, False)
    proto.ParseFromString((tmp_path / "model.model").read_bytes())
    proto.normalizer_spec.CopyFrom(model_proto([], UNIGRAM, False).normalizer_spec)
    library = sentencepiece.SentencePieceProcessor(model_proto=proto.SerializeToString())
    encoder = encoder_of(proto)
    texts = ["▁" + line.replace(" ", "▁") for line in lines[:3000]] + ["▁".join(lines)[:300_000]]
    different = [text for text in texts if encode(encoder, text)[0] != library.encode(text)]
    assert different == []


# ---------------------------------------------------------------- cases


def test_an_unknown_character_scores_ten_less_than_the_lowest_score() -> None:
    encoder = unigram(("a", -2.0, NORMAL), ("c", -2.0, NORMAL), ("abc", -9.0, NORMAL))
    assert encode(encoder, "abc") == ([4], [(0, 3)])
    assert encode(encoder, "axxc") == ([2, 0, 3], [(0, 1), (1, 3), (3, 4)])
    assert encoder.score(b"axxc") == -2 - 19 - 19 - 2


def test_bytes_that_are_no_text_are_characters_of_one_byte() -> None:
    pieces = [*SPECIAL, ("a", -1.0, NORMAL), *((spelled_byte(byte), 0.0, BYTE) for byte in range(256))]
    for model_type in (PAIRS, UNIGRAM):
        assert encode(encoder_of(model_proto(pieces, model_type, True)), b"a\xff\xc3a")[0] == [2, 258, 198, 2]
    assert encode(letters(), b"a\xff\xc3a")[0] == [1, 0, 1]


def test_an_unused_piece_comes_apart_as_in_sentencepiece() -> None:
    pieces = [*SPECIAL, ("a", -1.0, NORMAL), ("aa", -2.0, NORMAL), ("aaa", -3.0, UNUSED)]
    proto = model_proto(pieces, PAIRS, False)
    library = sentencepiece.SentencePieceProcessor(model_proto=proto.SerializeToString())
    assert encode(encoder_of(proto), "aaa")[0] == library.encode("aaa") == [3, 2]
