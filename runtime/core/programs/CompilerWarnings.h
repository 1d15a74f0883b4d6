// The compiler's warnings about options that can't have their effect, such as an unknown stage in WEFT_WITHOUT.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_COMPILER_WARNINGS_H
#define WEFT_RUNTIME_CORE_PROGRAMS_COMPILER_WARNINGS_H

#include <string>
#include <string_view>
#include <vector>

namespace weft::core {

/// Returns the warnings of this kind in a compilation's log. Each names the environment variable of the option.
std::vector<std::string> settingsWarnings(std::string_view log);

/// Logs the warnings of this kind, each only once in a process. Returns whether `log` contains any. If so, the code was
/// not made as its request says.
bool logSettingsWarnings(std::string_view log);

} // namespace weft::core

#endif
