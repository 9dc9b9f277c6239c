"""Finding an entry by a few of its letters."""

from __future__ import annotations


def fuzzy_score(wanted: str, text: str) -> int | None:
    """How well `text` answers `wanted`: higher is better, None if its letters are not all there in order.

    Letters that begin a word count most, then letters that follow each other; case and spaces in `wanted` do not count.

    Examples:
        "op" finds "Open tokenizer…" before "Stop"; "ot" finds "Open tokenizer…"; "xyz" finds nothing.
    """
    score, place, previous = 0, 0, -2
    text = text.casefold()
    for letter in wanted.casefold():
        if letter.isspace():
            continue
        starts = [at for at in range(place, len(text)) if text[at] == letter]
        if not starts:
            return None
        following = starts[0] == previous + 1
        at = starts[0] if following else next((at for at in starts if _begins_word(text, at)), starts[0])
        score += 6 if _begins_word(text, at) else 4 if following else 1
        previous, place = at, at + 1
    return score * 100 - len(text)


def _begins_word(text: str, at: int) -> bool:
    return at == 0 or not text[at - 1].isalnum()
