// The entry points of a module, by their functions and names.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_ENTRY_POINTS_H
#define WEFT_COMPILER_FRONTEND_SPIRV_ENTRY_POINTS_H

#include <map>
#include <string>
#include <vector>

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"

#include "frontend/spirv/Decoder.h"

namespace weft::compiler::spirv {

/// An entry point of the execution model Kernel.
struct EntryPoint {
  Id function = 0;
  std::string name;
};

class EntryPoints {
public:
  /// Adds an entry point. Returns false if another entry point has the name.
  bool add(Id function, std::string name);
  /// Adds an execution mode to the function that the mode names.
  void addMode(const Instruction &mode) { modes_[mode.word(0)].push_back(mode); }
  void removeIf(llvm::function_ref<bool(Id function)> isGone);

  /// Returns the entry points in the order of the module.
  const std::vector<EntryPoint> &all() const { return all_; }
  /// Returns the number of entry points that a function is; SPIR-V allows several.
  size_t countOf(Id function) const;
  /// Returns the name of the function's first entry point. *Requires* a function that is an entry point.
  const std::string &firstNameOf(Id function) const;
  bool haveName(llvm::StringRef name) const { return names_.contains(name); }

  llvm::ArrayRef<Instruction> modesOf(Id function) const;
  /// Returns the execution modes of each function.
  const std::map<Id, std::vector<Instruction>> &modes() const { return modes_; }

private:
  std::vector<EntryPoint> all_;
  std::map<Id, std::vector<size_t>> ofFunctions_; ///< for each function, the indices of its entry points in all_
  std::map<Id, std::vector<Instruction>> modes_;
  llvm::StringSet<> names_;
};

} // namespace weft::compiler::spirv

#endif
