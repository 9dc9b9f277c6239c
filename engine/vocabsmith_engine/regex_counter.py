"""The parent's side of a worker process that counts with the `regex` module."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from typing import Any, Final, NoReturn

import numpy as np

from vocabsmith_engine import _native, errors
from vocabsmith_engine.chunks import Chunk
from vocabsmith_engine.frames import Kind, pack_number, read_frame, unpack_number, write_frame
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.spilling import told_to_the_user

_COMMAND: Final = ("-P", "-m", "vocabsmith_engine.regex_worker")


class RegexCounter:
    """Sends chunks to a worker and waits for it. A plain child interpreter: no fork of threads, no main guard.

    The worker's own table stays small: when it is full, its pieces come over into the table here, which may spill.
    """

    def __init__(self, recipe: Recipe, table: _native.PieceCounts, monitor: Monitor) -> None:
        self._table = table
        self._monitor = monitor
        try:
            self._process = subprocess.Popen(
                [sys.executable, *_COMMAND],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                **_out_of_reach_of_the_terminal(),
            )
        except OSError as error:
            raise errors.CorpusError(
                "the process for the expression", f"could not be started: {error}", "Close other programs and try again"
            ) from None
        try:
            self._ask(Kind.RECIPE, recipe.to_json().encode())
        except errors.VocabsmithError:
            self.close()
            raise

    def count(self, chunk: Chunk) -> None:
        """Have the worker count `chunk`, and pass on how far it is."""
        ends = np.array([len(chunk.text)], np.uint64) if chunk.ends is None else chunk.ends
        self._ask(Kind.TEXT, pack_number(chunk.weight), pack_number(len(ends)), ends.tobytes(), chunk.text)
        advanced = 0
        while (answer := self._answer(Kind.PROGRESS, Kind.PIECES, Kind.COUNTED))[0] is not Kind.COUNTED:
            if answer[0] is Kind.PIECES:
                self._add(answer[1])
                continue
            done = chunk.file_bytes * unpack_number(answer[1]) // len(chunk.text)
            self._monitor.advance_by(done - advanced)
            advanced = done
        self._monitor.advance_by(chunk.file_bytes - advanced)

    def settle(self) -> None:
        """Fetch what the worker has."""
        self._ask(Kind.HAND_OVER)
        self._add(self._answer(Kind.PIECES)[1])

    def table(self) -> _native.PieceCounts:
        """With the rest of the worker's table; the worker then ends."""
        self._ask(Kind.FINISH)
        self._add(self._answer(Kind.PIECES)[1])
        return self._table

    def _add(self, pieces: bytes) -> None:
        lengths = np.frombuffer(self._answer(Kind.LENGTHS)[1], np.uint32)
        counts = np.frombuffer(self._answer(Kind.COUNTS)[1], np.uint64)
        with told_to_the_user(self._monitor):
            self._table.add_many(pieces, lengths, counts)

    def abandon(self) -> None:
        """End the worker, whatever its expression is doing."""
        self._process.kill()

    def close(self) -> None:
        """End the worker and leave no trace of it."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(OSError):  # what was not sent yet has no reader any more
                pipe.close()

    def _ask(self, kind: Kind, *parts: bytes | memoryview) -> None:
        assert self._process.stdin is not None
        try:
            write_frame(self._process.stdin, kind, *parts)
        except OSError:  # the pipe is broken; not every system has an error of its own for that
            self._answer()  # raises what the worker had to say

    def _answer(self, *expected: Kind) -> tuple[Kind, bytes]:
        """The next frame of one of these kinds. Raises the worker's error, or CorpusError if it is gone."""
        assert self._process.stdout is not None
        frame = read_frame(self._process.stdout)
        if frame and frame[0] in expected:
            return frame
        if frame and frame[0] is Kind.FAILED:
            _raise_again(frame[1])
        raise errors.CorpusError(
            "the process for the expression",
            f"ended before its work was done (status {self._process.wait()})",
            "Close other programs to free memory, or divide the text with special tokens",
        )


def _raise_again(content: bytes) -> NoReturn:
    name, value, rule, remedy = json.loads(content)
    kind: type[errors.VocabsmithError] = getattr(errors, name)
    raise kind(value, rule, remedy)


def _out_of_reach_of_the_terminal() -> dict[str, Any]:
    """Ctrl-C is for the parent, which may want to keep what it has."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return {"process_group": 0}
