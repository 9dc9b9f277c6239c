"""Which tokens no text reaches: a token whose own text is encoded as something else never comes out of a text.

That is so because what is merged inside of a token does not depend on what stands around it: where a token comes out of
a longer text, the same merges (or the same sums of scores) make it of its own text alone. Where text is cut may depend
on it, with patterns that look far around: docs/vocabulary.md says what is left open by that.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

import numpy as np

from vocabsmith_engine import _native
from vocabsmith_engine.added_tokens import AddedTokenFinder
from vocabsmith_engine.analysis.byte_rows import Mask
from vocabsmith_engine.analysis.token_texts import SPACE_OF_SENTENCEPIECE, token_texts
from vocabsmith_engine.byte_alphabet import spell
from vocabsmith_engine.encoding_batches import encode_all
from vocabsmith_engine.errors import told_by_the_engine
from vocabsmith_engine.models import ByteLevel, Characters
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.normalization import Step
from vocabsmith_engine.normalization.aligned_text import UnplacedText
from vocabsmith_engine.normalization.sentencepiece_text import SentencePieceText
from vocabsmith_engine.normalization.steps import Prefix, Prepend, Strip
from vocabsmith_engine.piece_cutting import Entry
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.regex_splitting import SECONDS_PER_BATCH, splitter
from vocabsmith_engine.text import Int64Array, is_partial
from vocabsmith_engine.tokenizer import Tokenizer

_TOKENS_AT_ONCE: Final = 32_768
_SLOWLY: Final = 2048  # where Python cuts, so that a stop is heard and progress seen


def unreachable(tokenizer: Tokenizer, monitor: Monitor | None = None) -> Mask:
    """(tokens) which tokens their own text, encoded alone, does not become.

    - An added token is looked for in its text as in any text. One that no text becomes on purpose, such as a control
      piece, and the unknown token are not marked.
    - The text of any other token (see `token_texts`; a ▁ is taken as it is) is normalised, cut into pieces and encoded,
      special tokens in it as text, and the token is marked unless its id alone comes out. That is done without what
      concerns the ends of a text only: no space or ▁ is put in front, nothing is stripped off. If the id does not come
      out, the text is tried as a whole text too, as it is and without the space or ▁ that the tokenizer puts in front.
    - A token that holds a part of a character, and a single byte of a model that is not byte-level, are judged by the
      model alone: nobody knows how their characters are cut.

    The monitor counts bytes of tokens in the stage "checking". Raises Stopped, and TokenizerError for an expression
    that takes too long.
    """
    monitor = monitor or Monitor()
    whole = sum(map(len, tokenizer.tokens))
    monitor.begin_stage("checking", whole)
    reached = np.zeros(tokenizer.vocab_size, dtype=np.bool_)
    added, left = _divided(tokenizer)
    for ids, found in (*_reached_by_search(tokenizer, added, monitor), *_reached_by_model(tokenizer, left, monitor)):
        reached[ids] = found
    reached[_not_of_text(tokenizer)] = True
    monitor.advance_to(whole)
    return ~reached


Verdicts = Iterator[tuple[Int64Array, Mask]]
"""Some ids, and whether each is reached."""


def _divided(tokenizer: Tokenizer) -> tuple[Int64Array, Int64Array]:
    """Ids of the added tokens that stand in texts, and all others."""
    added = np.zeros(tokenizer.vocab_size, dtype=np.bool_)
    added[[token.id for token in tokenizer.all_added_tokens if token.in_text]] = True
    return np.flatnonzero(added), np.flatnonzero(~added)


def _not_of_text(tokenizer: Tokenizer) -> list[int]:
    unknown = None if isinstance(tokenizer.model, ByteLevel) else tokenizer.model.unknown_id
    controls = [token.id for token in tokenizer.all_added_tokens if not token.in_text]
    return controls if unknown is None else [*controls, unknown]


def _batches(tokenizer: Tokenizer, ids: Int64Array, size: int, monitor: Monitor) -> Iterator[Int64Array]:
    for begin in range(0, len(ids), size):
        monitor.raise_if_stopped()
        batch = ids[begin : begin + size]
        yield batch
        monitor.advance_by(sum(len(tokenizer.tokens[i]) for i in batch.tolist()))


def _reached_by_search(tokenizer: Tokenizer, ids: Int64Array, monitor: Monitor) -> Verdicts:
    for batch in _batches(tokenizer, ids, _SLOWLY, monitor):
        found = [encode_all(tokenizer, [tokenizer.tokens[i]], monitor).tolist() == [i] for i in batch.tolist()]
        yield batch, np.array(found, dtype=np.bool_)


def _reached_by_model(tokenizer: Tokenizer, ids: Int64Array, monitor: Monitor) -> Verdicts:
    encoder = tokenizer.text_encoder
    scanner = encoder.scanner_for("as_text")
    if encoder.core is not None and scanner is not None:
        return _reached_by_core(tokenizer, encoder.core, scanner, ids, monitor)
    return _reached_by_steps(tokenizer, ids, monitor)


def _reached_by_core(
    tokenizer: Tokenizer, core: _native.Encoder, scanner: str, ids: Int64Array, monitor: Monitor
) -> Verdicts:
    """Of a byte-level model with a native scanner, and nothing else: the core cuts and encodes all in one call."""
    texts = tokenizer.tokens
    for batch in _batches(tokenizer, ids, _TOKENS_AT_ONCE, monitor):
        with told_by_the_engine():
            found, ends = core.encode_batch([texts[i] for i in batch.tolist()], scanner, allow_specials=False)
        alone = np.diff(ends, prepend=np.uint64(0)) == 1
        reached = alone & (found[ends.astype(np.int64) - 1] == batch)
        left = [place for place in np.flatnonzero(~reached).tolist() if is_partial(texts[int(batch[place])])]
        given = [_Surrounded(b"", texts[int(batch[place])], b"") for place in left]
        reached[left] = _made_alone(tokenizer, batch[left], given, monitor)
        yield batch, reached


def _reached_by_steps(tokenizer: Tokenizer, ids: Int64Array, monitor: Monitor) -> Verdicts:
    """Of any tokenizer, in the steps in which it encodes."""
    texts = token_texts(tokenizer)
    cutter = _Cutter(tokenizer, monitor)
    surround = _surrounding(tokenizer)
    in_front = tuple(_put_in_front(tokenizer))
    for batch in _batches(tokenizer, ids, _SLOWLY, monitor):
        pieces = [cutter.piece_of(i, texts[i]) for i in batch.tolist()]
        reached = np.array([piece is not None for piece in pieces], dtype=np.bool_)
        given = [surround(i, piece) for i, piece in zip(batch.tolist(), pieces, strict=True) if piece is not None]
        reached[reached] = _made_alone(tokenizer, batch[reached], given, monitor)
        for place in np.flatnonzero(~reached).tolist() if in_front else ():
            token_id = int(batch[place])
            tried = dict.fromkeys((texts[token_id], *map(texts[token_id].removeprefix, in_front)))
            reached[place] = any(
                tokenizer.encode_bytes(text, "as_text", monitor).tolist() == [token_id] for text in tried
            )
        yield batch, reached


def _put_in_front(tokenizer: Tokenizer) -> Iterator[bytes]:
    """What the tokenizer puts in front of texts, or of pieces."""
    for step in (*tokenizer.normalizer.steps, *tokenizer.pretokenizer.splits):
        if isinstance(step, (Prefix, Prepend)):
            yield step.content.encode()
        elif isinstance(step, SentencePieceText) and step.add_dummy_prefix and not step.whitespace_as_suffix:
            yield SPACE_OF_SENTENCEPIECE.encode()


class _Cutter:
    """Cuts the texts of tokens into pieces, without what is done at the ends of texts only."""

    def __init__(self, tokenizer: Tokenizer, monitor: Monitor) -> None:
        self._monitor = monitor
        self._steps = tuple(_inside_of_texts(tokenizer.normalizer.steps))
        self._pretokenizer = _without_prefixes(tokenizer.pretokenizer)
        self._raw, self._normalised = tokenizer.text_encoder.added_token_finders
        self._cuts = any(token.in_text and not token.special for token in tokenizer.all_added_tokens)
        self._glyphs = not isinstance(tokenizer.model, ByteLevel) and tokenizer.decoding.byte_alphabet
        self._as_they_are = not (self._steps or self._pretokenizer.splits or self._cuts)
        only_patterns = not self._steps and all(isinstance(entry, str) for entry in self._pretokenizer.splits)
        self._patterns = self._pretokenizer.patterns if only_patterns else ()
        self._bytes = (
            frozenset() if isinstance(tokenizer.model, ByteLevel) else frozenset(tokenizer.model.byte_ids or ())
        )

    def piece_of(self, token_id: int, text: bytes) -> bytes | None:
        """The one piece that a text becomes; None for several, or none."""
        if self._as_they_are or token_id in self._bytes:
            return text
        if is_partial(text):
            return spell(text).encode() if self._glyphs else text
        characters = text.decode("utf-8", "surrogateescape")
        if self._patterns:
            ends = (splitter(pattern).ends(characters, SECONDS_PER_BATCH) for pattern in self._patterns)
            return text if all(len(each) == 1 for each in ends) and not self._is_cut(text, self._raw) else None
        working = UnplacedText(characters).after(self._steps, False)
        normalised = working.text.encode("utf-8", "surrogateescape")
        if self._is_cut(text, self._raw) or self._is_cut(normalised, self._normalised):
            return None
        cut = self._pretokenizer.cut(working, False, SECONDS_PER_BATCH, self._monitor)
        return cut.data if len(cut.ends) == 1 else None

    def _is_cut(self, text: bytes, finder: AddedTokenFinder) -> bool:
        """Whether an added token that is never text stands in it."""
        return self._cuts and any(stretch.token is not None for stretch in finder.split(text, cut_special=False))


def _inside_of_texts(steps: Sequence[Step]) -> Iterator[Step]:
    """The steps without those, and what is done in those, that concerns the ends of a text."""
    for step in steps:
        if isinstance(step, SentencePieceText):
            yield dataclasses.replace(step, add_dummy_prefix=False, remove_extra_whitespaces=False)
        elif not isinstance(step, (Prefix, Prepend, Strip)):
            yield step


def _without_prefixes(pretokenizer: Pretokenizer) -> Pretokenizer:
    kept: list[Entry] = [entry for entry in pretokenizer.splits if not isinstance(entry, (Prefix, Prepend))]
    return pretokenizer if len(kept) == len(pretokenizer.splits) else Pretokenizer.of_splits(kept)


class _Surrounded(NamedTuple):
    """What a model is given: the piece of a token, and what must stand around it there."""

    before: bytes
    piece: bytes
    after: bytes


def _surrounding(tokenizer: Tokenizer) -> partial[_Surrounded]:
    """Puts a piece where the token of an id may stand in it: one that is not the beginning behind something else."""
    model = tokenizer.model
    if not isinstance(model, Characters) or not (model.continuing_prefix or model.word_suffix):
        return partial(_alone)
    return partial(_in_its_place, tokenizer, model, _foreign_character(tokenizer))


def _alone(_: int, piece: bytes) -> _Surrounded:
    return _Surrounded(b"", piece, b"")


def _in_its_place(tokenizer: Tokenizer, model: Characters, foreign: bytes, token_id: int, piece: bytes) -> _Surrounded:
    token = tokenizer.tokens[token_id]
    prefix, suffix = model.continuing_prefix.encode(), model.word_suffix.encode()
    before = foreign if prefix and token.startswith(prefix) else b""
    return _Surrounded(before, piece, foreign if suffix and not token.endswith(suffix) else b"")


def _foreign_character(tokenizer: Tokenizer) -> bytes:
    """A character that stands in no token, so that nothing is merged with it."""
    known = b"".join(tokenizer.tokens)
    return next(each for code in range(0xE000, 0xF900) if (each := chr(code).encode()) not in known)


def _made_alone(tokenizer: Tokenizer, ids: Int64Array, given: Sequence[_Surrounded], monitor: Monitor) -> Mask:
    """(ids) whether the model makes of the piece of each this id, which stands for all of it."""
    ends = np.cumsum([sum(map(len, each)) for each in given], dtype=np.uint64)
    begins = np.array([len(each.before) for each in given], dtype=np.int64)
    begins[1:] += ends[:-1].astype(np.int64)
    lasts = begins + np.array([len(each.piece) for each in given], dtype=np.int64)
    with told_by_the_engine():
        found, spans = tokenizer.text_encoder.pieces.ids_and_spans(
            b"".join(b"".join(each) for each in given), ends, monitor
        )
    piece = np.searchsorted(begins, spans[:, 0], side="right") - 1
    inside = (piece >= 0) & (spans[:, 0] == begins[piece]) & (spans[:, 1] == lasts[piece])
    made = np.zeros(len(ids), dtype=np.bool_)
    right = inside & (found == ids[piece])
    made[piece[right]] = True
    return made
