// The five reference trainers in the order in which one reads them. Each changes one thing over the one before, and all
// learn the same merges as vocabsmith/trainer.hpp.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "reference/coarse_trainer.hpp"
#include "reference/flat_trainer.hpp"
#include "reference/heap_trainer.hpp"
#include "reference/naive_trainer.hpp"
#include "reference/scan_trainer.hpp"

namespace vocabsmith::reference {

struct Rung {
  std::string_view name;
  TrainingOutcome (*method)(const std::vector<WeightedPiece>&, const TrainerOptions&, const Merges&, StepTimes&);

  TrainingOutcome train(const std::vector<WeightedPiece>& pieces, const TrainerOptions& options, StepTimes& times,
                        const Merges& learned = {}) const {
    return method(pieces, options, learned, times);
  }
};

inline constexpr std::array ladder{
    Rung{"full recount", train_with_recount},
    Rung{"coarse changes, scan", train_with_coarse_changes},
    Rung{"fine changes, scan", train_with_scan},
    Rung{"fine changes, heap", train_with_heap},
    Rung{"the same, flat tables", train_on_flat_tables},
};

}  // namespace vocabsmith::reference
