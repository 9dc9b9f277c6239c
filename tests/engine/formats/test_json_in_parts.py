"""Long JSON read part by part is what the parser of the whole gives, or is refused as it refuses it."""

import json
import random
from typing import Any

import pytest

from vocabsmith_engine.formats import json_in_parts
from vocabsmith_engine.formats.json_files import _unique_keys

KEYS = ("vocab", "merges")
NAMES = ['a"', "b\\", "],\n", "é", "🦙", " [", "],[", '": [', "\n", "x" * 30, "merges", '"merges": [', "{", "}"]


@pytest.fixture(autouse=True)
def short_parts(monkeypatch):
    """Texts of some lines are long enough."""
    monkeypatch.setattr(json_in_parts, "LONG", 0)
    monkeypatch.setattr(json_in_parts, "_PART", 40)


def in_parts(text: str) -> Any:
    return json_in_parts._in_parts(text, KEYS, _unique_keys)


def a_file(rng: random.Random, pairs: bool = True) -> dict[str, Any]:
    def name() -> str:
        return "".join(rng.choices(NAMES, k=rng.randint(0, 3)))

    vocab = {f"{name()}{number}": number for number in range(rng.randint(0, 30))}
    merges = [[name(), name()] if pairs else f"{name()} {name()}" for _ in range(rng.randint(0, 30))]
    model = {"type": "BPE", "vocab": vocab, "unk": {"merges": [1, 2]}, "merges": merges}
    return {"version": "1.0", "added_tokens": [{"id": 0, "content": name()}], "model": model, name(): [name()]}


@pytest.mark.parametrize("pairs", [True, False])
def test_files_of_any_content_are_read_the_same(pairs: bool):
    rng = random.Random(7)
    for _ in range(300):
        content = a_file(rng, pairs)
        text = json.dumps(content, ensure_ascii=rng.random() < 0.5, indent=rng.choice([1, 2, 4, None]))
        assert json_in_parts.parsed(text, KEYS, _unique_keys) == content


def test_long_values_are_really_read_in_parts(monkeypatch):
    lengths: list[int] = []
    whole = json.loads
    monkeypatch.setattr(json, "loads", lambda text, **rest: lengths.append(len(text)) or whole(text, **rest))
    content = {"model": {"vocab": {str(n): n for n in range(1000)}, "merges": [[str(n), "b"] for n in range(1000)]}}
    assert json_in_parts.parsed(json.dumps(content, indent=2), KEYS, _unique_keys) == content
    assert len(lengths) > 100
    assert max(lengths) < 300


def test_the_order_of_keys_is_kept():
    content = {"model": {"merges": [["a", "b"]] * 20, "z": 1, "vocab": {f"k{n}": -n for n in range(50)}, "a": 2}}
    read = in_parts(json.dumps(content, indent=2))
    assert json.dumps(read) == json.dumps(content)


def test_damage_anywhere_is_refused_in_the_words_of_the_whole_parser():
    rng = random.Random(11)
    text = json.dumps(a_file(rng), indent=2)
    for _ in range(1500):
        place = rng.randrange(len(text))
        damaged = (
            text[:place] + rng.choice(['"', "\n", ",", "]", "}", "[", "", " ", "\\", "1", "\x00"]) + text[place + 1 :]
        )
        assert outcome(json_in_parts.parsed, damaged, KEYS) == outcome(
            lambda text, _keys, hook: json.loads(text, object_pairs_hook=hook), damaged, KEYS
        )


def outcome(parse, text: str, keys) -> tuple[str, Any]:
    try:
        return "read", parse(text, keys, _unique_keys)
    except ValueError as error:
        return "refused", str(error)


def test_a_key_that_stands_twice_in_different_parts_is_refused():
    lines = ",\n".join(f'      "{name}": {number}' for number, name in enumerate([*map(str, range(40)), "3"]))
    text = '{\n  "model": {\n    "vocab": {\n' + lines + "\n    }\n  }\n}"
    with pytest.raises(ValueError, match='the key "3" stands twice in one object'):
        json_in_parts.parsed(text, KEYS, _unique_keys)


def test_a_list_of_that_name_elsewhere_is_left_where_it_is():
    content = {"model": {"type": "BPE"}, "other": {"merges": [["a", "b"]] * 30}}
    text = json.dumps(content, indent=2)
    assert in_parts(text) is None
    assert json_in_parts.parsed(text, KEYS, _unique_keys) == content
