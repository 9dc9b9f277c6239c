"""The view of a text: its tokens, one a row, and its totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from vocabsmith.commands.inspecting import Answer, NamedText, Question, watched
from vocabsmith.commands.tables import table
from vocabsmith.operations.encode_text import Inspection, encode_for_inspection
from vocabsmith.visible_tokens import visible_token
from vocabsmith.wording import count, decimal, grouped
from vocabsmith_engine.analysis import TextPiece, TextPieces, text_pieces
from vocabsmith_engine.corpus import shown

_HEADS = ("#", "token", "id", "bytes", "rank", "learned", "characters", "piece")
_AT_THE_LEFT = (1, 3, 7)
_MOST_BYTES = 16


@dataclass(frozen=True, slots=True)
class _Inspected:
    """A text, its tokens, and the pieces these came from."""

    name: str
    inspection: Inspection
    pieces: TextPieces


def tokens_of_texts(question: Question) -> Answer:
    """Each text as its tokens. Raises CorpusError, and TokenizerError for a special token that is refused."""
    texts = [_inspected(question, text) for text in question.texts()]
    return Answer(
        lines=lambda: _lines(texts),
        facts=lambda: {"tokenizer": shown(question.path), "texts": [_facts(text) for text in texts]},
    )


def _inspected(question: Question, named: NamedText) -> _Inspected:
    inspection = watched(
        lambda monitor: encode_for_inspection(
            tokenizer=question.tokenizer, text=named.text, special=question.special, monitor=monitor
        )
    )
    pieces = watched(lambda monitor: text_pieces(question.tokenizer, named.text, question.special, monitor=monitor))
    return _Inspected(named.name, inspection, pieces)


# --- for people


def _lines(texts: Sequence[_Inspected]) -> Iterator[str]:
    for place, text in enumerate(texts):
        if len(texts) > 1:
            yield from ([""] if place else [])
            yield f"{text.name}:"
        yield _totals(text.inspection)
        if len(text.inspection):
            yield ""
            yield from table([_HEADS, *(_row(text, place) for place in range(len(text.inspection)))], _AT_THE_LEFT)


def _totals(inspection: Inspection) -> str:
    ratio = inspection.bytes_per_token
    parts = [
        count(inspection.characters, "character"),
        count(inspection.byte_count, "byte"),
        count(len(inspection), "token"),
        *([] if ratio is None else [f"{decimal(ratio)} bytes per token"]),
        *([f"{count(inspection.partial_characters, 'partial character')}"] if inspection.partial_characters else []),
    ]
    return ", ".join(parts)


def _row(text: _Inspected, place: int) -> tuple[str, ...]:
    inspection = text.inspection
    token, piece = inspection.token_bytes(place), text.pieces.around(place)
    begin, end = inspection.encoded.code_points[place].tolist()
    hexadecimal = token[:_MOST_BYTES].hex(" ").upper()
    return (
        grouped(place + 1),
        visible_token(token),
        str(int(inspection.encoded.ids[place])),
        hexadecimal if len(token) <= _MOST_BYTES else f"{hexadecimal} … {grouped(len(token))} bytes",
        _or_dash(_rank(inspection, place)),
        _or_dash(_learned(inspection, place)),
        f"{begin}–{end}" + (" (a part)" if inspection.encoded.partial[place] else ""),
        "special" if inspection.special[place] else "–" if piece is None else visible_token(piece.bytes),
    )


def _or_dash(number: int | None) -> str:
    return "–" if number is None else grouped(number)


# --- for programs


def _facts(text: _Inspected) -> dict[str, Any]:
    inspection = text.inspection
    return {
        "name": text.name,
        "characters": inspection.characters,
        "bytes": inspection.byte_count,
        "bytes_per_token": inspection.bytes_per_token,
        "partial_characters": inspection.partial_characters,
        "tokens": [_token_facts(text, place) for place in range(len(inspection))],
    }


def _token_facts(text: _Inspected, place: int) -> dict[str, Any]:
    inspection, encoded = text.inspection, text.inspection.encoded
    token = inspection.token_bytes(place)
    return {
        "id": int(encoded.ids[place]),
        "token": visible_token(token),
        "hex": token.hex(),
        "special": bool(inspection.special[place]),
        "partial": bool(encoded.partial[place]),
        "rank": _rank(inspection, place),
        "learned": _learned(inspection, place),
        "code_points": encoded.code_points[place].tolist(),
        "utf16": encoded.utf16[place].tolist(),
        "bytes": encoded.bytes[place].tolist(),
        "piece": _piece_facts(text.pieces.around(place)),
    }


def _piece_facts(piece: TextPiece | None) -> dict[str, Any] | None:
    if piece is None:
        return None
    return {"hex": piece.bytes.hex(), "code_points": [piece.begin, piece.end], "offset": piece.offset}


def _rank(inspection: Inspection, place: int) -> int | None:
    return None if inspection.special[place] else inspection.tokenizer.rank_of(int(inspection.encoded.ids[place]))


def _learned(inspection: Inspection, place: int) -> int | None:
    """How often its merge was counted when it was learned, where that is known."""
    rank, counts = _rank(inspection, place), inspection.tokenizer.merge_counts
    return None if rank is None or counts is None else int(counts[rank])
