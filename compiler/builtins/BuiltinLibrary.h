// The builtin functions of OpenCL C that kernels are linked with.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_BUILTINS_BUILTINLIBRARY_H
#define WEFT_COMPILER_BUILTINS_BUILTINLIBRARY_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace weft::compiler {

class BuiltinArchive;

/// Two collections, carried inside the compiler library. Immutable, so any thread may use it. Work-item functions,
/// barriers and fences are in neither: the passes lower them.
class BuiltinLibrary {
public:
  /// Both archives must outlive this.
  BuiltinLibrary(const BuiltinArchive &openCl, const BuiltinArchive &flat) : openCl_(openCl), flat_(flat) {}

  /// The collections carried inside the library.
  static const BuiltinLibrary &embedded();

  /// Links those builtins that contain barriers or ask for ids (async copies and the like). *Requires* a spir64 module
  /// before its barrier regions are formed; *guarantees* that what it adds is internal and spir64 IR as well.
  llvm::Error linkOpenCl(llvm::Module &module) const;

  /// Links all other builtins. *Requires* a module whose pointers are all in address space 0, with the host's triple
  /// and data layout. *Guarantees* that each function called is then defined in the module, an intrinsic, or one of
  /// memcpy, memmove, memset; else the error names, in one sentence, those that nobody defines.
  llvm::Error linkFlat(llvm::Module &module) const;

  /// Links only those of the others that are `wanted`, which may have no pointers: then any spir64 module will do.
  /// *Guarantees* that what it adds is internal.
  llvm::Error linkFlat(llvm::Module &module, llvm::function_ref<bool(const llvm::Function &)> wanted) const;

  /// Whether either collection defines the function with this mangled name.
  bool defines(llvm::StringRef mangledName) const;

  /// Whether a declaration in a program's IL has the types of the builtin function of its name, as far as linking will
  /// ask: pointers and opaque types are the linker's own there. A function that neither collection defines has any.
  llvm::Expected<bool> agreesWith(const llvm::Function &declaration) const;

private:
  const BuiltinArchive &openCl_;
  const BuiltinArchive &flat_;
};

} // namespace weft::compiler

#endif
