// The schedule that a search has found for a kernel, as the disk cache keeps it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_FOUND_SCHEDULE_H
#define WEFT_RUNTIME_CORE_PROGRAMS_FOUND_SCHEDULE_H

#include <optional>
#include <string>
#include <string_view>

#include <KernelSchedule.h>

namespace weft::core {

/// The result of a search (ScheduleSearch). As text, it is one line with the schedule's words and one line with the
/// time.
struct FoundSchedule {
  KernelSchedule
      schedule; ///< the decisions that the fastest code was asked for; none: the compiler's choice is fastest
  /// The time that a work-item took with this schedule when the search ended, in nanoseconds of one thread; 0 if it
  /// isn't known. If later launches take a very different time, the result may not hold for them.
  float itemTime = 0;

  std::string text() const;
  /// Returns no value if the text isn't one that text() returns. The text may come from a damaged file.
  static std::optional<FoundSchedule> parse(std::string_view text);
};

} // namespace weft::core

#endif
