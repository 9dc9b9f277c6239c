"""The tokens that were looked at, to go back to and forward again."""

from __future__ import annotations

_MOST = 200


class TokenHistory:
    """A trail with a place on it, as a browser has it."""

    def __init__(self) -> None:
        self._trail: list[int] = []
        self._place = -1

    def clear(self) -> None:
        """Forgets everything."""
        self._trail, self._place = [], -1

    def visit(self, token: int) -> None:
        """Puts a token behind the present one; what came after that is forgotten."""
        if self._place >= 0 and self._trail[self._place] == token:
            return
        self._trail = [*self._trail[: self._place + 1], token][-_MOST:]
        self._place = len(self._trail) - 1

    @property
    def can_go_back(self) -> bool:
        """Whether there is one before."""
        return self._place > 0

    @property
    def can_go_on(self) -> bool:
        """Whether there is one after."""
        return self._place < len(self._trail) - 1

    def back(self) -> int:
        """The token before, which is the present one from now on."""
        self._place -= 1
        return self._trail[self._place]

    def forward(self) -> int:
        """The token after, likewise."""
        self._place += 1
        return self._trail[self._place]
