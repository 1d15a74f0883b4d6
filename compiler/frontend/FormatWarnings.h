// What the build log says of formats of printf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_FORMAT_WARNINGS_H
#define WEFT_COMPILER_FRONTEND_FORMAT_WARNINGS_H

#include <string>

#include "llvm/IR/Module.h"

namespace weft::compiler {

/// A line for each format that takes a width or a precision from the arguments ("%*d"): C has it, OpenCL C hasn't, and
/// Clang, which warns of all else, says nothing of it. *Requires* calls as the front ends make them.
std::string warnAboutFormats(const llvm::Module &program);

} // namespace weft::compiler

#endif
