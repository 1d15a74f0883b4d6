// Finds and logs the compiler's warnings about settings that it can't follow.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/CompilerWarnings.h"

#include <algorithm>
#include <set>

#include "Log.h"
#include "Mutex.h"
#include "Text.h"

namespace weft::core {

namespace {

/// For each option: how the compiler's warnings about it begin (compiler/pipeline/RequestSettings.h), and its
/// environment variable.
constexpr struct {
  std::string_view start;
  std::string_view variable;
} settings[] = {
    {"warning: cpu: ", "WEFT_CPU"}, {"warning: without: ", "WEFT_WITHOUT"}, {"warning: dumpFolder: ", "WEFT_DUMP_IR"}};

struct LoggedWarnings {
  Mutex mutex;
  std::set<std::string> all WEFT_GUARDED_BY(mutex);
};

bool isNew(const std::string &warning) {
  static LoggedWarnings &told = *new LoggedWarnings; // never destroyed, because other threads may compile during the
                                                     // exit
  Lock lock(told.mutex);
  return told.all.insert(warning).second;
}

} // namespace

std::vector<std::string> settingsWarnings(std::string_view log) {
  std::vector<std::string> warnings;
  while (!log.empty()) {
    const std::string_view line = log.substr(0, log.find('\n'));
    log.remove_prefix(std::min(log.size(), line.size() + 1));
    for (const auto &[start, variable] : settings)
      if (line.starts_with(start))
        warnings.push_back(concat(variable, " ", line.substr(start.size())));
  }
  return warnings;
}

bool logSettingsWarnings(std::string_view log) {
  const std::vector<std::string> warnings = settingsWarnings(log);
  for (const std::string &warning : warnings)
    if (isNew(warning))
      log::warn(warning);
  return !warnings.empty();
}

} // namespace weft::core
