// Links a module with the builtins it calls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_BUILTINS_BUILTIN_LINKER_H
#define WEFT_COMPILER_BUILTINS_BUILTIN_LINKER_H

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/IRMover.h"
#include "llvm/Support/Error.h"

namespace weft::compiler {

class BuiltinArchive;

class BuiltinLinker {
public:
  BuiltinLinker(llvm::Module &module, const BuiltinArchive &archive)
      : module_(module), archive_(archive), mover_(module) {}

  /// Links a body for each undefined symbol that the archive has. Of functions, only the `wanted` ones are linked. The
  /// same holds for the symbols that the linked bodies use in turn. Everything linked becomes internal, and calls get
  /// its calling convention and its extension of small integers.
  llvm::Error linkWhatIsThere(llvm::function_ref<bool(const llvm::Function &)> wanted = [](const llvm::Function &) {
    return true;
  });

  /// Decides for each linked function whether it is always inlined. Work-item loops become vector code only if their
  /// body has no calls. But a large function of which inlining would create many copies isn't inlined. Each copy of a
  /// caller also counts as a copy of the functions that it calls.
  void prepareForInlining();

private:
  /// The wanted symbols of each member of the archive.
  using Wanted = std::map<uint32_t, std::vector<std::string>>;

  llvm::Expected<Wanted> findUndefined(llvm::function_ref<bool(const llvm::Function &)> wanted);
  llvm::Error useSymbol(llvm::Function &declaration, llvm::StringRef symbol);
  llvm::Error linkMember(uint32_t member, const std::vector<std::string> &symbols);
  void makeInternal();
  std::vector<llvm::Function *> callersFirst() const;

  llvm::Module &module_;
  const BuiltinArchive &archive_;
  llvm::IRMover mover_;
  std::vector<std::string> linked_;
};

} // namespace weft::compiler

#endif
