"""The Inspect page: text, tokens, and all that is known of one of them."""

from vocabsmith.pages.inspect_page.page import InspectPage

__all__ = ["InspectPage"]
