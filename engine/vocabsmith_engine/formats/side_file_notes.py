"""What a user should know before saving in a format whose own files hold only a byte-level vocabulary."""

from __future__ import annotations

from vocabsmith_engine.decoding import AS_THEY_ARE
from vocabsmith_engine.formats.base import Note
from vocabsmith_engine.formats.side_file import SIDE_FILE
from vocabsmith_engine.models import ByteLevel
from vocabsmith_engine.tokenizer import Tokenizer


def refused_models(tokenizer: Tokenizer) -> tuple[Note, ...]:
    """Models whose tokens are not bytes joined by merges, and tokens that are not shown as they are."""
    if not isinstance(tokenizer.model, ByteLevel):
        kind = type(tokenizer.model).__name__
        return (Note("refused", f"These files hold byte-level vocabularies only, and this one is of the kind {kind}."),)
    if tokenizer.decoding != AS_THEY_ARE:
        return (Note("refused", "These files cannot tell how its tokens become text again."),)
    return ()


def side_file_notes(tokenizer: Tokenizer) -> tuple[Note, ...]:
    """What stands in the side file alone, so that other programs do not know of it."""
    carried = (
        (bool(tokenizer.normalizer), "the normalisation of text"),
        (not all(token.plain for token in tokenizer.all_added_tokens), "the rules by which added tokens are found"),
        (tokenizer.template is not None, "the ids that are put around a text"),
        (tokenizer.chat_template is not None, "the chat template"),
        (tokenizer.model_max_length is not None, "how many tokens the model takes"),
    )
    told = [what for is_there, what in carried if is_there]
    if not told:
        return ()
    return (Note("warning", f"Only {SIDE_FILE} holds {', '.join(told)}; other programs read these files without."),)
