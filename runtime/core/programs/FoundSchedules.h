// The schedules that searches have found for the kernels of one program, which program binaries carry.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_FOUND_SCHEDULES_H
#define WEFT_RUNTIME_CORE_PROGRAMS_FOUND_SCHEDULES_H

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "Mutex.h"
#include "core/cache/CacheEntry.h"
#include "core/programs/FoundSchedule.h"

namespace weft::core {

/// The results of searches (ScheduleSearch) for one program. The keys are those under which the disk cache has these
/// results, so a result is found only for the same kernel, request, compiler and CPU. Any thread may call any function.
class FoundSchedules {
public:
  std::optional<FoundSchedule> find(const CacheKey &key) const WEFT_EXCLUDES(mutex_);
  void add(const CacheKey &key, const FoundSchedule &found) WEFT_EXCLUDES(mutex_);
  bool isEmpty() const WEFT_EXCLUDES(mutex_);

  /// Returns the results as exactly `bytes` bytes of text, filled up with zeros. Results for which there is no space
  /// are left out. The length doesn't depend on the results, because an application asks for the length of a program
  /// binary first, and a search may end before it asks for the binary.
  std::string serialize(size_t bytes) const WEFT_EXCLUDES(mutex_);
  /// Adds the results in a text that serialize() has returned. Ignores what isn't a result: the text may come from a
  /// damaged binary.
  void read(std::string_view text) WEFT_EXCLUDES(mutex_);

private:
  mutable Mutex mutex_;
  std::map<std::string, FoundSchedule, std::less<>> schedules_ WEFT_GUARDED_BY(mutex_); ///< by the digest of the key
};

} // namespace weft::core

#endif
