"""The ids of a text in the forms that other programs take."""

from __future__ import annotations

import json
from collections.abc import Sequence
from textwrap import dedent

from vocabsmith.visible_tokens import visible_token
from vocabsmith_engine import Tokenizer

FORMS = (("list", "As a list"), ("json", "As JSON"), ("numpy", "As a NumPy array"), ("python", "As Python code"))


def copy_form(form: str, *, tokenizer: Tokenizer, text: str, ids: Sequence[int], special: str, folder: str) -> str:
    """What is copied.

    Args:
        form: one of the keys of FORMS.
        tokenizer, text, ids: what was encoded to what by which.
        special: how special tokens in the text were treated.
        folder: where the tokenizer was exported to, "" if that is not known.
    """
    if form == "list":
        return repr(list(ids))
    if form == "json":
        tokens = [visible_token(tokenizer.token_bytes(token_id)) for token_id in ids]
        return json.dumps({"text": text, "ids": list(ids), "tokens": tokens})
    if form == "numpy":
        return f"import numpy as np\n\nids = np.array({list(ids)!r}, dtype=np.uint32)\n"
    return _python(text, ids, special, folder)


def _python(text: str, ids: Sequence[int], special: str, folder: str) -> str:
    head = dedent("""\
        from vocabsmith_engine import Tokenizer

        tokenizer = Tokenizer.load({folder!r}){remark}
        text = {text}
        ids = tokenizer.encode(text, special={special!r})
        assert ids == {ids!r}
        """)
    remark = "" if folder else "  # the folder it was exported to"
    return head.format(folder=folder or "tokenizer", remark=remark, text=ascii(text), special=special, ids=list(ids))
