// An object file to a shared object, with lld in this process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_SHARED_OBJECT_LINKER_H
#define WEFT_COMPILER_CODEGEN_SHARED_OBJECT_LINKER_H

#include <string>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace weft::compiler {

/// Links one object into a shared object that stands alone: it needs no library but, on a CPU that lacks an
/// instruction, the C library's mathematical or the compiler's runtime library in its stead. Fails where it calls
/// anything else. May be called from any thread; lld has global state, so links take turns.
llvm::Expected<std::string> linkSharedObject(llvm::StringRef object);

} // namespace weft::compiler

#endif
