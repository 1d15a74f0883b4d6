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

  /// Links the definition of each symbol that the module uses without defining it, if the archive has one; functions
  /// only if `wanted` returns true for them. Then does the same for the symbols that the linked definitions use, until
  /// nothing more can be linked. Everything linked becomes internal. Calls of a linked function get the function's
  /// calling convention, and lose those attributes for extending a small result that the function lacks.
  llvm::Error linkWhatIsThere(llvm::function_ref<bool(const llvm::Function &)> wanted = [](const llvm::Function &) {
    return true;
  });

  /// Gives each linked function an attribute that says whether LLVM inlines its calls. A function is always inlined if
  /// its length times the number of its copies is at most CodeSizes::inlinedBuiltins, or CodeSizes::inlinedLoops if it
  /// has a loop. The reason is that work-item loops become vector code only if their body has no calls. Above the limit
  /// LLVM decides for each call. Functions with the attribute cold are never inlined. A call counts as many copies as
  /// its caller has after inlining.
  void prepareForInlining();

private:
  /// The symbols to link from each member of the archive, by the member's number.
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
