// Turns a kernel's object file into a shared object, in memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_SHARED_OBJECT_LINKER_H
#define WEFT_COMPILER_CODEGEN_SHARED_OBJECT_LINKER_H

#include <string>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace weft::compiler {

/// Makes one ELF object for x86-64 a shared object that stands alone. It needs no library, except where a CPU lacks an
/// instruction: then it calls the C library's mathematical functions or the compiler's runtime library. Its stack is
/// not executable. Nothing of it can be written to once it is loaded, and the loader writes only into its own table of
/// addresses and constants. Symbols and lines are kept for debuggers. Fails, with a sentence, where the object has or
/// calls anything else.
///
/// Works in memory, without state or files: from any thread, several at once, and again after a failure. Weft has its
/// own linker because lld as a library has global state: one link at a time, and none after a crash or when memory runs
/// out. Also, lld wants its input and output as files and brings in the code generators of all architectures:
/// docs/runtime.md has the figures. The formats: System V ABI, AMD64 supplement 1.0, sections 4.4 and 5.2; gABI
/// chapters 4 and 5.
llvm::Expected<std::string> linkSharedObject(llvm::StringRef object);

} // namespace weft::compiler

#endif
