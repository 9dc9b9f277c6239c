"""How a token was made, as chips."""

from __future__ import annotations

from vocabsmith.operations.describe_token import TokenStory
from vocabsmith.operations.vocabulary_marks import Vocabulary
from vocabsmith.pages.vocabulary_page.looks import chip_of
from vocabsmith.widgets.chips import Chip, Mark
from vocabsmith.widgets.merge_tree_view import TreeNode
from vocabsmith.wording import count, grouped
from vocabsmith_engine.analysis import MergeTree

MOST_LEAVES = 48


def tree_of(story: TokenStory, vocabulary: Vocabulary) -> TreeNode | None:
    """The tree of the token; None for one that was not merged, or has more bytes than can be drawn."""
    if story.tree is None or len(story.bytes) > MOST_LEAVES:
        return None
    return _node(story.tree, vocabulary)


def _node(tree: MergeTree, vocabulary: Vocabulary) -> TreeNode:
    chip = chip_of(vocabulary, tree.token)
    if tree.left is None or tree.right is None:
        return TreeNode(Chip(chip.text, None, chip.mark if chip.mark is Mark.PARTIAL else Mark.NONE))
    note = "" if tree.rank is None else grouped(tree.rank)
    return TreeNode(chip, note, (_node(tree.left, vocabulary), _node(tree.right, vocabulary)))


def why_no_tree(story: TokenStory) -> str:
    """Why `tree_of` gives nothing."""
    if story.by_scores:
        return "The model goes by scores and has no merges."
    if story.rank is None:
        return "No merge makes this token."
    return f"{count(len(story.bytes), 'byte')} are too many to draw."
