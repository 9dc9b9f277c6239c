"""Vocabsmith's engine: learn a byte pair encoding vocabulary from text, use it, save it for other libraries."""

from vocabsmith_engine.checkpoints import Checkpoints
from vocabsmith_engine.corpus import BadFile, BadFiles, FileReport, Source
from vocabsmith_engine.counting import CorpusCounts, count_pieces
from vocabsmith_engine.errors import CorpusError, FormatError, RecipeError, Stopped, TokenizerError, VocabsmithError
from vocabsmith_engine.held_out_measure import HeldOut
from vocabsmith_engine.monitor import Monitor, NewMerges, Progress
from vocabsmith_engine.offsets import EncodedText
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.recipe import Recipe, minimum_vocab_size
from vocabsmith_engine.reserved_tokens import padded_vocab, with_reserved
from vocabsmith_engine.saved_counts import load_counts, save_counts
from vocabsmith_engine.scanning import FileScan, scan
from vocabsmith_engine.streaming import StreamingDecoder
from vocabsmith_engine.tokenizer import Tokenizer
from vocabsmith_engine.training import train, train_from_counts
from vocabsmith_engine.training_result import CorpusSummary, StopReason, TrainingResult

__all__ = [
    "BadFile",
    "BadFiles",
    "Checkpoints",
    "CorpusCounts",
    "CorpusError",
    "CorpusSummary",
    "EncodedText",
    "FileReport",
    "FileScan",
    "FormatError",
    "HeldOut",
    "Monitor",
    "NewMerges",
    "Pretokenizer",
    "Progress",
    "Recipe",
    "RecipeError",
    "Source",
    "StopReason",
    "Stopped",
    "StreamingDecoder",
    "Tokenizer",
    "TokenizerError",
    "TrainingResult",
    "VocabsmithError",
    "count_pieces",
    "load_counts",
    "minimum_vocab_size",
    "padded_vocab",
    "save_counts",
    "scan",
    "train",
    "train_from_counts",
    "with_reserved",
]
