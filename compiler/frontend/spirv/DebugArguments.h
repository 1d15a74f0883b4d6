// The names and types of kernels' arguments, as a module's debug information records them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_DEBUG_ARGUMENTS_H
#define WEFT_COMPILER_FRONTEND_SPIRV_DEBUG_ARGUMENTS_H

#include <map>
#include <string>

#include "frontend/spirv/Decoder.h"

namespace weft::compiler::spirv {

struct DebugArgument {
  std::string name;
  std::string typeName; ///< in OpenCL C's form; "" if the module doesn't say
};

/// Reads OpenCL.DebugInfo.100 and NonSemantic.Shader.DebugInfo.100, which differ in how they write numbers. Nothing has
/// validated the contents of either set, so they may be anything.
class DebugArguments {
public:
  explicit DebugArguments(const DecodedModule &source);

  /// Returns the arguments of a function that the debug information describes, by their index.
  std::map<unsigned, DebugArgument> argumentsOf(Id function) const;

private:
  enum class Set { none, openCl, nonSemantic };
  struct Entry {
    Set set = Set::none;
    const Instruction *instruction = nullptr;
  };

  void note(const Instruction &instruction);
  uint32_t numberAt(const Entry &entry, size_t operand) const;
  std::string textAt(const Entry &entry, size_t operand) const;
  std::string typeName(Id id, unsigned depth) const;
  std::string basicName(const Entry &entry) const;

  std::map<Id, Set> sets_;
  std::map<Id, Entry> entries_;
  std::map<Id, std::string> strings_;
  std::map<Id, uint32_t> numbers_;
  std::map<Id, std::map<unsigned, DebugArgument>> arguments_; ///< by DebugFunction
  std::map<Id, Id> functions_;                                ///< DebugFunction by OpFunction
};

} // namespace weft::compiler::spirv

#endif
