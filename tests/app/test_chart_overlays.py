"""Earlier runs over the charts: exact curves, named and told apart by more than colour, thinned without loss."""

import itertools

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QFont, QFontMetricsF

from vocabsmith.plots import BytesPerTokenPlot, MergeCountPlot, Overlay, RunCurves, TokenLengthPlot, curve_style
from vocabsmith.plots.legend import placed_in_row
from vocabsmith.plots.lines import CountLine, TokenLine
from vocabsmith.plots.styles import CurveStyle, LegendEntry, held_out_style
from vocabsmith_engine import Recipe, train
from vocabsmith_resources.themes.palette import DARK, LIGHT, contrast


def run(*counts: int, base: int = 257, lengths: tuple[int, ...] = (), held_out: tuple[int, ...] = ()) -> RunCurves:
    """A run over 1,000 bytes; each merge takes as many tokens away as it counts."""
    tokens = 1000 - np.cumsum([0, *counts])
    return RunCurves(
        base=base,
        counts=np.array(counts, dtype=np.uint64),
        counted_bytes=1000,
        tokens_left=tokens.astype(np.uint64),
        lengths=np.array(lengths or [2] * len(counts), dtype=np.int64),
        held_out_bytes=100 if held_out else 0,
        held_out_tokens_left=np.array(held_out, dtype=np.uint64),
    )


@pytest.fixture
def shown(qtbot):
    def show(plot):
        qtbot.addWidget(plot)
        plot.resize(340, 300)
        plot.apply_theme(LIGHT)
        plot.show()
        qtbot.waitExposed(plot)
        qtbot.wait(1)
        return plot

    return show


def unnamed(_rank: int) -> str:
    return ""


def names(plot) -> list[str]:
    return [entry.name for entry in plot.legend_shown]


def points(curve) -> list[tuple[float, float]]:
    return [(float(x), round(float(y), 4)) for x, y in zip(*curve.getData(), strict=True)]


# --- what tells runs apart


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
def test_the_first_six_runs_differ_in_colour_and_in_dashes(palette):
    for first, second in itertools.combinations(range(6), 2):
        one, other = curve_style(palette, first), curve_style(palette, second)
        assert one.colour != other.colour
        assert one.dash != other.dash


def test_more_runs_have_the_same_colours_with_other_dashes():
    assert len({curve_style(LIGHT, tone) for tone in range(26)}) == 26


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
def test_every_curve_stands_out_from_its_ground(palette):
    for style in (*(curve_style(palette, tone) for tone in range(6)), held_out_style(palette)):
        assert contrast(style.colour, palette.surface) >= 3


def test_held_out_text_has_the_colour_of_its_run_and_is_dotted():
    assert held_out_style(LIGHT).colour == curve_style(LIGHT, 0).colour
    assert held_out_style(LIGHT).dash not in [curve_style(LIGHT, tone).dash for tone in range(26)]


# --- names


def test_a_curve_that_is_alone_is_not_named(shown):
    plot = shown(BytesPerTokenPlot())
    plot.show_run(run(100, 50))
    assert names(plot) == []
    assert [entry.name for entry in plot.legend_entries] == ["this run"]


def test_every_curve_is_named_in_its_colour(shown):
    plot = shown(BytesPerTokenPlot())
    plot.show_run(run(100, 50, held_out=(100, 90, 80)))
    plot.set_overlays([Overlay("a", "12 Nov", 1, run(90, 40)), Overlay("b", "small", 2, run(80, 30))])
    plot.set_run_name("handbook 32k")
    assert names(plot) == ["handbook 32k", "held out", "12 Nov", "small"]
    assert plot.legend_shown[2].style == curve_style(LIGHT, 1)
    plot.apply_theme(DARK)
    assert plot.legend_shown[2].style == curve_style(DARK, 1)


def test_the_legend_says_all_names_to_those_who_cannot_see_it(shown):
    plot = shown(MergeCountPlot())
    plot.show_run(run(100, 50), unnamed)
    plot.set_overlays([Overlay("a", "12 Nov", 1, run(90, 40))])
    assert plot._head._legend.accessibleDescription() == "this run, 12 Nov"
    assert plot._head._legend.toolTip() == "this run\n12 Nov"


@pytest.mark.usefixtures("qapp")
def test_names_for_which_the_row_has_no_room_are_counted():
    metrics = QFontMetricsF(QFont())
    entries = [LegendEntry(name, CurveStyle("#000000", ())) for name in ("this run", "a long name of a run", "12 Nov")]
    for width in range(60, 600, 7):
        placed = placed_in_row(entries, width, metrics)
        last = placed[-1]
        assert last.text_left + metrics.horizontalAdvance(last.text) <= max(width, 70)
        missing = 3 - sum(item.entry is not None for item in placed)
        assert (last.text == f"+{missing}") == bool(missing)


# --- curves


def test_an_overlay_is_drawn_exactly(shown):
    plot = shown(BytesPerTokenPlot())
    plot.show_run(run(100, 100, 100, 100))
    plot.set_overlays([Overlay("a", "12 Nov", 1, run(200, 300, base=256))])
    assert points(plot.drawn[-3]) == [(256.0, 1.0), (257.0, 1.25), (258.0, 2.0)]


def test_counts_of_an_overlay_stand_at_their_ranks(shown):
    plot = shown(MergeCountPlot())
    plot.show_run(run(100, 50), unnamed)
    plot.set_overlays([Overlay("a", "12 Nov", 1, run(100, 10))])
    assert points(plot.drawn[0]) == [(0.0, 2.0), (pytest.approx(np.log10(2)), 1.0)]


def test_overlays_stay_when_another_run_is_shown_and_go_when_they_are_taken_away(shown):
    plot = shown(MergeCountPlot())
    plot.show_run(run(100, 50), unnamed)
    items = len(plot.box.addedItems)
    plot.set_overlays([Overlay("a", "12 Nov", 1, run(90, 40)), Overlay("b", "small", 2, run(80, 30))])
    plot.show_run(run(70, 20), unnamed)
    plot.start(100, unnamed)
    plot.append(np.array([60], dtype=np.uint64))
    assert names(plot) == ["this run", "12 Nov", "small"]
    plot.set_overlays([])
    assert names(plot) == []
    assert len(plot.box.addedItems) == items


def test_the_chart_makes_room_for_a_longer_run(shown):
    plot = shown(BytesPerTokenPlot())
    plot.show_run(run(100, 50))
    plot.set_overlays([Overlay("a", "long", 1, run(*[1] * 900))])
    assert plot.box.viewRange()[0][1] > 257 + 900
    assert plot.box.viewRange()[1][1] > 10


@pytest.mark.parametrize("make", [MergeCountPlot, BytesPerTokenPlot, TokenLengthPlot])
def test_an_earlier_run_can_be_looked_at_before_there_is_a_new_one(shown, make):
    plot = shown(make())
    plot.set_overlays([Overlay("a", "12 Nov", 1, run(90, 40))])
    assert not plot.empty
    assert not plot._hint.isVisible()
    assert names(plot) == ["12 Nov"]
    assert plot.read_out == ()
    plot.set_overlays([])
    assert plot.empty
    assert plot._hint.isVisible()


@pytest.mark.parametrize("make", [MergeCountPlot, BytesPerTokenPlot, TokenLengthPlot])
def test_a_run_without_merges_can_be_laid_over_and_shows_nothing(shown, make):
    plot = shown(make())
    plot.set_overlays([Overlay("a", "cut off", 1, run())])
    assert plot.empty


def test_lengths_are_compared_at_the_same_number_of_merges(shown):
    plot = shown(TokenLengthPlot())
    plot.show_run(run(9, 8, 7, lengths=(2, 2, 3)))
    longer = Overlay("a", "long", 1, run(9, 8, 7, 6, 5, lengths=(2, 3, 4, 9, 9)))
    shorter = Overlay("b", "short", 2, run(9, 8, lengths=(2, 5)))
    plot.set_overlays([longer, shorter])
    assert names(plot) == ["this run", "long, to 260", "short"]
    heights = [y for _, y in points(plot.drawn[1])]
    assert heights[:16:2] == [1, 1, 1, 0, 0, 0, 0, 0]


def test_the_outline_of_lengths_goes_on_with_the_run(shown):
    plot = shown(TokenLengthPlot())
    plot.set_overlays([Overlay("a", "long", 1, run(9, 8, 7, lengths=(2, 3, 4)))])
    plot.append(np.array([2]))
    assert names(plot) == ["this run", "long, to 258"]
    plot.append(np.array([3, 5]))
    assert names(plot) == ["this run", "long"]


# --- words


def test_the_read_out_under_the_pointer_tells_every_curve(shown, qtbot):
    plot = shown(BytesPerTokenPlot())
    plot.show_run(run(500, 250, held_out=(100, 60, 50)))
    plot.set_overlays([Overlay("a", "12 Nov", 1, run(200, 300)), Overlay("b", "short", 2, run(100))])
    place = plot._view.mapFromScene(plot.box.mapViewToScene(QPointF(259.0, 2.5)))
    qtbot.mouseMove(plot._view.viewport(), QPoint(1, 1))
    qtbot.mouseMove(plot._view.viewport(), place)
    assert plot.read_out == ("4.00 bytes per token", "at 259 tokens", "2.00  held out", "2.00  12 Nov")


def test_lines_of_a_read_out_that_have_no_room_are_counted(shown):
    plot = shown(BytesPerTokenPlot())
    plot.resize(340, 170)
    plot.show_run(run(500, 250))
    plot.set_overlays([Overlay(str(tone), f"run {tone}", tone, run(200, 300)) for tone in range(1, 12)])
    assert plot.read_out[-1].startswith("and ")
    assert plot.box.rect().height() >= plot._read_out.box.height()


def test_the_description_follows_the_data(shown):
    plot = shown(BytesPerTokenPlot())
    assert plot.description == "Bytes per token against vocabulary size: no merges yet"
    plot.show_run(run(500, 250, held_out=(100, 60, 50)))
    plot.set_overlays([Overlay("a", "12 Nov", 1, run(200))])
    assert plot.description == (
        "Bytes per token against vocabulary size: 4.00 at 259; held out: 2.00 at 259; 12 Nov: 1.25 at 258"
    )
    assert plot._view.accessibleName() == "Bytes per token"
    assert plot._view.accessibleDescription() == plot.description


def test_counts_and_lengths_are_described_too(shown):
    counts, lengths = shown(MergeCountPlot()), shown(TokenLengthPlot())
    counts.show_run(run(5000, 250), unnamed)
    lengths.show_run(run(9, 8, 7, lengths=(2, 2, 30)))
    assert counts.description == "Count of each merge against its rank: 5,000 at rank 1, 250 at 2"
    assert lengths.description == "Lengths of learned tokens: most have 2 bytes (2 tokens), the longest 30"


# --- thinning


def jagged(length: int) -> np.ndarray:
    """Numbers that fall by steps of very different height."""
    steps = np.random.default_rng(5).pareto(0.7, length) + 1
    return (1e12 / np.cumsum(steps)).astype(np.uint64)


@pytest.mark.parametrize("zoom", [(0.0, 1.0), (0.2, 0.9), (0.5, 0.52)])
@pytest.mark.parametrize("kind", ["counts", "tokens"])
def test_no_point_lies_above_or_below_what_is_drawn_beside_it(kind, zoom):
    falling = jagged(250_000)
    line = CountLine(257, falling) if kind == "counts" else TokenLine(257, 10**12, falling)
    begin, end = line.place(line.first)[0], line.place(line.last)[0]
    left, right = (begin + share * (end - begin) for share in zoom)
    drawn_x, drawn_y = line.points(left, right, 900)
    assert len(drawn_x) <= 900
    all_x, all_y = line.places(np.arange(line.first, line.last + 1))
    seen = (all_x >= max(left, drawn_x[0])) & (all_x <= min(right, drawn_x[-1]))
    after = np.clip(np.searchsorted(drawn_x, all_x[seen]), 1, len(drawn_x) - 1)
    low = np.minimum(drawn_y[after - 1], drawn_y[after])
    high = np.maximum(drawn_y[after - 1], drawn_y[after])
    assert (all_y[seen] >= low - 1e-9).all()
    assert (all_y[seen] <= high + 1e-9).all()


@pytest.mark.parametrize(
    "text", ["aaaaaaaa aaa aaaa aaaaa", "the cat sat on the mat that the cat had", "ab" * 50 + "ba" * 40]
)
@pytest.mark.parametrize("ties", ["hf", "bytes"])
def test_curves_of_a_run_go_one_way(tmp_path, text, ties):
    documents = [f"{text[shift:]} {text[:shift]}\n" for shift in range(len(text))]
    path = tmp_path / "corpus.txt"
    path.write_text("".join(documents))
    recipe = Recipe(vocab_size=330, tie_break=ties, held_out=0.3, document_unit="line", min_frequency=1)
    curves = RunCurves.of(train([path], recipe))
    assert (np.diff(curves.counts.astype(np.int64)) <= 0).all()
    assert (np.diff(curves.tokens_left.astype(np.int64)) < 0).all()
    assert len(curves.held_out_tokens_left) == len(curves.tokens_left)
    assert (np.diff(curves.held_out_tokens_left.astype(np.int64)) <= 0).all()


def test_the_numbers_of_a_run_are_those_of_its_result(tmp_path):
    path = tmp_path / "corpus.txt"
    path.write_text("aaabdaaabac")
    result = train([path], Recipe(vocab_size=259, pretokenizer="none", min_frequency=1))
    curves = RunCurves.of(result)
    assert (curves.base, curves.vocab_size) == (256, 259)
    assert curves.counts.tolist() == result.merge_counts.tolist()
    assert curves.tokens_left.tolist() == [11, *result.tokens_left.tolist()]
    assert curves.lengths.tolist() == [len(left + right) for left, right in result.merges]
    assert curves.held_out_tokens_left.tolist() == []
