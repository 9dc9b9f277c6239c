"""The view of a text's way through the tokenizer: one stage below the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from vocabsmith.commands.inspecting import Answer, NamedText, Question, watched
from vocabsmith.visible_tokens import visible_token
from vocabsmith.wording import count
from vocabsmith_engine.analysis import TextTrace, TraceStage, trace
from vocabsmith_engine.corpus import shown

_BETWEEN = " │ "


class _Traced(NamedTuple):
    name: str
    trace: TextTrace
    tokens: list[bytes]


def stages_of_texts(question: Question) -> Answer:
    """Each text behind every step of the tokenizer. Raises CorpusError, and TokenizerError as encoding does."""
    texts = [_traced(question, text) for text in question.texts()]
    return Answer(
        lines=lambda: _lines(texts),
        facts=lambda: {"tokenizer": shown(question.path), "texts": [_facts(text) for text in texts]},
    )


def _traced(question: Question, named: NamedText) -> _Traced:
    tokenizer = question.tokenizer
    traced = watched(partial(trace, tokenizer, named.text, question.special))
    return _Traced(named.name, traced, [tokenizer.token_bytes(each) for each in traced.encoded.ids.tolist()])


# --- for people


def _lines(texts: Sequence[_Traced]) -> Iterator[str]:
    for place, (name, traced, tokens) in enumerate(texts):
        if len(texts) > 1:
            yield from ([""] if place else [])
            yield f"{name}:"
        for stage in traced.stages:
            yield from _stage_lines(stage)
        yield f"Tokens ({count(len(tokens), 'token')})"
        yield f"  {_BETWEEN.join(map(visible_token, tokens))}"


def _stage_lines(stage: TraceStage) -> Iterator[str]:
    """Its name, its rule and its pattern, and below them its parts; what was left out is in brackets."""
    rule = f": {stage.name.rule}" if stage.name.rule else ""
    yield f"{stage.name.name}{rule} ({count(len(stage), 'part')})"
    if stage.name.pattern:
        yield f"  by {stage.name.pattern}"
    yield f"  {_BETWEEN.join(_part(stage, place) for place in range(len(stage)))}"


def _part(stage: TraceStage, place: int) -> str:
    text = visible_token(stage.part(place).encode())
    return text or "[left out]"


# --- for programs


def _facts(text: _Traced) -> dict[str, Any]:
    encoded = text.trace.encoded
    tokens = [
        {"id": token_id, "hex": token.hex(), "code_points": place}
        for token_id, token, place in zip(encoded.ids.tolist(), text.tokens, encoded.code_points.tolist(), strict=True)
    ]
    return {"name": text.name, "stages": [_stage_facts(stage) for stage in text.trace.stages], "tokens": tokens}


def _stage_facts(stage: TraceStage) -> dict[str, Any]:
    columns = (stage.parts(), stage.code_points.tolist(), stage.changed.tolist(), stage.added.tolist())
    keys = ("text", "code_points", "changed", "added")
    return {
        "kind": stage.kind,
        "name": stage.name.name,
        "rule": stage.name.rule,
        "pattern": stage.name.pattern,
        "parts": [dict(zip(keys, row, strict=True)) for row in zip(*columns, strict=True)],
    }
