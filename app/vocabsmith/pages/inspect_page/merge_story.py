"""How a piece became tokens, as chips: each token that was made has one ground, in the tree and in the steps."""

from __future__ import annotations

from vocabsmith.operations.token_details import TokenDetails
from vocabsmith.visible_tokens import visible_token
from vocabsmith.widgets.chips import Chip, Mark, ground_of
from vocabsmith.widgets.merge_tree_view import TreeNode
from vocabsmith.widgets.step_ladder import LadderRow
from vocabsmith.wording import count, grouped
from vocabsmith_engine.analysis import MergeTree
from vocabsmith_engine.analysis.merge_steps import Span
from vocabsmith_engine.models import Characters
from vocabsmith_engine.text import is_partial

MOST_LEAVES = 48


def states_of(details: TokenDetails) -> list[list[Span]]:
    """The tokens of each state of the piece."""
    return [list(step.spans) for step in details.steps]


def grounds_of(details: TokenDetails, states: list[list[Span]]) -> dict[Span, int]:
    """The ground of each token that was made: in the end that of the text, before it one its neighbours do not have."""
    if details.piece is None or not states:
        return {}
    before = sum(begin < details.piece.offset for begin, _ in states[-1])
    grounds = {span: ground_of(details.place - before + place) for place, span in enumerate(states[-1])}
    turn = details.place + 1
    for step, state in zip(details.steps, states, strict=True):
        if step.place is None or state[step.place] in grounds:
            continue
        beside = {grounds.get(span) for span in state[max(0, step.place - 1) : step.place + 2]}
        while ground_of(turn) in beside:
            turn += 1
        grounds[state[step.place]] = ground_of(turn)
        turn += 1
    return grounds


def ladder_of(details: TokenDetails) -> list[LadderRow]:
    """The states of the piece, with the rank of the merge that led to each."""
    if details.piece is None:
        return []
    states = states_of(details)
    grounds = grounds_of(details, states)
    first = "characters" if isinstance(details.model, Characters) else "bytes"
    rows = []
    for number, (step, state) in enumerate(zip(details.steps, states, strict=True)):
        tokens = [details.piece.bytes[slice(*span)] for span in state]
        chips = tuple(
            _chip(token, None if len(token) == 1 else grounds.get(span))
            for token, span in zip(tokens, state, strict=True)
        )
        note = first if number == 0 else "whole piece" if step.rank is None else f"rank {grouped(step.rank)}"
        rows.append(LadderRow(chips, note, step.place))
    return rows


def joined_at(rows: list[LadderRow], row: int) -> tuple[Chip, Chip, Chip] | None:
    """The two tokens that a step joined and the one it made."""
    place = rows[row].new
    if row == 0 or place is None:
        return None
    left, right = rows[row - 1].chips[place : place + 2]
    made = rows[row].chips[place]
    return left, right, Chip(made.text, made.ground, Mark.CHOSEN)


def tree_of(details: TokenDetails) -> TreeNode | None:
    """The tree of the token; None for one that was not merged, or has more bytes than can be drawn."""
    if details.tree is None or details.piece is None or len(details.bytes) > MOST_LEAVES:
        return None
    grounds = grounds_of(details, states_of(details))
    return _node(details.tree, details.piece.offset, grounds)


def _node(tree: MergeTree, begin: int, grounds: dict[Span, int]) -> TreeNode:
    if tree.left is None or tree.right is None:
        return TreeNode(_chip(tree.bytes, None))
    end = begin + len(tree.bytes)
    middle = begin + len(tree.left.bytes)
    ground = grounds.get((begin, end), ground_of(tree.token))
    note = "" if tree.rank is None else grouped(tree.rank)
    return TreeNode(
        _chip(tree.bytes, ground), note, (_node(tree.left, begin, grounds), _node(tree.right, middle, grounds))
    )


def _chip(token: bytes, ground: int | None) -> Chip:
    return Chip(visible_token(token), ground, Mark.PARTIAL if is_partial(token) else Mark.NONE)


def why_no_tree(details: TokenDetails) -> str:
    """Why `tree_of` gives nothing."""
    if details.special:
        return "Special tokens are not merged."
    if details.by_scores:
        return "The model goes by scores and has no merges."
    if details.rank is None:
        return f"{details.unit.capitalize()}s are not merged." if details.unit else "No merge makes this token."
    return f"{count(len(details.bytes), 'byte')} are too many to draw."
