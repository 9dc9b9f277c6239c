"""What happens to a text before it is cut into pieces."""

from vocabsmith_engine.normalization.aligned_text import AlignedText, Edit
from vocabsmith_engine.normalization.character_map import CharacterMap
from vocabsmith_engine.normalization.normalizer import NO_NORMALIZATION, Normalizer
from vocabsmith_engine.normalization.sentencepiece_text import SentencePieceText
from vocabsmith_engine.normalization.step import Step
from vocabsmith_engine.normalization.steps import (
    ByteGlyphs,
    Lowercase,
    Nmt,
    Prefix,
    Prepend,
    Replace,
    Strip,
    StripAccents,
)
from vocabsmith_engine.normalization.unicode_form import UnicodeForm

__all__ = [
    "NO_NORMALIZATION",
    "AlignedText",
    "ByteGlyphs",
    "CharacterMap",
    "Edit",
    "Lowercase",
    "Nmt",
    "Normalizer",
    "Prefix",
    "Prepend",
    "Replace",
    "SentencePieceText",
    "Step",
    "Strip",
    "StripAccents",
    "UnicodeForm",
]
