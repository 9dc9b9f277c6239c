"""The ids of a text in the forms that other programs take."""

from __future__ import annotations

import json
from collections.abc import Sequence

from vocabsmith.visible_tokens import visible_token
from vocabsmith_engine import Tokenizer
from vocabsmith_engine.tokenizer import SpecialPolicy

FORMS = (("list", "As a list"), ("json", "As JSON"), ("numpy", "As a NumPy array"), ("python", "As Python code"))


def copy_form(
    form: str,
    *,
    tokenizer: Tokenizer,
    text: str,
    ids: Sequence[int],
    special: SpecialPolicy,
    path: str,
    exported: bool,
    encoded: bool,
) -> str:
    """What is copied.

    Args:
        form: one of the keys of FORMS.
        tokenizer, text, ids: what was encoded to what by which.
        special: how special tokens in the text were treated.
        path: where the tokenizer can be loaded from, as far as that is known; "" if it is not.
        exported: whether `path` is only where the last export went, so that the reader has to look at it.
        encoded: whether the ids are what encoding the text gives; if not, they were typed and decoded to it.
    """
    if form == "list":
        return repr(list(ids))
    if form == "json":
        tokens = [visible_token(tokenizer.token_bytes(token_id)) for token_id in ids]
        return json.dumps({"text": text, "ids": list(ids), "tokens": tokens})
    if form == "numpy":
        return f"import numpy as np\n\nids = np.array({list(ids)!r}, dtype=np.uint32)\n"
    return _python(ascii(text), list(ids), special, _loading(path, exported), encoded)


def _loading(path: str, exported: bool) -> str:
    """The line that loads the tokenizer."""
    remark = "  # the folder it was exported to" if exported or not path else ""
    return f"tokenizer = Tokenizer.load({(path or 'tokenizer')!r}){remark}"


def _python(text: str, ids: list[int], special: SpecialPolicy, loading: str, encoded: bool) -> str:
    head = f"from vocabsmith_engine import Tokenizer\n\n{loading}\n"
    if not encoded:
        return f"{head}ids = {ids!r}\ntext = tokenizer.decode(ids)\nassert text == {text}\n"
    return f"{head}text = {text}\nids = tokenizer.encode(text, special={special!r})\nassert ids == {ids!r}\n"
