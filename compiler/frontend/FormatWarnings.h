// The build log's warnings about formats of printf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_FORMAT_WARNINGS_H
#define WEFT_COMPILER_FRONTEND_FORMAT_WARNINGS_H

#include <string>

#include "llvm/IR/Module.h"

namespace weft::compiler {

/// Returns a line for each format that takes a width or a precision from the arguments ("%*d"). C has such formats and
/// OpenCL C hasn't. Clang warns of all other flaws of formats, but not of this one. *Requires* calls in the form that
/// the front ends generate.
std::string warnAboutFormats(const llvm::Module &program);

} // namespace weft::compiler

#endif
