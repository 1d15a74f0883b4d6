// What a module tells of the names and types that kernels' arguments have in the source.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_ARGUMENT_TYPES_H
#define WEFT_COMPILER_FRONTEND_SPIRV_ARGUMENT_TYPES_H

#include <map>
#include <string>

#include "frontend/spirv/Types.h"

namespace weft::compiler::spirv {

/// The names that OpenCL C has for a module's types.
class ArgumentTypes {
public:
  /// `names` are those of OpName.
  ArgumentTypes(const DecodedModule &source, const Types &types, const std::map<Id, std::string> &names);

  /// "uint4*"; "" where the module doesn't tell. Most producers say of no number whether it has a sign: `parameter` may
  /// tell of one that is passed by itself. Some have bytes wherever they don't know what a pointer points to.
  std::string nameOf(Id type, const Decorations &parameter) const { return nameOf(type, &parameter, 0); }

private:
  std::string nameOf(Id type, const Decorations *parameter, unsigned depth) const;
  std::string integerName(const Type &type, const Decorations *parameter) const;
  std::string structureName(Id id) const;

  const Types &types_;
  const std::map<Id, std::string> &names_;
  bool recordsSigns_ = false; ///< some number is told to have a sign, so all others have none
};

} // namespace weft::compiler::spirv

#endif
