// The compiler's warnings about settings that it can't follow.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_COMPILER_WARNINGS_H
#define WEFT_RUNTIME_CORE_PROGRAMS_COMPILER_WARNINGS_H

#include <string>
#include <string_view>
#include <vector>

namespace weft::core {

/// Returns the warnings about settings in a compilation's log, with the names of the environment variables concerned.
std::vector<std::string> settingsWarnings(std::string_view log);

/// Writes each of the warnings once in a process. Returns whether the log has any. If so, the code differs from what
/// its request says.
bool logSettingsWarnings(std::string_view log);

} // namespace weft::core

#endif
