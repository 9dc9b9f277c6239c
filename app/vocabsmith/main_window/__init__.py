"""The window around the pages: rail, top bar, job bar, menus."""

from vocabsmith.main_window.window import MainWindow

__all__ = ["MainWindow"]
