// Every entry point that the platform has, against which the tables of tests are held.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_ENTRY_POINT_LIST_H
#define WEFT_TESTS_API_ENTRY_POINT_LIST_H

#include <span>
#include <string_view>
#include <vector>

namespace weft::test {

/// What an entry point's signature says.
struct EntryPoint {
  std::string_view name;
  unsigned handles;   ///< of objects that it takes, lists of them included; not the events that its command waits for
  bool takesWaitList; ///< whether it ends with a count, a list of events and a place for an event
};

/// All of runtime/api/EntryPoints.def.
std::span<const EntryPoint> entryPointList();

/// A line that a table need not have.
struct Exemption {
  std::string_view name;
  std::string_view reason;
};

/// Fails, by name, for each entry point of which a table has another number of lines, exemptions included, than
/// `needed` says, and for each line or exemption of what is no entry point. `lines` names the entry point of each line.
void expectLines(const std::vector<std::string_view> &lines, std::span<const Exemption> exemptions,
                 unsigned (*needed)(const EntryPoint &entry));

} // namespace weft::test

#endif
