// A kernel's object file to a shared object, in memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_SHARED_OBJECT_LINKER_H
#define WEFT_COMPILER_CODEGEN_SHARED_OBJECT_LINKER_H

#include <string>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace weft::compiler {

/// Makes one ELF object for x86-64 a shared object that stands alone: it needs no library but, on a CPU that lacks an
/// instruction, the C library's mathematical or the compiler's runtime library in its stead. Its stack is not
/// executable, nothing of it can be written to once it is loaded, and the loader writes only into its own table of
/// addresses and constants. Symbols and lines are kept for debuggers. Fails, with a sentence, where the object has or
/// calls anything else.
///
/// Works in memory, without state or files: from any thread, several at once, and again after a failure. A linker of
/// its own, because lld as a library has global state (one link at a time, none after a crash or for want of memory),
/// wants its input and output as files, and brings in the code generators of all architectures: docs/runtime.md has
/// the figures. System V ABI, AMD64 supplement 1.0, sections 4.4 and 5.2; gABI chapters 4 and 5.
llvm::Expected<std::string> linkSharedObject(llvm::StringRef object);

} // namespace weft::compiler

#endif
