"""The state that the pages share, and its events."""

from dataclasses import dataclass
from pathlib import Path

from vocabsmith.session import CorpusItem, Event, Session

ONE = CorpusItem(Path("one.txt"), "text", 100)
TWO = CorpusItem(Path("two"), "folder", 250, files=3)


def test_an_event_tells_its_subscribers_in_order():
    told: list[str] = []
    event = Event[str]()
    event.subscribe(lambda value: told.append(f"first {value}"))
    event.subscribe(lambda value: told.append(f"second {value}"))
    event.emit("x")
    assert told == ["first x", "second x"]


def test_who_unsubscribes_is_told_no_more():
    told: list[int] = []
    event = Event[int]()
    unsubscribe = event.subscribe(told.append)
    event.emit(1)
    unsubscribe()
    unsubscribe()
    event.emit(2)
    assert told == [1]


def test_adding_and_removing_sources():
    session = Session()
    told: list[int] = []
    session.corpus_changed.subscribe(lambda items: told.append(len(items)))
    session.add_corpus([ONE, TWO])
    assert session.corpus == (ONE, TWO)
    session.remove_corpus([ONE])
    assert session.corpus == (TWO,)
    session.remove_corpus([TWO])
    assert told == [2, 1, 0]


def test_a_source_added_again_takes_the_place_of_the_first():
    session = Session()
    session.add_corpus([ONE, TWO])
    scanned = CorpusItem(Path("one.txt"), "text", 120, note="2 bad bytes")
    session.add_corpus([scanned])
    assert session.corpus == (scanned, TWO)


def test_a_source_in_a_listed_folder_is_counted_with_the_folder():
    session = Session()
    folder = CorpusItem(Path("/texts"), "folder", 300, files=2)
    inside, hidden, beside = (CorpusItem(Path(p), "text", 100) for p in ("/texts/a/b", "/texts/.c", "/texts2"))
    session.add_corpus([folder, inside, hidden, beside])
    assert session.distinct_corpus == (folder, hidden, beside)


def test_nothing_new_is_no_change():
    session = Session()
    session.add_corpus([ONE])
    told: list[object] = []
    session.corpus_changed.subscribe(told.append)
    session.add_corpus([ONE])
    session.remove_corpus([TWO])
    assert told == []


def test_a_new_tokenizer_becomes_the_current_one():
    session = Session()
    first, second = object(), object()
    session.add_tokenizer("first", first)
    session.add_tokenizer("second", second)
    assert session.tokenizer is second
    told: list[object] = []
    session.tokenizer_changed.subscribe(told.append)
    session.choose("first")
    session.choose("first")
    assert session.tokenizer is first
    assert told == [first]


def test_a_free_name_is_numbered():
    session = Session()
    assert session.free_name("sample 32k") == "sample 32k"
    session.add_tokenizer("sample 32k", object())
    assert session.free_name("sample 32k") == "sample 32k 2"


def test_a_few_tokenizers_stay_in_memory_and_the_current_one_always():
    session = Session()
    for number in range(6):
        session.add_tokenizer(f"run {number}", object(), run_id=str(number))
        session.choose("run 0")
    assert list(session.tokenizers) == ["run 0", "run 3", "run 4", "run 5"]


def test_a_tokenizer_that_is_nowhere_else_stays_in_memory():
    session = Session()
    session.add_tokenizer("only here", object())
    for number in range(6):
        session.add_tokenizer(f"file {number}", object(), path=Path(f"{number}.json"))
    assert list(session.tokenizers) == ["only here", "file 3", "file 4", "file 5"]


@dataclass(frozen=True)
class Kept:
    id: str
    name: str


def test_a_tokenizer_is_renamed_with_its_run():
    session = Session()
    session.add_tokenizer("handbook 32k", tokenizer := object(), run_id="a")
    told: list[object] = []
    session.tokenizer_changed.subscribe(told.append)
    session.set_runs([Kept("a", "final")])
    assert (session.current_name, session.tokenizer) == ("final", tokenizer)
    assert told == [tokenizer]


def test_of_deleted_runs_only_the_current_tokenizer_stays():
    session = Session()
    session.add_tokenizer("first", object(), run_id="a")
    session.add_tokenizer("second", object(), run_id="b")
    session.set_runs([Kept("b", "second"), Kept("a", "first")])
    session.set_runs([])
    assert list(session.tokenizers) == ["second"]
    assert session.current_name == "second"


def test_the_name_of_a_kept_run_is_not_free():
    session = Session()
    session.set_runs([Kept("a", "sample 32k")])
    assert session.free_name("sample 32k") == "sample 32k 2"


def test_a_change_of_the_recipe_by_another_page_is_one_edit_that_the_form_follows(session) -> None:
    session.edit_recipe({"pretokenizer": "gpt2", "vocab_size": 300})
    heard = []
    session.recipe_changed.subscribe(heard.append)
    session.change_recipe({"pretokenizer": "cl100k"}, "Use the pattern GPT-4")
    assert heard == [{"pretokenizer": "cl100k", "vocab_size": 300}]
    assert session.can_undo == "Use the pattern GPT-4"
    session.undo()
    assert session.recipe_draft == {"pretokenizer": "gpt2", "vocab_size": 300}
    session.change_recipe({"pretokenizer": "gpt2"}, "Use the pattern GPT-2")
    assert session.can_undo == ""
