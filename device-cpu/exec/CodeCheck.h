// What a shared object must be before the dynamic loader may see it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_EXEC_CODE_CHECK_H
#define WEFT_DEVICE_CPU_EXEC_CODE_CHECK_H

#include <string>
#include <string_view>

namespace weft::cpu {

/// The reason why the file with these bytes must not be loaded, or an empty string: it is no shared object for this
/// machine, it lacks parts that it speaks of, or loading it would make memory both writable and executable. A shared
/// object that does not say what kind of stack it needs gets an executable one, and so does then every thread of the
/// process.
std::string flawOfObject(std::string_view bytes);

} // namespace weft::cpu

#endif
