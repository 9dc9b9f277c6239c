"""Text to try the program with: forty languages, a book, five programming languages and a chat with emoji.

Sources and licences: README.md in this folder.
"""

from pathlib import Path

SEPARATOR = "<|endoftext|>"
"""Stands on a line of its own between two documents of the sample."""


def sample_path() -> Path:
    """Return the bundled sample, 1.5 MB of UTF-8 text. `SEPARATOR` parts its documents."""
    return Path(__file__).with_name("sample.txt")
