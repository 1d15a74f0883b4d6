// Indexes entry points so that look-ups stay fast with many entry points and modes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/EntryPoints.h"

#include <utility>

namespace weft::compiler::spirv {

bool EntryPoints::add(Id function, std::string name) {
  if (!names_.insert(name).second)
    return false;
  ofFunctions_[function].push_back(all_.size());
  all_.push_back({function, std::move(name)});
  return true;
}

void EntryPoints::removeIf(llvm::function_ref<bool(Id function)> isGone) {
  std::vector<EntryPoint> before = std::exchange(all_, {});
  ofFunctions_.clear();
  names_.clear();
  for (EntryPoint &one : before)
    if (!isGone(one.function))
      add(one.function, std::move(one.name));
}

size_t EntryPoints::countOf(Id function) const {
  const auto found = ofFunctions_.find(function);
  return found == ofFunctions_.end() ? 0 : found->second.size();
}

const std::string &EntryPoints::firstNameOf(Id function) const { return all_[ofFunctions_.at(function).front()].name; }

llvm::ArrayRef<Instruction> EntryPoints::modesOf(Id function) const {
  const auto found = modes_.find(function);
  return found == modes_.end() ? llvm::ArrayRef<Instruction>() : llvm::ArrayRef(found->second);
}

} // namespace weft::compiler::spirv
