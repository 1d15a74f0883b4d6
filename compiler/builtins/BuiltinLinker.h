// Links a module with the builtins it calls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_BUILTINS_BUILTINLINKER_H
#define WEFT_COMPILER_BUILTINS_BUILTINLINKER_H

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

  /// Gives a body to each undefined symbol that the archive has, of functions those `wanted`, and to what those bodies
  /// call in turn, with the same condition. What comes in
  /// is internal; calls agree with it in calling convention and extension of small integers.
  llvm::Error linkWhatIsThere(llvm::function_ref<bool(const llvm::Function &)> wanted = [](const llvm::Function &) {
    return true;
  });

  /// Decides for each function that came in whether it is inlined whatever it costs: work-item loops become vector
  /// code only where their body has no calls. Large functions that would come to many copies stay functions: with each
  /// copy of a caller, what the caller calls is copied as well.
  void prepareForInlining();

private:
  /// Symbols wanted from each member of the archive.
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
