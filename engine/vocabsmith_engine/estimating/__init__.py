"""What a run will take, in time and memory, told before it begins from a short trial on parts of its corpus.

Nothing here is a rule of thumb about machines: each rate is measured, on this machine, with the text and the recipe of
the run. What the trial has not seen is extrapolated: distinct pieces by Heaps' law, merging by how its time grew from
one half of the trial to all of it. Sizes of tables follow from how the engine lays them out.
"""

from vocabsmith_engine.estimating.estimate import Estimate
from vocabsmith_engine.estimating.estimator import Estimator, estimate

__all__ = ["Estimate", "Estimator", "estimate"]
