"""Special tokens that are added: which texts cannot be, and the ids they get."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

import numpy as np

from vocabsmith_engine.editing.plan import BoolArray, EditPlan, EditProblem
from vocabsmith_engine.formats.sentencepiece_proto import LONGEST_PIECE
from vocabsmith_engine.models import ByteLevel, ScoredPairs, Unigram
from vocabsmith_engine.normalization.sentencepiece_text import SPACE
from vocabsmith_engine.renumbering import GONE
from vocabsmith_engine.text import Int64Array, is_well_formed
from vocabsmith_engine.tokenizer import Tokenizer

Named = tuple[tuple[str, int], ...]


def problems_of_additions(tokenizer: Tokenizer, texts: Sequence[str], new_ids: Int64Array) -> Iterator[EditProblem]:
    """What stands against adding special tokens to the tokens that stay."""
    kept = {token: i for i, token in enumerate(tokenizer.tokens) if new_ids[i] != GONE} if texts else {}
    scored = isinstance(tokenizer.model, ScoredPairs | Unigram)
    for place, text in enumerate(texts):
        value = f"special token {text!r}"
        if not text:
            yield EditProblem(value, "is empty and would match everywhere", "Remove it")
        elif not is_well_formed(text):
            yield EditProblem(value, "holds half a surrogate pair, which is not text", "Write it in other characters")
        elif text in texts[:place]:
            yield EditProblem(value, "is added twice", "Add it once")
        elif (known := tokenizer.special_tokens.get(text)) is not None and new_ids[known] != GONE:
            yield EditProblem(value, f"is there already, with the id {known}", "Leave it out")
        elif scored and (problem := _problem_of_piece(text)):
            yield EditProblem(value, problem, "Choose another text")
        elif text.encode() in kept:
            yield _same_as_token(tokenizer, text, kept[text.encode()], blocking=scored)


def _problem_of_piece(text: str) -> str:
    if " " in text or SPACE in text or "\0" in text:
        return f"holds a space, {SPACE} or NUL, which no piece of a SentencePiece model that is found in text can hold"
    return "is longer than a piece may be" if len(text.encode()) > LONGEST_PIECE else ""


def _same_as_token(tokenizer: Tokenizer, text: str, token_id: int, *, blocking: bool) -> EditProblem:
    rule = f"is also the text of the token {token_id}, and most formats cannot hold both"
    if isinstance(tokenizer.model, ByteLevel) and len(text.encode()) == 1:
        rule = "is one byte, and every such byte in a text would become it"
    return EditProblem(f"special token {text!r}", rule, "Choose a text that no token has", blocking=blocking)


def closed_up(kept: BoolArray, texts: Sequence[str]) -> tuple[Int64Array, Named]:
    """New ids without holes, and those of the special tokens behind them."""
    new_ids = np.where(kept, np.cumsum(kept) - 1, GONE)
    first = int(np.count_nonzero(kept))
    return new_ids, tuple((text, first + place) for place, text in enumerate(texts))


def with_holes_filled(kept: BoolArray, plan: EditPlan, taken: Iterable[str]) -> tuple[Int64Array, Named, Named]:
    """The old ids; the special tokens that are added, in the lowest free ids; reserved ones in the other free ids."""
    new_ids = np.where(kept, np.arange(len(kept)), GONE)
    size = plan.size
    if size is None:
        holes = int(np.count_nonzero(~kept))
        size = len(kept) + max(0, len(plan.add_specials) - holes)
    is_free = np.ones(size, dtype=np.bool_)
    is_free[np.flatnonzero(kept)] = False
    free: list[int] = np.flatnonzero(is_free).tolist()
    added = tuple(zip(plan.add_specials, free, strict=False))
    return new_ids, added, tuple(zip(_unused_names({*taken, *plan.add_specials}), free[len(added) :], strict=False))


def _unused_names(taken: set[str]) -> Iterator[str]:
    return (name for number in count() if (name := f"<|unused_{number}|>") not in taken)
