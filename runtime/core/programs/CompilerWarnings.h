// The compiler's warnings about options that can't have their effect, such as an unknown stage in WEFT_WITHOUT.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_COMPILER_WARNINGS_H
#define WEFT_RUNTIME_CORE_PROGRAMS_COMPILER_WARNINGS_H

#include <string>
#include <string_view>
#include <vector>

namespace weft::core {

/// Returns the warnings in a compilation's log that are about options. Each names the environment variable of its
/// option.
std::vector<std::string> settingsWarnings(std::string_view log);

/// Logs the warnings about options, each only once in a process. Returns whether `log` contains any. If so, the
/// compiler has ignored an option, so the code isn't what was requested.
bool logSettingsWarnings(std::string_view log);

} // namespace weft::core

#endif
