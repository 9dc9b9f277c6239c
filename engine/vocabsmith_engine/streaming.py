"""Decoding while ids arrive one at a time."""

from __future__ import annotations

import codecs
from typing import SupportsIndex

from vocabsmith_engine.decoding import TokenJoiner
from vocabsmith_engine.ids import checked_id


class StreamingDecoder:
    """Turns ids into text as they come; what it has given out never changes.

    An incomplete character is held back until the bytes that complete it arrive, and so is what the end of a text may
    take away. Bytes that no character can begin
    with, or go on with, come out as U+FFFD at once, and all that follows them still comes.

        decoder = tokenizer.streaming_decoder()
        text = "".join(map(decoder.feed, ids)) + decoder.finish()    # equals tokenizer.decode(ids)
    """

    def __init__(self, joiner: TokenJoiner, vocab_size: int) -> None:
        self._joiner = joiner
        self._vocab_size = vocab_size
        self._utf8 = codecs.getincrementaldecoder("utf-8")(errors=joiner.errors)

    def feed(self, token_id: SupportsIndex) -> str:
        """The text that has become certain with this token. Raises TokenizerError for an unknown id."""
        return self._utf8.decode(self._joiner.feed(checked_id(token_id, self._vocab_size)))

    def finish(self) -> str:
        """What was held back: U+FFFD for a character that never became complete. The decoder can be used again."""
        rest = self._utf8.decode(self._joiner.finish(), final=True)
        self._utf8.reset()
        return rest
