"""Edits of a finished tokenizer: tokens taken away, special tokens added, a vocabulary cut to a size.

    EditPlan ─► preview_edit: what goes, why, and which ids move ─► apply_edit: a new Tokenizer

A tokenizer never changes; an edit makes another one. docs/editing.md defines what an edit means.
"""

from vocabsmith_engine.editing.editor import apply_edit, preview_edit
from vocabsmith_engine.editing.plan import Cause, EditPlan, EditPreview, EditProblem, Holes, Move
from vocabsmith_engine.editing.protected import what_can_go

__all__ = [
    "Cause",
    "EditPlan",
    "EditPreview",
    "EditProblem",
    "Holes",
    "Move",
    "apply_edit",
    "preview_edit",
    "what_can_go",
]
