"""The parts of a text behind a step: what was cut, what was edited, what was left out, and where it stood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.normalization import AlignedText, Edit, Step
from vocabsmith_engine.piece_cutting import Split, kept_spans
from vocabsmith_engine.text import Int64Array

BoolArray = npt.NDArray[np.bool_]


class Parts(NamedTuple):
    """A text as its n parts, in order.

    Attributes:
        text: all that is left, one part behind the other.
        ends: (n) end of each in `text`, in characters, never falling; a part that was left out is empty.
        places: (n, 2) where in the original, in characters, what each part stands for begins and ends.
        changed: (n) whether the part is not what the text was before: edited, put in or left out.
    """

    text: AlignedText
    ends: Int64Array
    places: Int64Array
    changed: BoolArray

    def piece_ends(self) -> list[int]:
        """The ends of the parts that are not empty."""
        return [end for begin, end in pairwise((0, *self.ends.tolist())) if begin < end]


def as_they_are(text: AlignedText, ends: Sequence[int]) -> Parts:
    """A text cut at `ends`, none of the parts empty."""
    spans = np.array(list(pairwise((0, *ends))), dtype=np.int64).reshape(-1, 2)
    return Parts(text, spans[:, 1], _places(text, spans), np.zeros(len(spans), dtype=np.bool_))


def edited(text: AlignedText, step: Step, begins_text: bool) -> Parts:
    """A text that is not cut yet after one more edit; its parts are what was changed, and what stands between."""
    edits = list(step.edits(text.text, begins_text))
    runs = list(_runs(text.text, edits))
    after = text.edited(edits)
    ends = np.cumsum([len(run.content) for run in runs], dtype=np.int64)
    old = np.array([(run.begin, run.end) for run in runs], dtype=np.int64).reshape(-1, 2)
    changed = [run.content != text.text[run.begin : run.end] for run in runs]
    return Parts(after, ends, _places(text, old), np.array(changed, dtype=np.bool_))


def _runs(text: str, edits: Iterable[Edit]) -> Iterator[Edit]:
    """All of the text: the edits, and what lies between them as if it were replaced by itself."""
    done = 0
    for edit in edits:
        if done < edit.begin:
            yield Edit(done, edit.begin, text[done : edit.begin])
        yield edit
        done = edit.end
    if done < len(text):
        yield Edit(done, len(text), text[done:])


def edited_pieces(text: AlignedText, ends: Sequence[int], step: Step) -> Parts:
    """Pieces after an edit of each of them."""
    after, new_ends = text.with_pieces_after(step, ends, begins_text=False)  # the places tell
    old, new = [0, *ends], [0, *new_ends]
    changed = [text.text[a:b] != after.text[c:d] for (a, b), (c, d) in zip(pairwise(old), pairwise(new), strict=True)]
    spans = np.column_stack((old[:-1], ends)).astype(np.int64)
    return Parts(after, np.array(new_ends, dtype=np.int64), _places(text, spans), np.array(changed, dtype=np.bool_))


def split(text: AlignedText, ends: Sequence[int], by: str | Split, timeout: float | None) -> Parts:
    """Pieces after one more split of each; what it leaves out is an empty part."""
    kept = np.array(list(kept_spans(text.text, ends, by, timeout)), dtype=np.int64).reshape(-1, 2)
    gaps = np.column_stack((np.append(0, kept[:, 1]), np.append(kept[:, 0], len(text))))
    spans = np.insert(gaps, np.arange(1, len(gaps)), kept, axis=0)  # gap, piece, gap, … gap
    left_out = np.arange(len(spans)) % 2 == 0
    there = ~left_out | (spans[:, 0] < spans[:, 1])
    spans, left_out = spans[there], left_out[there]
    after = text.joined([(begin, end) for begin, end in kept.tolist()]) if left_out.any() else text
    new_ends = np.cumsum(np.where(left_out, 0, spans[:, 1] - spans[:, 0]), dtype=np.int64)
    return Parts(after, new_ends, _places(text, spans), left_out)


def _places(text: AlignedText, spans: Int64Array) -> Int64Array:
    """Where in the original the stretches of a text stand; an empty one before the character behind it."""
    if not len(text):
        return np.zeros_like(spans)
    begins = np.append(text.begins, text.ends[-1])[spans[:, 0]]
    ends = text.ends[np.maximum(spans[:, 1], 1) - 1]
    return np.column_stack((begins, np.where(spans[:, 0] < spans[:, 1], ends, begins)))


def joined(parts: Sequence[Parts]) -> Parts:
    """Several stretches, one behind the other."""
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return as_they_are(AlignedText.of(""), [])
    before = np.cumsum([0, *(len(each.text) for each in parts[:-1])])
    text = AlignedText(
        "".join([each.text.text for each in parts]),
        np.concatenate([each.text.begins for each in parts]),
        np.concatenate([each.text.ends for each in parts]),
    )
    return Parts(
        text,
        np.concatenate([each.ends + offset for each, offset in zip(parts, before.tolist(), strict=True)]),
        np.concatenate([each.places for each in parts]),
        np.concatenate([each.changed for each in parts]),
    )
