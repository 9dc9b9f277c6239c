"""Tokens of a vocabulary as rows: what is listed, in which order, and what stands in the cells."""

import random

import numpy as np
import pytest
from PySide6.QtCore import Qt
from small_vocabulary import ER, LO, LOW, LOWER, SPACE_LOW, SPECIAL, small_vocabulary

from vocabsmith.item_models.vocabulary_list import VocabularyListModel, cell_text, tab_separated
from vocabsmith.operations.describe_token import describe_token
from vocabsmith.operations.list_tokens import Column, Filter, Sorting, TokenLister, matching
from vocabsmith.operations.save_vocabulary import save_vocabulary
from vocabsmith.operations.vocabulary_marks import Flag
from vocabsmith_engine import Monitor, Stopped, VocabsmithError
from vocabsmith_engine.analysis import Kind

ALL = Sorting()


def listed(vocabulary, wanted: Filter, sorting: Sorting = ALL) -> list[int]:
    return TokenLister().list(vocabulary=vocabulary, wanted=wanted, sorting=sorting, monitor=Monitor()).tolist()


def cells(vocabulary, token: int) -> list[str]:
    return [cell_text(vocabulary, token, column) for column in Column]


def test_the_small_vocabulary_is_the_one_the_tests_speak_of() -> None:
    tokens = small_vocabulary().tokenizer.tokens
    assert tokens[LO:] == (b"lo", b"low", b" low", b"er", b"lower", b"<s>")


def test_a_row_tells_all_of_a_token() -> None:
    vocabulary = small_vocabulary({LOW: 1200})
    assert cells(vocabulary, LOW) == ["257", "low", "6C 6F 77", "3", "1", "9", "1,200", "Latin", "learned", ""]


def test_what_is_not_known_is_a_dash() -> None:
    assert cells(small_vocabulary(), 0xE5) == ["229", "E5", "E5", "1", "–", "–", "–", "–", "byte", "partial"]


def test_flags_are_words() -> None:
    vocabulary = small_vocabulary({LOW: 5}, unreachable={LO})
    assert cell_text(vocabulary, LO, Column.FLAGS) == "unreachable, residue"
    assert cell_text(vocabulary, SPECIAL, Column.FLAGS) == "special"


def test_bytes_of_a_long_token_are_cut() -> None:
    from dataclasses import replace  # noqa: PLC0415

    vocabulary = small_vocabulary()
    longer = replace(vocabulary.tokenizer, tokens=(*vocabulary.tokenizer.tokens[:-1], b"<" + b"s" * 40 + b">"),
                     special_tokens={"<" + "s" * 40 + ">": SPECIAL})  # fmt: skip
    of = replace(vocabulary, tokenizer=longer, table=type(vocabulary.table).of(longer))
    shown = cell_text(of, SPECIAL, Column.BYTES)
    assert shown.endswith(" …")
    assert len(shown.split()) == 25


def test_search_and_filters_are_all_to_be_met() -> None:
    vocabulary = small_vocabulary()
    assert listed(vocabulary, Filter(query="low")) == [LOW, SPACE_LOW, LOWER]
    assert listed(vocabulary, Filter(query="lo", kind=Kind.LEARNED)) == [LO, LOW, SPACE_LOW, LOWER]
    assert listed(vocabulary, Filter(query="77 65", mode="bytes")) == [LOWER]
    assert listed(vocabulary, Filter(query="^ ?low$", mode="regex")) == [LOW, SPACE_LOW]
    assert listed(vocabulary, Filter(query="low", kind=Kind.SPECIAL)) == []


def test_before_an_expression_is_typed_all_is_listed_and_made_ready_for_it() -> None:
    vocabulary = small_vocabulary()
    assert "expressions" not in vars(vocabulary.table)
    assert len(listed(vocabulary, Filter(mode="regex"))) == len(vocabulary)
    assert "expressions" in vars(vocabulary.table)


def test_of_several_flags_one_is_enough() -> None:
    vocabulary = small_vocabulary({LOW: 60}, unreachable={LO})
    assert listed(vocabulary, Filter(flags=frozenset({Flag.UNREACHABLE, Flag.SPECIAL}))) == [LO, SPECIAL]


def test_rare_is_what_is_used_less_often_than_the_user_says() -> None:
    vocabulary = small_vocabulary({LOW: 60, LO: 59})
    rare = frozenset({Flag.RARE})
    assert LO not in listed(vocabulary, Filter(flags=rare, below=59))
    assert {LO, ER} <= set(listed(vocabulary, Filter(flags=rare, below=60)))
    assert LOW not in listed(vocabulary, Filter(flags=rare, below=60))


def test_a_flag_that_is_not_known_lists_nothing() -> None:
    assert listed(small_vocabulary(), Filter(flags=frozenset({Flag.RESIDUE}))) == []


def test_a_wrong_expression_is_named() -> None:
    with pytest.raises(VocabsmithError, match=r"\[a"):
        listed(small_vocabulary(), Filter(query="[a", mode="regex"))


@pytest.mark.parametrize("descending", [False, True])
def test_uses_sort_and_equal_ones_stay_by_id(descending: bool) -> None:
    rng = random.Random(5)
    vocabulary = small_vocabulary({token: rng.randrange(4) for token in range(262)})
    uses = vocabulary.usage.uses.counts.tolist()
    naive = sorted(range(262), key=lambda token: (-uses[token] if descending else uses[token], token))
    assert listed(vocabulary, Filter(), Sorting(Column.NOW, descending)) == naive


def test_tokens_with_flags_come_first() -> None:
    vocabulary = small_vocabulary({}, unreachable={LO})
    assert listed(vocabulary, Filter(kind=Kind.LEARNED), Sorting(Column.FLAGS)) == [LO, LOW, SPACE_LOW, ER, LOWER]


def test_an_order_by_uses_is_made_anew_when_they_come() -> None:
    lister, sorting = TokenLister(), Sorting(Column.NOW, descending=True)
    before = lister.list(vocabulary=small_vocabulary(), wanted=Filter(), sorting=sorting, monitor=Monitor())
    after = lister.list(vocabulary=small_vocabulary({LOW: 3}), wanted=Filter(), sorting=sorting, monitor=Monitor())
    assert (before[0], after[0]) == (0, LOW)


def test_random_filters_list_what_a_loop_over_all_tokens_lists() -> None:
    rng = random.Random(3)
    vocabulary = small_vocabulary({token: rng.randrange(100) for token in range(262)}, unreachable={1, LO, LOWER})
    table = vocabulary.table
    for _ in range(200):
        wanted = Filter(
            query=rng.choice(["", "", "l", "ow", " "]),
            kind=rng.choice([None, Kind.BYTE, Kind.LEARNED]),
            scripts=frozenset(rng.sample(range(len(table.script_names)), rng.choice([0, 40]))),
            flags=frozenset(rng.sample(list(Flag), rng.choice([0, 1, 2]))),
            below=rng.choice([1, 20, 50]),
        )

        def passes(token: int, wanted: Filter = wanted) -> bool:
            has = set(vocabulary.flags_of(token)) | ({Flag.RARE} if vocabulary.uses_of(token) < wanted.below else set())
            return (
                wanted.query.encode() in table.token(token)
                and wanted.kind in (None, int(table.kinds[token]))
                and (not wanted.scripts or int(table.scripts[token]) in wanted.scripts)
                and (not wanted.flags or bool(has & wanted.flags))
            )

        assert listed(vocabulary, wanted) == [token for token in range(262) if passes(token)]


def test_nothing_to_be_met_is_no_mask() -> None:
    assert matching(small_vocabulary(), Filter(), Monitor()) is None


def test_counts_of_flags() -> None:
    counts = small_vocabulary({LOW: 60}, unreachable={LO}).counts(50)
    assert counts == {
        Flag.PARTIAL: 128, Flag.UNREACHABLE: 1, Flag.RESIDUE: 4, Flag.RARE: 261, Flag.SPECIAL: 1
    }  # fmt: skip
    assert small_vocabulary().counts(50)[Flag.RARE] is None


# --- the model


def test_the_model_has_a_row_for_each_listed_token() -> None:
    model = VocabularyListModel({})
    model.show_tokens(small_vocabulary(), np.array([LOWER, LO]))
    assert (model.rowCount(), model.columnCount()) == (2, 10)
    assert [model.index(row, Column.TOKEN).data() for row in range(2)] == ["lower", "lo"]
    assert (model.row_of(LO), model.row_of(LOW), model.token_at(0)) == (1, None, LOWER)


def test_heads_tell_what_their_columns_are() -> None:
    model = VocabularyListModel({})
    across = Qt.Orientation.Horizontal
    assert model.headerData(Column.NOW, across) == "Now"
    assert "corpus" in model.headerData(Column.NOW, across, Qt.ItemDataRole.ToolTipRole)
    assert model.headerData(0, Qt.Orientation.Vertical) is None


def test_numbers_stand_right_and_words_left() -> None:
    model = VocabularyListModel({})
    model.show_tokens(small_vocabulary(), np.array([LOW]))
    sides = [model.index(0, column).data(Qt.ItemDataRole.TextAlignmentRole) for column in (Column.RANK, Column.TOKEN)]
    assert [bool(side & int(Qt.AlignmentFlag.AlignRight)) for side in sides] == [True, False]


def test_rows_for_the_clipboard() -> None:
    text = tab_separated(small_vocabulary(), [LOW], Monitor())
    assert text == (
        "Id\tToken\tBytes\tLength\tRank\tLearned\tNow\tScript\tKind\tFlags\n"
        "257\tlow\t6C 6F 77\t3\t1\t9\t–\tLatin\tlearned\t\n"
    )


def test_a_copy_that_is_stopped_ends() -> None:
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        tab_separated(small_vocabulary(), [LOW], monitor)


def test_a_saved_file_has_the_listed_rows_in_order(tmp_path) -> None:
    path = tmp_path / "rows.tsv"
    save_vocabulary(vocabulary=small_vocabulary(), ids=np.array([LOWER, LO]), path=path, monitor=Monitor())
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line.split("\t")[0] for line in lines] == ["id", str(LOWER), str(LO)]


# --- one token


def test_a_token_knows_what_is_built_on_it() -> None:
    story = describe_token(vocabulary=small_vocabulary({LOW: 4}), token=LOW, monitor=Monitor())
    assert (story.rank, story.learned, story.uses, story.built_on.tolist()) == (1, 9, 4, [SPACE_LOW, LOWER])
    assert (story.tree.left.bytes, story.tree.right.bytes) == (b"lo", b"w")
    assert story.encoded_as == ()


def test_an_unreachable_token_knows_what_its_text_becomes() -> None:
    story = describe_token(vocabulary=small_vocabulary(unreachable={ER}), token=ER, monitor=Monitor())
    assert story.encoded_as == (ER,)  # the mark is made up here, the encoding is not
    assert Flag.UNREACHABLE in story.flags
