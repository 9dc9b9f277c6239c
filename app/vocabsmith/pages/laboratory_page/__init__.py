"""The Laboratory page: two patterns on one text, and special tokens that get in each other's way."""

from vocabsmith.pages.laboratory_page.page import LaboratoryPage

__all__ = ["LaboratoryPage"]
