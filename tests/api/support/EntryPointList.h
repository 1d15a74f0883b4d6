// The list of all entry points of the platform, and the check that a test's table is complete.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_ENTRY_POINT_LIST_H
#define WEFT_TESTS_API_ENTRY_POINT_LIST_H

#include <span>
#include <string_view>
#include <vector>

namespace weft::test {

/// The facts about an entry point that its signature shows.
struct EntryPoint {
  std::string_view name;
  unsigned handles;   ///< number of parameters with handles or lists of handles, without the wait list
  bool takesWaitList; ///< whether its last parameters are a count, a list of events and an event's address
};

/// Returns all entry points of runtime/api/EntryPoints.def.
std::span<const EntryPoint> entryPointList();

/// An entry point for which a table need not have a line, with the reason.
struct Exemption {
  std::string_view name;
  std::string_view reason;
};

/// Fails for each entry point that has not exactly `needed(entry)` lines and exemptions in a table. Also fails for each
/// line or exemption that names no entry point. The message has the name. `lines` has the name of each line's entry
/// point.
void expectLines(const std::vector<std::string_view> &lines, std::span<const Exemption> exemptions,
                 unsigned (*needed)(const EntryPoint &entry));

} // namespace weft::test

#endif
