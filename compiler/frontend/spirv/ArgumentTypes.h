// The names and types that kernels' arguments have in the source, as far as a module says.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_ARGUMENT_TYPES_H
#define WEFT_COMPILER_FRONTEND_SPIRV_ARGUMENT_TYPES_H

#include <map>
#include <string>

#include "frontend/spirv/Types.h"

namespace weft::compiler::spirv {

/// Returns the OpenCL C names of a module's types, as far as the module records them.
class ArgumentTypes {
public:
  /// `names` has the names that OpName gives.
  ArgumentTypes(const DecodedModule &source, const Types &types, const std::map<Id, std::string> &names);

  /// Returns the type's name, such as "uint4*"; "" if the module doesn't say. Most producers don't record whether a
  /// number is signed. If a parameter is a number, or a vector of numbers, `parameter` (its decorations) may say so.
  /// Some producers write a pointer to bytes if they don't know what a pointer points to. Then the name is that of a
  /// pointer to bytes.
  std::string nameOf(Id type, const Decorations &parameter) const { return nameOf(type, &parameter, 0); }

private:
  std::string nameOf(Id type, const Decorations *parameter, unsigned depth) const;
  std::string integerName(const Type &type, const Decorations *parameter) const;
  std::string structureName(Id id) const;

  const Types &types_;
  const std::map<Id, std::string> &names_;
  bool recordsSigns_ = false; ///< some integer type is marked as signed, so all without this mark are unsigned
};

} // namespace weft::compiler::spirv

#endif
