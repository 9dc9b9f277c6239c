"""Where Vocabsmith keeps its own files. VOCABSMITH_HOME, if set, holds them all."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

NAME = "vocabsmith"


def data_dir() -> Path:
    """Runs and other things worth keeping."""
    return _made("data", Path(platformdirs.user_data_dir(NAME, appauthor=False)))


def config_dir() -> Path:
    """Settings."""
    return _made("config", Path(platformdirs.user_config_dir(NAME, appauthor=False)))


def cache_dir() -> Path:
    """Files that can be made again."""
    return _made("cache", Path(platformdirs.user_cache_dir(NAME, appauthor=False)))


def log_dir() -> Path:
    """Logs and crash reports."""
    return _made("log", Path(platformdirs.user_log_dir(NAME, appauthor=False)))


def _made(kind: str, usual: Path) -> Path:
    home = os.environ.get("VOCABSMITH_HOME")
    folder = Path(home) / kind if home else usual
    folder.mkdir(parents=True, exist_ok=True)
    return folder
