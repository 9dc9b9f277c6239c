"""What a tokenizer puts around a text by itself, such as a token for its beginning."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.errors import TokenizerError


@dataclass(frozen=True, slots=True)
class Template:
    """Ids that `encode` puts before and behind the ids of a text."""

    prefix: tuple[int, ...] = ()
    suffix: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.prefix or self.suffix)


def check_template(template: Template | None, vocab_size: int) -> None:
    """Raises TokenizerError for an id that does not exist."""
    if template is not None:
        for token_id in (*template.prefix, *template.suffix):
            if not 0 <= token_id < vocab_size:
                raise TokenizerError(
                    f"id {token_id} of the template", f"lies outside 0 to {vocab_size - 1}", "Use the id of a token"
                )


def surrounded(ids: npt.NDArray[np.uint32], template: Template | None) -> npt.NDArray[np.uint32]:
    """`ids` with those of the template around them."""
    if not template:
        return ids
    return np.concatenate((template.prefix, ids, template.suffix)).astype(np.uint32)
