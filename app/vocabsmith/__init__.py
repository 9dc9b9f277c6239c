"""Vocabsmith: a desktop workshop for building BPE tokenizers."""
