"""The Vocabulary page: every token of a tokenizer, and where it is used."""

from vocabsmith.pages.vocabulary_page.page import VocabularyPage

__all__ = ["VocabularyPage"]
