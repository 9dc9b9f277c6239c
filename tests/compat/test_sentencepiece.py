"""Models of the `sentencepiece` library give the same ids, spans and text here; ours give the same ids there."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import sentencepiece
from sentencepiece_models import CONTROLS, MODELS, SYMBOLS, random_texts, trained

from vocabsmith_engine import Tokenizer
from vocabsmith_engine.formats import sentencepiece_proto as proto
from vocabsmith_engine.formats.nasty_strings import nasty_strings

Model = tuple[Tokenizer, sentencepiece.SentencePieceProcessor, Path]


@pytest.fixture(scope="session")
def model(sample_lines: list[str], tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Model]:
    """Trains the model of this name once a session; ours, theirs and the file."""

    @cache
    def make(name: str) -> Model:
        folder = tmp_path_factory.mktemp("model")
        file = folder / "tok.model"
        file.write_bytes(trained(name, sample_lines, folder))
        return Tokenizer.load(file), sentencepiece.SentencePieceProcessor(model_file=str(file)), file

    return make


@pytest.fixture(scope="session")
def strings(sample_lines: list[str]) -> tuple[str, ...]:
    return (*nasty_strings([*SYMBOLS, *CONTROLS, "<s>"]), *sample_lines[::10], *random_texts(1, 400))


@pytest.mark.parametrize("name", MODELS)
def test_ids(name: str, model: Callable[[str], Model], strings: tuple[str, ...]) -> None:
    ours, theirs, _ = model(name)
    assert [ours.encode(text) for text in strings] == theirs.encode(list(strings))


@pytest.mark.parametrize("name", MODELS)
def test_text(name: str, model: Callable[[str], Model], strings: tuple[str, ...]) -> None:
    ours, theirs, _ = model(name)
    ids = theirs.encode(list(strings))
    assert [ours.decode(row) for row in ids] == [theirs.decode(row) for row in ids]


@pytest.mark.parametrize("name", MODELS)
def test_text_of_any_ids(name: str, model: Callable[[str], Model]) -> None:
    ours, theirs, _ = model(name)
    dice = random.Random(name)
    silent = [i for i in range(ours.vocab_size) if theirs.is_control(i)]
    for _ in range(100):
        ids = dice.choices(range(ours.vocab_size), k=dice.randint(0, 12))
        ids = [*dice.choices(silent, k=dice.randint(0, 2)), *ids] if silent else ids
        assert ours.decode(ids) == theirs.decode(ids), ids
        decoder = ours.streaming_decoder()
        if "denormalizer" not in name and "everything" not in name:
            assert "".join(map(decoder.feed, ids)) + decoder.finish() == theirs.decode(ids), ids


@pytest.mark.parametrize("name", MODELS)
def test_the_vocabulary(name: str, model: Callable[[str], Model]) -> None:
    ours, theirs, _ = model(name)
    assert ours.vocab_size == theirs.vocab_size()
    by_id = {role: getattr(theirs, f"{role}_id")() for role in ("bos", "eos", "pad", "unk")}
    known = {role: ours.special_tokens[text] for role, text in (ours.roles or {}).items()}
    assert known == {role: token_id for role, token_id in by_id.items() if token_id >= 0}
    assert [ours.is_special(i) for i in range(ours.vocab_size)] == [
        theirs.is_control(i) or theirs.is_unknown(i) for i in range(ours.vocab_size)
    ]


@pytest.mark.parametrize("name", MODELS)
def test_spans(name: str, model: Callable[[str], Model], strings: tuple[str, ...]) -> None:
    """A token begins where the library says, and ends before what the normaliser leaves out behind it.

    Of a part of a character the library says that it begins and ends before it, we that it is all of it.
    """
    ours, theirs, _ = model(name)
    for text in strings[::6]:
        pieces = theirs.encode_as_proto(text).pieces
        begins = [piece.begin for piece in pieces]
        encoded = ours.encode_with_offsets(text)
        assert encoded.ids.tolist() == [piece.id for piece in pieces]
        for piece, (begin, end) in zip(pieces, encoded.bytes.tolist(), strict=True):
            if theirs.is_byte(piece.id):
                continue
            left_out = text.encode()[end : piece.end].decode()
            inside_a_character = begins.count(piece.end) > (piece.end == begin)
            assert begin == piece.begin, (text, piece.piece)
            assert end <= piece.end or inside_a_character, (text, piece.piece)
            assert theirs.normalize(left_out).strip("▁ ") == "", (text, piece.piece)


@pytest.mark.parametrize("name", MODELS)
def test_what_was_loaded_is_saved_with_the_same_pieces_and_scores(
    name: str, model: Callable[[str], Model], tmp_path: Path
) -> None:
    ours, _, file = model(name)
    report = ours.save(tmp_path / "again", ["sentencepiece"])
    assert report.strings_compared > 400
    first, second = proto.parsed(file.read_bytes()), proto.parsed((tmp_path / "again" / "again.model").read_bytes())
    assert [piece.SerializeToString() for piece in first.pieces] == [p.SerializeToString() for p in second.pieces]
    assert first.normalizer_spec.precompiled_charsmap == second.normalizer_spec.precompiled_charsmap


def test_path_scores_of_unigrams(model: Callable[[str], Model], sample_lines: list[str]) -> None:
    """The sum of the scores of our tokens is that of the library's best path."""
    ours, theirs, _ = model("unigram plain")
    for text in sample_lines[::20]:
        best = theirs.nbest_encode_as_proto(text, nbest_size=2).nbests[0]
        if any(theirs.is_unknown(piece.id) for piece in best.pieces):
            continue
        scores = np.array([theirs.get_score(token_id) for token_id in ours.encode(text)], dtype=np.float32)
        assert float(scores.sum()) == pytest.approx(best.score, rel=1e-5)
