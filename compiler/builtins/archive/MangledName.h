// Parses mangled names of OpenCL C functions, and rewrites them for other address space numbers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_BUILTINS_ARCHIVE_MANGLED_NAME_H
#define WEFT_COMPILER_BUILTINS_ARCHIVE_MANGLED_NAME_H

#include <functional>
#include <optional>
#include <string>

#include "llvm/ADT/StringRef.h"

#include "builtins/archive/AddressSpaces.h" // the numbers that stand in names

namespace weft::compiler {

/// Returns the name between "_Z" and the types of the parameters: "vload4" for "_Z6vload4mPU3AS1Kf". Returns "" if
/// `mangled` is not a mangled name.
llvm::StringRef functionBaseName(llvm::StringRef mangled);

/// Rewrites the address space number of each pointer. Itanium's substitutions ("S0_") are numbers of earlier
/// components, which count with their qualifiers. So a changed qualifier may change the substitutions as well. Returns
/// nothing if the name can't be parsed.
std::optional<std::string> renumberAddressSpaces(llvm::StringRef mangled,
                                                 const std::function<unsigned(unsigned)> &newNumber);

/// Returns the function as a programmer would write it: "vload4(unsigned long, global const float *)".
std::string readableFunctionName(llvm::StringRef mangled);

} // namespace weft::compiler

#endif
