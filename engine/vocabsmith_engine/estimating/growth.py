"""How what grows with a text goes on growing: as a power of its size.

That is Heaps' law (also Herdan's) for the distinct words of a text. The exponent is taken from the last doubling of the
trial, since it falls slowly as the text grows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Growth:
    """A number that grows as a power of another.

    Attributes:
        size: where it was measured.
        value: what was measured there.
        exponent: of the power.
    """

    size: float
    value: float
    exponent: float

    @classmethod
    def between(
        cls, smaller: tuple[float, float], larger: tuple[float, float], least: float = 0.0, most: float = 1.0
    ) -> Growth:
        """The power through two pairs of size and value; its exponent is kept between `least` and `most`."""
        exponent = most
        if 0 < smaller[0] < larger[0] and smaller[1] > 0 and larger[1] > 0:
            exponent = math.log(larger[1] / smaller[1]) / math.log(larger[0] / smaller[0])
        return cls(*larger, min(max(exponent, least), most))

    def at(self, size: float) -> float:
        """What it will be at another size."""
        return self.value * (size / self.size) ** self.exponent if self.size else self.value
