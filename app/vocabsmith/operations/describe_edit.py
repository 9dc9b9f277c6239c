"""An edit of a tokenizer in words, for the window and the command line."""

from __future__ import annotations

from vocabsmith.visible_tokens import visible_token
from vocabsmith.wording import count, decimal, grouped
from vocabsmith_engine import Tokenizer
from vocabsmith_engine.analysis import Metric
from vocabsmith_engine.editing import Cause, EditPreview, Move

LONGEST = 40  # letters of a token within a sentence
_CAUSES = {
    Cause.ASKED: "removed",
    Cause.FOLLOWS: "because every merge that made them needs one that goes",
    Cause.CUT: "past the size",
}


def described(tokenizer: Tokenizer, preview: EditPreview) -> list[str]:
    """What the edit does, a sentence each: size, what goes and why, merges, ids, what comes."""
    is_same = preview.new_size == tokenizer.vocab_size
    before = "as before" if is_same else f"{grouped(tokenizer.vocab_size)} before"
    lines = [f"{count(preview.new_size, 'token')}, {before}"]
    lines += [_what_goes(preview)] if len(preview.removed) else []
    if len(preview.broken_merges):
        broken = len(preview.broken_merges)
        lines.append(f"{grouped(broken)} of {count(len(tokenizer.merges), 'merge')} {_go(broken)}")
    lines.append(ids_in_words(preview))
    if preview.added:
        lines.append(f"Added: {_listed(preview.added)}")
    if preview.reserved:
        lines.append(f"Reserved in free ids: {_listed(preview.reserved)}")
    return lines


def _what_goes(preview: EditPreview) -> str:
    numbers = {cause: preview.count_of(cause) for cause in Cause}
    said = [(number, _CAUSES[cause]) for cause, number in numbers.items() if number]
    goes = f"{count(len(preview.removed), 'token')} {_go(len(preview.removed))}"
    if len(said) == 1:
        return goes if numbers[Cause.ASKED] else f"{goes}: {said[0][1]}"
    return f"{goes}: {', '.join(f'{grouped(number)} {words}' for number, words in said)}"


def _go(number: int) -> str:
    return "goes" if number == 1 else "go"


def ids_in_words(preview: EditPreview) -> str:
    """Which ids move, in short: "31,000 ids move down by 3"."""
    moves = preview.moves()
    stay = grouped(preview.unchanged)
    if not moves:
        return f"No id moves; {count(preview.unchanged, 'token keeps its id', 'tokens keep their ids')}"
    number = sum(move.count for move in moves)
    first, last = grouped(moves[0].first), grouped(max(move.last for move in moves))
    moving = f"Id {first} moves" if number == 1 else f"{grouped(number)} ids between {first} and {last} move"
    return f"{moving} {_by(moves)}; {stay} stay"


def _by(moves: tuple[Move, ...]) -> str:
    least, most = min(abs(move.by) for move in moves), max(abs(move.by) for move in moves)
    return f"down by {grouped(least)}" if least == most else f"down by {grouped(least)} to {grouped(most)}"


def _listed(named: tuple[tuple[str, int], ...]) -> str:
    shown = ", ".join(f"{short(text.encode())} ({grouped(token_id)})" for text, token_id in named[:3])
    return shown if len(named) <= 3 else f"{shown} and {grouped(len(named) - 3)} more"


def short(token: bytes) -> str:
    """The visible form of a token, cut short."""
    text = visible_token(token)
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def reason(tokenizer: Tokenizer, preview: EditPreview, place: int) -> str:
    """Why the token at a place of `preview.removed` goes."""
    cause = preview.causes[place]
    if cause == Cause.FOLLOWS:
        return f"needs {short(tokenizer.tokens[int(preview.because[place])])}"
    return "removed" if cause == Cause.ASKED else "past the size"


def value_in_words(metric: Metric, value: float) -> str:
    """The value of a metric in its unit."""
    if metric.unit == "share":
        return f"{100 * value:.2f} %"
    return grouped(int(value)) if metric.key == "tokens" else decimal(value, 3)


def change_in_words(before: float, after: float) -> str:
    """How much more or less, such as "+1.20 %"; "same" if nothing has changed."""
    if before == after:
        return "same"
    return f"{100 * (after - before) / before:+.2f} %".replace("-", "−") if before else "new"
