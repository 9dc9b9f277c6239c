"""Folders that the `datasets` library writes: which of the files in them hold records.

`save_to_disk` leaves dataset_info.json, state.json, which lists the data files, and Arrow files beside them; for
several splits there is a folder each, listed in dataset_dict.json. Elsewhere, as on the Hub, Parquet or Arrow files lie
in folders with descriptions of them, which are no text to learn from.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from vocabsmith_engine.corpus.failures import BadFile

_DESCRIPTIONS: Final = {"dataset_info.json", "dataset_infos.json", "dataset_dict.json", "state.json"}
_CARD: Final = "README.md"
_DATA_ENDINGS: Final = {".parquet", ".arrow"}
_LARGEST_STATE: Final = 64 * 2**20
_REMEDY: Final = "Save it anew with datasets, or name its .arrow files"


def saved_files(folder: Path, names: set[str]) -> list[Path] | None:
    """The data files, in their order, of a folder that `save_to_disk` wrote; None for any other folder.

    `names` are those of what is in it. Raises BadFile when it cannot be understood, and OSError.
    """
    if "dataset_dict.json" in names:
        splits = _strings(_json(folder / "dataset_dict.json").get("splits"), folder)
        return [file for split in splits for file in _files_of_split(folder / split)]
    if {"dataset_info.json", "state.json"} <= names:
        return _files_of_split(folder)
    return None


def is_metadata(entry: Path, entries: Sequence[Path]) -> bool:
    """Whether `entry`, one of the `entries` of a folder, describes data that lies beside or below it."""
    if entry.name not in _DESCRIPTIONS and entry.name != _CARD:
        return False
    if entry.name == _CARD and not _begins_as_card(entry):
        return False
    return any(_holds_data(each) for each in entries)


def _files_of_split(folder: Path) -> list[Path]:
    state = _json(folder / "state.json")
    if state.get("_indices_files") or state.get("_indices_data_files"):
        raise BadFile(folder, "is a dataset of which only a choice of records counts", _REMEDY)
    listed = state.get("_data_files")
    if not isinstance(listed, list) or not all(isinstance(entry, dict) for entry in listed):
        raise BadFile(folder, "has a state.json that lists no data files", _REMEDY)
    return [folder / name for name in _strings([entry.get("filename") for entry in listed], folder)]


def _strings(values: object, folder: Path) -> list[str]:
    """Names of what is in `folder`, and of nothing outside it."""
    if isinstance(values, list) and all(map(_is_name, values)):
        return values
    raise BadFile(folder, "does not list its data as datasets does", _REMEDY)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value not in ("", ".", "..") and Path(value).name == value and "\0" not in value


def _json(path: Path) -> dict[str, object]:
    with path.open("rb") as file:
        data = file.read(_LARGEST_STATE)
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise BadFile(path, "is not the description of a dataset", _REMEDY)
    return value


def _begins_as_card(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(4) in (b"---\n", b"---\r")
    except OSError:
        return False


def _holds_data(entry: Path) -> bool:
    try:
        if entry.is_dir():
            return any(child.suffix in _DATA_ENDINGS for child in entry.iterdir())
    except OSError:
        return False
    return entry.suffix in _DATA_ENDINGS
