"""Where Vocabsmith keeps its own files. VOCABSMITH_HOME, if set, holds them all. Whoever writes makes the folder."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

NAME = "vocabsmith"


def config_dir() -> Path:
    """Settings."""
    return _place("config", Path(platformdirs.user_config_dir(NAME, appauthor=False)))


def data_dir() -> Path:
    """Runs, and what was not saved yet."""
    return _place("data", Path(platformdirs.user_data_dir(NAME, appauthor=False)))


def log_dir() -> Path:
    """Logs and crash reports."""
    return _place("log", Path(platformdirs.user_log_dir(NAME, appauthor=False)))


def _place(kind: str, usual: Path) -> Path:
    home = os.environ.get("VOCABSMITH_HOME")
    return Path(home) / kind if home else usual
