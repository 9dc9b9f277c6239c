"""The dialog that makes another tokenizer of the current one."""

from vocabsmith.pages.edit_dialog.dialog import EditDialog

__all__ = ["EditDialog"]
