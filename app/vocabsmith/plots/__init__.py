"""Charts of runs and vocabularies. pyqtgraph lives in this package only; the pages see widgets that take numbers."""

from vocabsmith.plots.bytes_per_token_plot import BytesPerTokenPlot
from vocabsmith.plots.chart import THIS_RUN, Chart
from vocabsmith.plots.curves import Overlay, RunCurves
from vocabsmith.plots.export import EXPORT_SUFFIXES, prepare_export, save_chart
from vocabsmith.plots.merge_count_plot import MergeCountPlot
from vocabsmith.plots.script_plot import ScriptPlot
from vocabsmith.plots.styles import CurveStyle, LegendEntry, curve_style
from vocabsmith.plots.token_length_plot import TokenLengthPlot
from vocabsmith.plots.use_by_rank_plot import UseByRankPlot
from vocabsmith.plots.use_places import UsePlaces
from vocabsmith.plots.vocabulary_length_plot import VocabularyLengthPlot

__all__ = [
    "EXPORT_SUFFIXES",
    "THIS_RUN",
    "BytesPerTokenPlot",
    "Chart",
    "CurveStyle",
    "LegendEntry",
    "MergeCountPlot",
    "Overlay",
    "RunCurves",
    "ScriptPlot",
    "TokenLengthPlot",
    "UseByRankPlot",
    "UsePlaces",
    "VocabularyLengthPlot",
    "curve_style",
    "prepare_export",
    "save_chart",
]
