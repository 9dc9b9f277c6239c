"""The dialog that saves the current tokenizer for other libraries."""

from vocabsmith.pages.export_dialog.dialog import ExportDialog

__all__ = ["ExportDialog"]
