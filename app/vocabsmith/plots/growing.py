"""An array that grows: appending costs the same whether it holds ten numbers or ten million."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


class GrowingArray:
    """Numbers of one type in one block that doubles when it is full.

    Attributes:
        values: what has been appended so far, as a view; valid until the next `append`.
    """

    def __init__(self, dtype: npt.DTypeLike) -> None:
        self._block: npt.NDArray[Any] = np.empty(1024, dtype=dtype)
        self._length = 0

    def __len__(self) -> int:
        return self._length

    @property
    def values(self) -> npt.NDArray[Any]:
        """What has been appended so far."""
        return self._block[: self._length]

    def append(self, numbers: npt.ArrayLike) -> None:
        """Copy `numbers` behind the ones that are there."""
        new = np.asarray(numbers, dtype=self._block.dtype)
        needed = self._length + len(new)
        if needed > len(self._block):
            block = np.empty(max(needed, 2 * len(self._block)), dtype=self._block.dtype)
            block[: self._length] = self.values
            self._block = block
        self._block[self._length : needed] = new
        self._length = needed

    def clear(self) -> None:
        """Forget every number, and the memory they took."""
        self._block = np.empty(1024, dtype=self._block.dtype)
        self._length = 0
