"""Numbers and trees behind the charts and tables."""

from vocabsmith_engine.analysis.evaluation import Evaluation, FileEvaluation, evaluate
from vocabsmith_engine.analysis.merge_steps import MergeStep, merge_steps
from vocabsmith_engine.analysis.merge_tree import MergeTree, merge_tree
from vocabsmith_engine.analysis.text_pieces import TextPiece, TextPieces, text_pieces
from vocabsmith_engine.analysis.words import word_spans

__all__ = [
    "Evaluation",
    "FileEvaluation",
    "MergeStep",
    "MergeTree",
    "TextPiece",
    "TextPieces",
    "evaluate",
    "merge_steps",
    "merge_tree",
    "text_pieces",
    "word_spans",
]
