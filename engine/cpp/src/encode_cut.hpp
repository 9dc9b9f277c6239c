// Goes through the pieces of a text. Private to the encoders of characters, scored pairs and unigrams.
#pragma once

#include <cstddef>

#include "model_checks.hpp"
#include "stopping.hpp"
#include "vocabsmith/encoded_pieces.hpp"
#include "vocabsmith/monitor.hpp"

namespace vocabsmith {

// With a Run for all of them. False if a stop was asked for in the middle of it.
template <typename Run, typename Tables>
bool encode_cut(const Tables& tables, const CutText& cut, EncodedPieces& out, Monitor* monitor) {
  check_cut(cut);
  Run run(tables, out, monitor);
  try {
    for (std::size_t i = 0; i < cut.begins.size(); ++i) {
      if (monitor != nullptr) obey(*monitor);
      if (cut.begins[i] < cut.ends[i])
        run.encode(cut.text.substr(cut.begins[i], cut.ends[i] - cut.begins[i]), cut.begins[i]);
    }
    return true;
  } catch (const StopRequested&) {
    return false;
  }
}

}  // namespace vocabsmith
