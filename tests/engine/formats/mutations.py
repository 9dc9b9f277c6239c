"""Valid tokenizer files, changed as nobody should change them: by their structure, by lines, by bytes."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, Final

CATASTROPHIC: Final = (r"(a+)+$", r"(?:\s*)*x", r"(?:a|a)*b", r"(.*)*\1", r"(?R)", r"a{0,9}{0,9}{0,9}{0,9}!", "(" * 500)
STRINGS: Final = (
    *("", " ", "a", "Ġ", "Ġa", "Ċ", "<0x0A>", "<0xZZ>", "\ud800", "\0", "▁", "##", "</w>", "é", "a b", "\\", "(", "["),
    *("Sequence", "Split", "ByteLevel", "Metaspace", "Replace", "BPE", "Unigram", "NFC", "Isolated", "Removed"),
    *("x" * 10_000, "Ġ" * 3000, "e\u0301" * 50, "../../etc/passwd", *CATASTROPHIC),
)
NUMBERS: Final = (0, 1, -1, 2, 255, 256, 257, 258, 2**31, 2**32 - 1, 2**32, 2**63, 2**64, 10**40, -(10**40), 0.5, 1e308)
ODD: Final = (None, True, False, [], {}, [None], [[]], {"": None}, float("nan"), float("inf"))
Json = Any


def mutated_json(content: Json, dice: random.Random) -> bytes:
    """`content` with one to four places changed, or its text changed as any text can be."""
    if dice.random() < 0.15:
        return mutated_bytes(json.dumps(content, ensure_ascii=False).encode("utf-8", "surrogatepass"), dice)
    changed = json.loads(json.dumps(content))
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        _change_a_place(changed, dice)
    text = json.dumps(changed, ensure_ascii=dice.random() < 0.5)
    return _encoded(text, dice)


def _encoded(text: str, dice: random.Random) -> bytes:
    if dice.random() < 0.03:
        return text.encode(dice.choice(("utf-16", "utf-32", "utf-7", "utf-8-sig")), "surrogatepass")
    return text.encode("utf-8", "surrogatepass")


def _change_a_place(root: Json, dice: random.Random) -> None:
    places = list(_places(root, dice))
    if not places:
        return
    holder, key = dice.choice(places)
    action = dice.random()
    if action < 0.2 and isinstance(holder, dict):
        del holder[key]
    elif action < 0.3 and isinstance(holder, list):
        holder.insert(key, _copy(holder[dice.randrange(len(holder))]))
    elif action < 0.35 and isinstance(holder, list):
        del holder[key]
    elif action < 0.45:
        other, there = dice.choice(places)
        holder[key] = _copy(other[there])
    elif action < 0.5 and isinstance(holder, dict):
        holder[dice.choice(STRINGS)] = _copy(holder[key])
    elif action < 0.53:
        holder[key] = _nested(dice)
    else:
        holder[key] = _replacement(holder[key], dice)


def _places(root: Json, dice: random.Random) -> Iterator[tuple[Json, Json]]:
    """Places below `root`; of long lists and objects, such as a vocabulary, a few: rare fields have their turn."""
    waiting = [root]
    while waiting:
        holder = waiting.pop()
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        for key in keys if len(keys) <= 24 else dice.sample(keys, 4):
            yield holder, key
            if isinstance(holder[key], dict | list):
                waiting.append(holder[key])


def _copy(value: Json) -> Json:
    return json.loads(json.dumps(value))


def _nested(dice: random.Random) -> Json:
    value: Json = deepcopy(dice.choice(ODD))
    for _ in range(dice.choice((3, 50, 250))):
        steps = dice.choice(("pretokenizers", "normalizers", "decoders", "processors"))
        value = [value] if dice.random() < 0.5 else {"type": "Sequence", steps: [value]}
    return value


def _replacement(value: Json, dice: random.Random) -> Json:
    if dice.random() < 0.3:
        return deepcopy(dice.choice((*ODD, *NUMBERS, *STRINGS)))  # an odd list may be changed in its turn
    if isinstance(value, bool):
        return not value
    if isinstance(value, str):
        return dice.choice(STRINGS) if dice.random() < 0.6 or not value else _changed_text(value, dice)
    if isinstance(value, int):
        return dice.choice((value + 1, value - 1, *NUMBERS))
    if isinstance(value, list) and value:
        return dice.choice((value[:-1], value + value, value[::-1], dict.fromkeys(map(str, value))))
    return deepcopy(dice.choice((*ODD, *NUMBERS, *STRINGS)))


def _changed_text(text: str, dice: random.Random) -> str:
    at = dice.randrange(len(text))
    return text[:at] + dice.choice(STRINGS[:18]) + text[at + dice.randrange(2) :]


def mutated_bytes(content: bytes, dice: random.Random) -> bytes:
    """`content` cut short, with bytes changed, put in or left out, or with lines doubled, dropped or exchanged."""
    changes: tuple[Callable[[bytes, random.Random], bytes], ...] = (_truncated, _flipped, _inserted, _lines, _encoding)
    for _ in range(dice.choice((1, 1, 2, 5))):
        content = dice.choice(changes)(content, dice)
    return content


def _truncated(content: bytes, dice: random.Random) -> bytes:
    return content[: dice.randrange(len(content) + 1)]


def _flipped(content: bytes, dice: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(dice.choice((1, 3, 30))):
        if changed:
            changed[dice.randrange(len(changed))] = dice.randrange(256)
    return bytes(changed)


def _inserted(content: bytes, dice: random.Random) -> bytes:
    at = dice.randrange(len(content) + 1)
    piece = dice.choice(
        (b"\0", b"\r", b"\n", b" ", b"\xff", b'"', b"{", b"[" * 5000, b"9" * 5000, b"!!!", b"= 0\n", b"a b\n")
    )
    return content[:at] + piece + content[at + dice.choice((0, 0, len(piece))) :]


def _lines(content: bytes, dice: random.Random) -> bytes:
    lines = content.split(b"\n")
    first, second = dice.randrange(len(lines)), dice.randrange(len(lines))
    match dice.randrange(4):
        case 0:
            lines.insert(first, lines[second])
        case 1:
            del lines[first]
        case 2:
            lines[first], lines[second] = lines[second], lines[first]
        case _:
            lines[first] = _flipped(lines[first], dice)
    return b"\n".join(lines)


def _encoding(content: bytes, dice: random.Random) -> bytes:
    text = content.decode("utf-8", "surrogateescape")
    return dice.choice(
        (
            b"\xef\xbb\xbf" + content,
            content.replace(b"\n", b"\r\n"),
            text.encode("utf-16", "ignore"),
            text.encode("latin-1", "ignore"),
            text.upper().encode("utf-8", "ignore"),
        )
    )
