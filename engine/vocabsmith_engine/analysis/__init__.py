"""Numbers and trees behind the charts and tables."""

from vocabsmith_engine.analysis.merge_steps import MergeStep, merge_steps
from vocabsmith_engine.analysis.merge_tree import MergeTree, merge_tree

__all__ = ["MergeStep", "MergeTree", "merge_steps", "merge_tree"]
