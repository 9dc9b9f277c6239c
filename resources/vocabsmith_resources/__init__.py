"""Colours, icons and samples of Vocabsmith: data only, nothing here imports Qt."""
