"""The Compare page: several tokenizers on the same texts."""

from vocabsmith.pages.compare_page.page import ComparePage

__all__ = ["ComparePage"]
