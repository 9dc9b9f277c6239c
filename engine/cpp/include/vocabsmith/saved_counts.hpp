// Piece counts in a file with a name, which outlive the process.
//
//     pieces, as a run of spilled ones has them     a trailer with their sizes, sums and checksums
//
// A file that was cut short or changed anywhere is refused. Pieces of a table stand in its own order, so that saving it
// costs no more than writing; those that were spilled stand in the order of their bytes and can be used where they are.
#pragma once

#include <memory>
#include <string>

#include "vocabsmith/monitor.hpp"
#include "vocabsmith/piece_counts.hpp"
#include "vocabsmith/spilled_counts.hpp"

namespace vocabsmith {

// Into a new file of `folder`. Others may read the counts meanwhile. Throw std::system_error and StopRequested.
void save_counts(const PieceCounts& counts, const std::string& folder, const std::string& name, Monitor& monitor);
void save_counts(const SpilledCounts& counts, const std::string& folder, const std::string& name, Monitor& monitor);

// These throw std::domain_error, with what is wrong in a few words, if the file does not hold what was saved.

// Adds all of it to a table, which may be bounded; a table is good for nothing after an error.
void load_counts(const std::string& folder, const std::string& name, PieceCounts& into, Monitor& monitor);

// The pieces stay in the file, which must have been saved from SpilledCounts. All of it is looked at.
std::unique_ptr<SpilledCounts> open_counts(const std::string& folder, const std::string& name, Monitor& monitor);

// Was the file saved from SpilledCounts? Its trailer says so.
bool are_spilled(const std::string& folder, const std::string& name);

}  // namespace vocabsmith
