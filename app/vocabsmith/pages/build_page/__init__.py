"""The Build page: corpus, recipe and run."""

from vocabsmith.pages.build_page.page import BuildPage

__all__ = ["BuildPage"]
