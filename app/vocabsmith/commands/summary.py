"""What a finished run is summed up as, for people and for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from vocabsmith.visible_tokens import visible_token
from vocabsmith.wording import STAGE_TITLES, count, decimal, duration, grouped, size
from vocabsmith_engine import FileReport, StopReason, TrainingResult
from vocabsmith_engine.corpus import shown
from vocabsmith_engine.reserved_tokens import is_reserved


def longest_token(result: TrainingResult) -> bytes:
    """The longest learned token, the first of several; a lone byte if none was learned."""
    specials = set(result.tokenizer.special_tokens.values())
    return max((token for number, token in result.vocab.items() if number not in specials), key=len)


def why_it_stopped(result: TrainingResult) -> str:
    """One line; the user's own stop needs no introduction."""
    message = result.stop_reason.message(result.recipe)
    return message if result.stop_reason is StopReason.STOPPED else f"stopped: {message}"


def training_lines(result: TrainingResult, times: Mapping[str, float], peak: int | None) -> list[str]:
    """Size, merges, bytes per token also on what was held out, longest token, why it stopped, time and memory."""
    specials, longest = len(result.recipe.special_tokens), longest_token(result)
    parts = [
        "256 bytes",
        *([_special_tokens(result)] if specials else []),
        *([count(len(result.characters), "character")] if result.recipe.base == "characters" else []),
        count(len(result.merge_ids), "merge"),
    ]
    stages = ", ".join(f"{STAGE_TITLES[stage].lower()} {duration(spent)}" for stage, spent in times.items())
    corpus = result.corpus
    text = f"{size(corpus.bytes)} in {count(corpus.documents, 'document')}"
    form = result.recipe.normalization
    if form != "none":
        text += f", brought into the form {form}"
    return [
        f"{grouped(result.vocab_size)} tokens: {' + '.join(parts)}",
        f"{decimal(result.bytes_per_token)} bytes per token on {text}",
        *_held_out_lines(result),
        f"longest token: {count(len(longest), 'byte')}, {visible_token(longest)}",
        why_it_stopped(result),
        f"time {duration(sum(times.values()))} ({stages})"
        + (f", peak memory {size(peak)}" if peak else "")
        + (f", {size(corpus.spilled_bytes)} spilled to files" if corpus.spilled_bytes else ""),
    ]


def _special_tokens(result: TrainingResult) -> str:
    tokens = result.recipe.special_tokens
    reserved = sum(map(is_reserved, tokens))
    return count(len(tokens), "special token") + (f" ({reserved} of them reserved)" if reserved else "")


def _held_out_lines(result: TrainingResult) -> list[str]:
    held_out = result.held_out
    if held_out is None or not held_out.documents:
        return []
    text = f"{size(held_out.bytes)} in {count(held_out.documents, 'document')}"
    return [f"{decimal(held_out.bytes_per_token)} bytes per token on what was held out, {text}"]


def corpus_notes(result: TrainingResult) -> list[str]:
    """One line for each file that was left out, and for each thing worth knowing about the others."""
    skipped = [f"left out: {shown(file.path)}: {file.reason}" for file in result.corpus.skipped]
    return skipped + [f"note: {text}" for file in result.corpus.files for text in file.notes]


def training_facts(result: TrainingResult, times: Mapping[str, float], peak: int | None) -> dict[str, Any]:
    """The same as `training_lines` and `corpus_notes`, for programs: sizes in bytes, times in seconds."""
    longest, corpus = longest_token(result), result.corpus
    return {
        "vocab_size": result.vocab_size,
        "merges": len(result.merge_ids),
        "characters": len(result.characters),
        "special_tokens": dict(result.tokenizer.special_tokens),
        "bytes_per_token": result.bytes_per_token,
        "held_out": _held_out_facts(result),
        "longest_token": {"bytes": len(longest), "hex": longest.hex(), "shown": visible_token(longest)},
        "stop_reason": str(result.stop_reason),
        "notes": list(result.notes),
        "stop_message": result.stop_reason.message(result.recipe),
        "corpus": {
            "documents": corpus.documents,
            "bytes": corpus.bytes,
            "pieces": corpus.pieces,
            "distinct_pieces": corpus.distinct_pieces,
            "longest_piece": corpus.longest_piece,
            "spilled_bytes": corpus.spilled_bytes,
            "files": [_file_facts(file) for file in corpus.files],
            "skipped": [{"path": str(file.path), "reason": file.reason} for file in corpus.skipped],
        },
        "seconds": dict(times),
        "peak_memory": peak,
        "recipe": result.recipe.to_dict(),
    }


def _held_out_facts(result: TrainingResult) -> dict[str, Any] | None:
    held_out = result.held_out
    if held_out is None:
        return None
    names = ("documents", "bytes", "tokens", "bytes_per_token")
    return {name: getattr(held_out, name) for name in names}


def _file_facts(file: FileReport) -> dict[str, Any]:
    return asdict(file) | {"path": str(file.path)}
