"""Numbers and trees behind the charts and tables."""

from vocabsmith_engine.analysis.comparison import Comparison, compare
from vocabsmith_engine.analysis.evaluating import evaluate, evaluate_texts
from vocabsmith_engine.analysis.evaluation import RENYI_ALPHA, Evaluation, FileEvaluation
from vocabsmith_engine.analysis.merge_steps import MergeStep, merge_steps
from vocabsmith_engine.analysis.merge_tree import MergeTree, merge_tree
from vocabsmith_engine.analysis.metrics import METRICS, Metric
from vocabsmith_engine.analysis.occurrences import Occurrence, occurrences
from vocabsmith_engine.analysis.parity import Per
from vocabsmith_engine.analysis.pattern_dialects import DialectWarning, dialect_warnings
from vocabsmith_engine.analysis.pattern_difference import PatternCut, PatternDifference, pattern_difference
from vocabsmith_engine.analysis.reachability import unreachable
from vocabsmith_engine.analysis.special_collisions import Collision, special_collisions
from vocabsmith_engine.analysis.text_pieces import TextPiece, TextPieces, text_pieces
from vocabsmith_engine.analysis.text_trace import TextTrace, TraceStage, trace
from vocabsmith_engine.analysis.token_uses import TokenUses, count_uses
from vocabsmith_engine.analysis.vocabulary_file import write_table
from vocabsmith_engine.analysis.vocabulary_flags import RESIDUE_SHARE, rare, residue
from vocabsmith_engine.analysis.vocabulary_kinds import KIND_NAMES, Kind
from vocabsmith_engine.analysis.vocabulary_table import VocabularyTable
from vocabsmith_engine.analysis.words import word_spans

__all__ = [
    "KIND_NAMES",
    "METRICS",
    "RENYI_ALPHA",
    "RESIDUE_SHARE",
    "Collision",
    "Comparison",
    "DialectWarning",
    "Evaluation",
    "FileEvaluation",
    "Kind",
    "MergeStep",
    "MergeTree",
    "Metric",
    "Occurrence",
    "PatternCut",
    "PatternDifference",
    "Per",
    "TextPiece",
    "TextPieces",
    "TextTrace",
    "TokenUses",
    "TraceStage",
    "VocabularyTable",
    "compare",
    "count_uses",
    "dialect_warnings",
    "evaluate",
    "evaluate_texts",
    "merge_steps",
    "merge_tree",
    "occurrences",
    "pattern_difference",
    "rare",
    "residue",
    "special_collisions",
    "text_pieces",
    "trace",
    "unreachable",
    "word_spans",
    "write_table",
]
