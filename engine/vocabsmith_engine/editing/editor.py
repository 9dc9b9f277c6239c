"""From a plan to what it would do, and from there to the new tokenizer."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

import numpy as np

from vocabsmith_engine.editing.additions import Named, closed_up, problems_of_additions, with_holes_filled
from vocabsmith_engine.editing.building import edited
from vocabsmith_engine.editing.cutting import merges_cut
from vocabsmith_engine.editing.following import Followers, followers, followers_of_scored
from vocabsmith_engine.editing.plan import BoolArray, Cause, EditPlan, EditPreview, EditProblem
from vocabsmith_engine.editing.protected import token_named, what_can_go
from vocabsmith_engine.models import ScoredPairs
from vocabsmith_engine.recipe import MAX_VOCAB_SIZE
from vocabsmith_engine.text import Int64Array
from vocabsmith_engine.tokenizer import Tokenizer


def preview_edit(tokenizer: Tokenizer, plan: EditPlan) -> EditPreview:
    """What `plan` would do to `tokenizer`, exactly; what stands against it is in `problems`, and nothing is raised.

    Tokens that cannot be taken away are left where they are in what is shown. O(tokens + merges).
    """
    removable, problems = what_can_go(tokenizer, plan.remove)
    asked = np.zeros(tokenizer.vocab_size, dtype=np.bool_)
    asked[removable] = True
    every, cut_problem = _all_that_goes(tokenizer, plan, asked)
    effective = dataclasses.replace(plan, size=None) if cut_problem else plan
    new_ids, added, reserved = _new_ids(tokenizer, effective, ~every.gone)
    size = len(tokenizer.tokens) - int(np.count_nonzero(every.gone)) + len(added) + len(reserved)
    problems += [cut_problem] if cut_problem else []
    problems += problems_of_additions(tokenizer, plan.add_specials, new_ids)
    problems += _too_many(size)
    preview = _preview(plan, asked, every, _Ids(new_ids, added, reserved, size))
    if not any(problem.blocking for problem in problems):
        problems += _cut_off_tokens(tokenizer, preview)
    return dataclasses.replace(preview, problems=tuple(sorted(problems, key=lambda problem: not problem.blocking)))


def apply_edit(tokenizer: Tokenizer, plan: EditPlan, preview: EditPreview | None = None) -> Tokenizer:
    """The tokenizer that `plan` makes of `tokenizer`; `preview` is what `preview_edit` said of the two, if it is known.

    Raises TokenizerError for the first problem that stands against it, and for a plan that asks for nothing.
    """
    if not plan:
        raise EditProblem("the edit", "asks for nothing", "Remove or add a token, or choose a size").error()
    preview = preview or preview_edit(tokenizer, plan)
    if problem := preview.blocked:
        raise problem.error()
    return edited(tokenizer, preview)


class _Ids(NamedTuple):
    new_ids: Int64Array
    added: Named
    reserved: Named
    size: int


def _all_that_goes(tokenizer: Tokenizer, plan: EditPlan, asked: BoolArray) -> tuple[Followers, EditProblem | None]:
    """What is taken away, what is cut off, and what follows from both."""
    if isinstance(tokenizer.model, ScoredPairs):
        before = followers_of_scored(tokenizer.tokens, tokenizer.model, asked)
        return before, merges_cut(np.zeros(0, np.int64), before, asked, plan).problem
    staying = np.zeros(tokenizer.vocab_size, dtype=np.bool_)
    staying[[token.id for token in tokenizer.all_added_tokens]] = True
    staying &= ~asked
    merges = tokenizer.merges
    before = followers(merges, asked, staying, np.zeros(len(merges), dtype=np.bool_))
    cut = merges_cut(merges[:, 2].astype(np.int64), before, staying, plan)
    if not cut.merges.any():
        return before, cut.problem
    every = followers(merges, asked, staying, cut.merges)
    because = np.where(before.gone, before.because, every.because)
    return every._replace(because=because), cut.problem


def _new_ids(tokenizer: Tokenizer, plan: EditPlan, kept: BoolArray) -> tuple[Int64Array, Named, Named]:
    if plan.holes == "close":
        return *closed_up(kept, plan.add_specials), ()
    taken = (token.decode(errors="replace") for token in tokenizer.tokens if token.startswith(b"<|unused_"))
    return with_holes_filled(kept, plan, taken)


def _preview(plan: EditPlan, asked: BoolArray, every: Followers, ids: _Ids) -> EditPreview:
    removed = np.flatnonzero(every.gone)
    because = every.because[removed]
    causes = np.where(asked[removed], Cause.ASKED, np.where(because >= 0, Cause.FOLLOWS, Cause.CUT))
    return EditPreview(
        plan=plan,
        problems=(),
        removed=removed,
        causes=causes.astype(np.uint8),
        because=because,
        broken_merges=np.flatnonzero(every.broken),
        new_ids=ids.new_ids,
        added=ids.added,
        reserved=ids.reserved,
        new_size=ids.size,
        new_merges=int(np.count_nonzero(~every.broken)),
    )


def _too_many(size: int) -> list[EditProblem]:
    if size <= MAX_VOCAB_SIZE:
        return []
    return [EditProblem(f"{size} tokens", f"are more than {MAX_VOCAB_SIZE}", "Add fewer special tokens")]


def _cut_off_tokens(tokenizer: Tokenizer, preview: EditPreview) -> list[EditProblem]:
    """A warning of tokens that stay because another merge makes them, and yet are not what their bytes become."""
    results = tokenizer.merges[:, 2].astype(np.int64)
    lost = results[preview.broken_merges]
    if not (preview.new_ids[lost] >= 0).any():
        return []
    after = edited(tokenizer, preview)
    before = set(preview.new_ids[list(tokenizer.whole_pieces_only)].tolist()) if tokenizer.whole_pieces_only else set()
    unmade = [token_id for token_id in after.whole_pieces_only if token_id not in before]
    if not unmade:
        return []
    first = int(np.flatnonzero(preview.new_ids == unmade[0])[0])
    more = f" and {len(unmade) - 1} more" if len(unmade) > 1 else ""
    rule = "stay, for other merges make them, but their own bytes are merged otherwise"
    return [EditProblem(f"{token_named(tokenizer, first)}{more}", rule, "Remove them as well", blocking=False)]
