"""The tokenizer that an edit makes."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.editing.plan import EditPreview
from vocabsmith_engine.errors import TokenizerError
from vocabsmith_engine.formats.sentencepiece_proto import CONTROL, USER_DEFINED
from vocabsmith_engine.models import ScoredPairs, Unigram
from vocabsmith_engine.normalization import Normalizer, SentencePieceText
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.renumbering import GONE, renumbered_settings
from vocabsmith_engine.tokenizer import Tokenizer

UInt8Array = npt.NDArray[np.uint8]


def edited(tokenizer: Tokenizer, preview: EditPreview) -> Tokenizer:
    """`tokenizer` after an edit against which nothing stands.

    Only a cut leaves it a tokenizer that a recipe makes. A tokenizer with scores gets what sentencepiece has: a piece
    that is found in any text for a special token, and control pieces for reserved ones.
    """
    settings = renumbered_settings(tokenizer, preview.new_ids, preview.new_size)
    rows = np.delete(tokenizer.merges, preview.broken_merges, axis=0)
    counts = tokenizer.merge_counts
    tokens = _tokens(tokenizer, preview)
    if isinstance(tokenizer.model, ScoredPairs | Unigram):
        settings |= _settings_of_pieces(settings, preview)
        settings["normalizer"] = _with_symbols(tokenizer.normalizer, tokens, settings["model"].kinds)
    else:
        settings |= _settings_of_added(settings, preview)
    return dataclasses.replace(
        tokenizer,
        tokens=tokens,
        merges=preview.new_ids[rows.astype(np.int64)].astype(np.uint32),
        merge_counts=None if counts is None else np.delete(counts, preview.broken_merges),
        recipe=_recipe(tokenizer.recipe, preview),
        **settings,
    )


def _tokens(tokenizer: Tokenizer, preview: EditPreview) -> list[bytes]:
    tokens = [b""] * preview.new_size
    for token, new_id in zip(tokenizer.tokens, preview.new_ids.tolist(), strict=True):
        if new_id != GONE:
            tokens[new_id] = token
    for text, new_id in (*preview.added, *preview.reserved):
        tokens[new_id] = text.encode()
    return tokens


def _recipe(recipe: Recipe | None, preview: EditPreview) -> Recipe | None:
    plan = preview.plan
    if recipe is None or plan.remove or plan.add_specials or preview.reserved:
        return None
    return dataclasses.replace(recipe, vocab_size=preview.new_size)


def _settings_of_added(settings: dict[str, Any], preview: EditPreview) -> dict[str, Any]:
    new = (*preview.added, *preview.reserved)
    listed = settings["added_tokens"]
    return {
        "special_tokens": settings["special_tokens"] | dict(new),
        "added_tokens": None if listed is None else (*listed, *(AddedToken(text, new_id) for text, new_id in new)),
    }


def _settings_of_pieces(settings: dict[str, Any], preview: EditPreview) -> dict[str, Any]:
    model: ScoredPairs | Unigram = settings["model"]
    kinds = model.kinds.copy()
    kinds[[new_id for _, new_id in preview.added]] = USER_DEFINED
    kinds[[new_id for _, new_id in preview.reserved]] = CONTROL
    silent = tuple(AddedToken(text, new_id, in_text=False) for text, new_id in preview.reserved)
    decoding = settings["decoding"]
    spoken = (*decoding.spoken, *((token.id, "") for token in silent))
    listed = settings["added_tokens"]
    return {
        "model": dataclasses.replace(model, kinds=kinds),
        "special_tokens": settings["special_tokens"] | dict(preview.reserved),
        "added_tokens": (*(listed or ()), *silent),
        "decoding": dataclasses.replace(decoding, spoken=spoken),
    }


def _with_symbols(normalizer: Normalizer, tokens: list[bytes], kinds: UInt8Array) -> Normalizer:
    """The normaliser, which leaves the texts of all user-defined pieces alone."""
    steps = normalizer.steps
    if len(steps) != 1 or not isinstance(steps[0], SentencePieceText):
        rule = "is not that of a SentencePiece model"
        raise TokenizerError("the normaliser of this model with scores", rule, "Load its .model file")
    symbols = tuple(tokens[each].decode() for each in np.flatnonzero(kinds == USER_DEFINED).tolist())
    return Normalizer((dataclasses.replace(steps[0], symbols=symbols),))
