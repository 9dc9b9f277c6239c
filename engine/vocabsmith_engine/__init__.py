"""Vocabsmith's engine: learn a byte pair encoding vocabulary from text, use it, save it for other libraries."""

from vocabsmith_engine.errors import CorpusError, FormatError, RecipeError, Stopped, TokenizerError, VocabsmithError
from vocabsmith_engine.monitor import Monitor, NewMerges, Progress
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.recipe import Recipe, minimum_vocab_size

__all__ = [
    "CorpusError",
    "FormatError",
    "Monitor",
    "NewMerges",
    "Pretokenizer",
    "Progress",
    "Recipe",
    "RecipeError",
    "Stopped",
    "TokenizerError",
    "VocabsmithError",
    "minimum_vocab_size",
]
