// The check that a shared object must pass before the dynamic loader may load it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_EXEC_CODE_CHECK_H
#define WEFT_DEVICE_CPU_EXEC_CODE_CHECK_H

#include <string>
#include <string_view>

namespace weft::cpu {

/// Returns the reason why the file with these bytes must not be loaded, or an empty string. The possible reasons: the
/// file is no shared object for this machine, it lacks bytes that its headers describe, or loading it would make memory
/// both writable and executable. The last reason includes a shared object that doesn't say what kind of stack it needs:
/// loading it makes the stacks of all threads executable.
std::string objectFileError(std::string_view bytes);

} // namespace weft::cpu

#endif
