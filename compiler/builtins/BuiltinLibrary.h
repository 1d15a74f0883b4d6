// The builtin functions of OpenCL C that kernels are linked with.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_BUILTINS_BUILTIN_LIBRARY_H
#define WEFT_COMPILER_BUILTINS_BUILTIN_LIBRARY_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace weft::compiler {

class BuiltinArchive;

/// Two collections of builtins, embedded in the compiler library. They are immutable, so any thread may use them.
/// Neither contains work-item functions, barriers and fences, because the passes lower these.
class BuiltinLibrary {
public:
  /// Both archives must outlive the BuiltinLibrary.
  BuiltinLibrary(const BuiltinArchive &openCl, const BuiltinArchive &flat) : openCl_(openCl), flat_(flat) {}

  /// Returns the collections that are embedded in the library.
  static const BuiltinLibrary &embedded();

  /// Links the builtins that contain barriers or query ids, such as async copies. *Requires* a spir64 module before its
  /// barrier regions are formed. *Guarantees* that everything added is internal, and is spir64 IR as well.
  llvm::Error linkOpenCl(llvm::Module &module) const;

  /// Links all other builtins. *Requires* a module whose pointers are all in address space 0, with the host's triple
  /// and data layout. *Guarantees* that each called function is then defined in the module, or is an intrinsic, or is
  /// one of memcpy, memmove, memset. Otherwise the error names, in one sentence, the functions that are defined
  /// nowhere.
  llvm::Error linkFlat(llvm::Module &module) const;

  /// Links only the `wanted` builtins of those that linkFlat links. *Requires* that the wanted builtins have no
  /// pointers. So any spir64 module will do. *Guarantees* that everything added is internal.
  llvm::Error linkFlat(llvm::Module &module, llvm::function_ref<bool(const llvm::Function &)> wanted) const;

  /// Whether either collection defines the function with this mangled name.
  bool defines(llvm::StringRef mangledName) const;

  /// Whether a declaration in a program's IL has the types of the builtin function of the same name, as far as linking
  /// requires it: the linker converts pointers and opaque types itself. Returns true for a function that neither
  /// collection defines.
  llvm::Expected<bool> agreesWith(const llvm::Function &declaration) const;

private:
  const BuiltinArchive &openCl_;
  const BuiltinArchive &flat_;
};

} // namespace weft::compiler

#endif
