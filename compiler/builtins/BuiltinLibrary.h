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

/// Two collections of builtins: those that contain barriers or query ids (openCl), and all others (flat). A
/// BuiltinLibrary never changes, so any thread may use it. The collections have no work-item functions, barriers and
/// fences, because compiler passes lower these.
class BuiltinLibrary {
public:
  /// Both archives must outlive the BuiltinLibrary.
  BuiltinLibrary(const BuiltinArchive &openCl, const BuiltinArchive &flat) : openCl_(openCl), flat_(flat) {}

  /// Returns the collections that are embedded in the library.
  static const BuiltinLibrary &embedded();

  /// Links into `module` the builtins that it calls and that contain barriers or query ids, such as async copies.
  /// *Requires* a spir64 module in which no pass has formed barrier regions yet. *Guarantees* that everything added is
  /// internal and is spir64 IR, too.
  llvm::Error linkOpenCl(llvm::Module &module) const;

  /// Links into `module` all other builtins that it calls. *Requires* a module whose pointers are all in address space
  /// 0, with the host's triple and data layout. *Guarantees*, if it returns no error, that each called function is
  /// defined in the module, is an intrinsic, or is one of memcpy, memmove, memset. If another function is called and
  /// has no definition, the error names it.
  llvm::Error linkFlat(llvm::Module &module) const;

  /// Links like linkFlat(module), but only builtins for which `wanted` returns true. *Requires* that these have no
  /// pointers among their parameters and results; the module's pointers may then be in any address space. *Guarantees*
  /// that everything added is internal.
  llvm::Error linkFlat(llvm::Module &module, llvm::function_ref<bool(const llvm::Function &)> wanted) const;

  /// Whether either collection defines the function with this mangled name.
  bool defines(llvm::StringRef mangledName) const;

  /// Whether a declaration in a program's IL has the same types as the builtin function of the same name. Pointers and
  /// opaque types may differ from it, because the linker converts them. Returns true for a function that neither
  /// collection defines.
  llvm::Expected<bool> agreesWith(const llvm::Function &declaration) const;

private:
  const BuiltinArchive &openCl_;
  const BuiltinArchive &flat_;
};

} // namespace weft::compiler

#endif
