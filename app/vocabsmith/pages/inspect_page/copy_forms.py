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
    folder: str,
    encoded: bool,
) -> str:
    """What is copied.

    Args:
        form: one of the keys of FORMS.
        tokenizer, text, ids: what was encoded to what by which.
        special: how special tokens in the text were treated.
        folder: where the tokenizer was exported to, "" if that is not known.
        encoded: whether the ids are what encoding the text gives; if not, they were typed and decoded to it.
    """
    if form == "list":
        return repr(list(ids))
    if form == "json":
        tokens = [visible_token(tokenizer.token_bytes(token_id)) for token_id in ids]
        return json.dumps({"text": text, "ids": list(ids), "tokens": tokens})
    if form == "numpy":
        return f"import numpy as np\n\nids = np.array({list(ids)!r}, dtype=np.uint32)\n"
    return _python(ascii(text), list(ids), special, folder, encoded)


def _python(text: str, ids: list[int], special: SpecialPolicy, folder: str, encoded: bool) -> str:
    remark = "  # the folder it was exported to"
    head = f"""\
from vocabsmith_engine import Tokenizer

tokenizer = Tokenizer.load({(folder or "tokenizer")!r}){remark}
"""
    if not encoded:
        return f"{head}ids = {ids!r}\ntext = tokenizer.decode(ids)\nassert text == {text}\n"
    return f"{head}text = {text}\nids = tokenizer.encode(text, special={special!r})\nassert ids == {ids!r}\n"
