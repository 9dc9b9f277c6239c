"""Ids to text where tokens do not simply spell it: at once, and one at a time."""

from __future__ import annotations

import io
import random
from typing import Any, Final

import numpy as np
import pytest
import sentencepiece
import tokenizers
from sentencepiece import sentencepiece_model_pb2
from tokenizers import decoders, models

from vocabsmith_engine import Pretokenizer, Tokenizer, TokenizerError
from vocabsmith_engine.decoding import Decoding
from vocabsmith_engine.models import Characters
from vocabsmith_engine.normalization import Normalizer, Replace

NAMES: Final = ["▁", "a", "▁b", "▁▁c▁", "b</w>", "Ġd", "é", "Ã©", " ", "  e ", "▁</w>"]


def speaking(decoding: Decoding, names: list[str] = NAMES, *, byte_tokens: bool = False, **settings: Any) -> Tokenizer:
    """A model of characters with these tokens, and behind them those of the bytes if they are asked for."""
    tokens = [name.encode() for name in names] + [bytes([value]) for value in range(256 if byte_tokens else 0)]
    model = Characters(byte_ids=tuple(range(len(names), len(names) + 256)) if byte_tokens else None)
    no_merges = np.zeros((0, 3), np.uint32)
    return Tokenizer(tokens, no_merges, {}, Pretokenizer.of("none"), model=model, decoding=decoding, **settings)


def said(tokenizer: Tokenizer, *ids: int) -> str:
    """The text of `ids`; it is the same when they arrive one at a time."""
    decoder = tokenizer.streaming_decoder()
    text = tokenizer.decode(ids)
    assert "".join(map(decoder.feed, ids)) + decoder.finish() == text
    assert "".join(map(decoder.feed, ids)) + decoder.finish() == text, "the second time"
    return text


def test_by_default_tokens_are_joined_as_they_are() -> None:
    assert said(speaking(Decoding()), 0, 1, 2) == "▁a▁b"


def test_texts_in_tokens_are_replaced() -> None:
    assert said(speaking(Decoding(replacements=(("▁", " "),))), 1, 2, 3) == "a b  c "


def test_tokens_in_the_byte_alphabet_are_read() -> None:
    assert said(speaking(Decoding(byte_alphabet=True)), 1, 5, 7) == "a dé"


def test_a_token_that_is_not_in_the_byte_alphabet_stays() -> None:
    assert said(speaking(Decoding(byte_alphabet=True)), 0, 5) == "▁ d"


def test_bytes_stand_for_themselves() -> None:
    tokenizer = speaking(Decoding(replacements=(("▁", " "), ("a", "x"))), byte_tokens=True)
    first_byte = len(NAMES)
    assert said(tokenizer, 1, first_byte + ord("a")) == "xa"
    assert said(tokenizer, *(first_byte + byte for byte in "▁".encode())) == "▁"


def test_added_tokens_stand_for_themselves() -> None:
    tokens, no_merges = [b"a", b"<a>"], np.zeros((0, 3), np.uint32)
    decoding = Decoding(replacements=(("a", "x"),))
    tokenizer = Tokenizer(tokens, no_merges, {"<a>": 1}, Pretokenizer.of("none"), model=Characters(), decoding=decoding)
    assert said(tokenizer, 0, 1) == "x<a>"


def test_some_tokens_say_something_else() -> None:
    assert said(speaking(Decoding(spoken=((1, " ⁇ "), (6, "")))), 6, 1, 6, 2) == " ⁇ ▁b"


def test_a_joiner_stands_between_tokens() -> None:
    assert said(speaking(Decoding(joiner=" ")), 1, 6, 1) == "a é a"
    assert said(speaking(Decoding(joiner=" ")), 1) == "a"


def test_the_first_token_drops_its_marks() -> None:
    decoding = Decoding(replacements=(("▁", " "),), first_token_drops="▁")
    assert said(speaking(decoding), 3, 3) == "c  c "


def test_the_last_token_drops_its_suffix() -> None:
    decoding = Decoding(replacements=(("</w>", " "),), last_token_drops="</w>")
    assert said(speaking(decoding), 4, 4) == "b b"
    assert said(speaking(decoding), 4, 1) == "b a"


def test_spaces_are_taken_off_both_ends() -> None:
    assert said(speaking(Decoding(drop_first=1)), 9, 9) == " e   e "
    assert said(speaking(Decoding(drop_first=3)), 8, 9, 9) == "e   e "
    assert said(speaking(Decoding(drop_last=1)), 9, 9) == "  e   e"
    assert said(speaking(Decoding(drop_last=2)), 9, 8, 8) == "  e "


def test_the_first_token_with_a_space_loses_it() -> None:
    decoding = Decoding(replacements=(("▁", " "),), spoken=((1, ""),), leading_space="first")
    assert said(speaking(decoding), 1, 2, 2) == "b b"
    assert said(speaking(decoding), 0, 2) == " b"


def test_each_token_loses_its_space_as_long_as_there_is_no_text() -> None:
    decoding = Decoding(replacements=(("▁", " "),), leading_space="each")
    assert said(speaking(decoding), 0, 0, 2, 2) == "b b"


def test_a_space_that_is_a_byte_is_kept() -> None:
    decoding = Decoding(replacements=(("▁", " "),), leading_space="each")
    tokenizer = speaking(decoding, byte_tokens=True)
    assert said(tokenizer, len(NAMES) + 0x20, 2) == "  b"


def test_bytes_that_are_no_text_are_replaced_one_by_one_or_by_maximal_parts() -> None:
    ids = [len(NAMES) + byte for byte in b"\xf0\x9f\x98a\xff"]
    assert said(speaking(Decoding(), byte_tokens=True), *ids) == "\ufffda\ufffd"
    assert said(speaking(Decoding(bytewise=True), byte_tokens=True), *ids) == "\ufffd\ufffd\ufffda\ufffd"


def test_a_denormalizer_changes_the_whole_text_last() -> None:
    decoding = Decoding(replacements=(("▁", " "),), denormalizer=Normalizer((Replace("a b", "x"),)))
    assert said(speaking(decoding), 1, 2, 1) == "xa"


def test_an_unknown_rule_is_refused() -> None:
    with pytest.raises(TokenizerError, match="leading space 'some': is not a known rule"):
        Decoding(leading_space="some")  # type: ignore[arg-type]


# --- as other libraries

PEERS: Final = [
    (decoders.ByteLevel(), Decoding(byte_alphabet=True)),
    (decoders.Metaspace("▁", "always"), Decoding(replacements=(("▁", " "),), first_token_drops="▁")),
    (decoders.Metaspace("▁", "never"), Decoding(replacements=(("▁", " "),))),
    (decoders.BPEDecoder("</w>"), Decoding(replacements=(("</w>", " "),), last_token_drops="</w>")),
    (
        decoders.Sequence(
            [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
        ),
        Decoding(replacements=(("▁", " "),), drop_first=1),
    ),
    (decoders.Sequence([decoders.Fuse(), decoders.Strip(" ", 2, 3)]), Decoding(drop_first=2, drop_last=3)),
    (None, Decoding(joiner=" ")),
]


@pytest.mark.parametrize(("peer", "decoding"), PEERS, ids=lambda value: str(value)[:30])
def test_texts_are_those_of_tokenizers(peer: Any, decoding: Decoding) -> None:
    library = tokenizers.Tokenizer(models.BPE({name: place for place, name in enumerate(NAMES)}, []))
    if peer is not None:
        library.decoder = peer
    tokenizer = speaking(decoding)
    rng = random.Random(4)
    for _ in range(500):
        before, behind = (rng.choices(range(len(NAMES)), k=rng.randrange(4)) for _ in range(2))
        ids = [*before, 1, *behind]  # the library does not survive a text of spaces alone
        assert said(tokenizer, *ids) == library.decode(ids), [NAMES[token_id] for token_id in ids]


@pytest.mark.parametrize(("dummy", "extra"), [(False, False), (True, False), (True, True)])
def test_texts_are_those_of_sentencepiece(dummy: bool, extra: bool) -> None:
    target = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["the quick brown fox jumps over the lazy dog"] * 20),
        model_writer=target,
        vocab_size=310,
        byte_fallback=True,
        hard_vocab_limit=False,
        user_defined_symbols=["▁▁", "<x>"],
        minloglevel=3,
    )
    model = sentencepiece_model_pb2.ModelProto()
    model.ParseFromString(target.getvalue())
    model.normalizer_spec.add_dummy_prefix, model.normalizer_spec.remove_extra_whitespaces = dummy, extra
    peer = sentencepiece.SentencePieceProcessor(model_proto=model.SerializeToString())
    kinds = [piece.type for piece in model.pieces]
    decoding = Decoding(
        replacements=(("▁", " "),),
        spoken=tuple((place, {2: " ⁇ ", 3: ""}[kind]) for place, kind in enumerate(kinds) if kind in (2, 3)),
        leading_space="each" if extra else "first" if dummy else "keep",
        bytewise=True,
    )
    byte_ids = tuple(place for place, kind in enumerate(kinds) if kind == 6)
    names = [piece.piece for piece in model.pieces]
    tokenizer = Tokenizer(
        [bytes.fromhex(n[3:5]) if k == 6 else n.encode() for n, k in zip(names, kinds, strict=True)],
        np.zeros((0, 3), np.uint32),
        {},
        Pretokenizer.of("none"),
        model=Characters(byte_ids=byte_ids, unknown_id=0),
        decoding=decoding,
    )
    rng = random.Random(6)
    ordinary = [place for place, kind in enumerate(kinds) if kind != 6]
    spaces = [place for place, name in enumerate(names) if name.startswith("▁")]
    some_bytes = [byte_ids[byte] for byte in " a\xe9\xf0".encode("latin-1")]
    for _ in range(1_000):
        ids = [rng.choice(rng.choice((ordinary, spaces, some_bytes))) for _ in range(rng.randrange(8))]
        assert said(tokenizer, *ids) == peer.decode(ids), [names[token_id] for token_id in ids]
