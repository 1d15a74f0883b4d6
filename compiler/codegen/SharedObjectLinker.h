// Turns a kernel's object file into a shared object, in memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_SHARED_OBJECT_LINKER_H
#define WEFT_COMPILER_CODEGEN_SHARED_OBJECT_LINKER_H

#include <string>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace weft::compiler {

/// Links one ELF object file for x86-64 into a shared object. If the CPU lacks an instruction, the code may call the C
/// library's mathematical functions or the compiler's runtime library. Otherwise the shared object needs no library. It
/// doesn't ask the loader for an executable stack. The loader only writes to the table of addresses and to constants
/// that contain addresses, and after loading nothing is writable. Symbols and line information stay for debuggers.
/// Returns an error if the object file has anything else, or calls any other function.
///
/// The linker works in memory, without state or files. Any thread may call it, also several at once, and again after a
/// failure. Weft doesn't use lld because lld as a library has global state: it allows one link at a time, and none
/// after a crash or after memory has run out. Also, lld reads and writes files, and brings in the code generators of
/// all architectures. The formats are defined in: System V ABI, AMD64 supplement 1.0, sections 4.4 and 5.2; gABI
/// chapters 4 and 5.
llvm::Expected<std::string> linkSharedObject(llvm::StringRef object);

} // namespace weft::compiler

#endif
