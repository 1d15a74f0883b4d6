// The decorations of a SPIR-V module: its statements about an id in addition to the instruction that defines the id.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_DECORATIONS_H
#define WEFT_COMPILER_FRONTEND_SPIRV_DECORATIONS_H

#include <map>
#include <optional>
#include <string>

#include "frontend/spirv/Decoder.h"

namespace weft::compiler::spirv {

struct Decorations {
  std::optional<spv::BuiltIn> builtIn;
  std::optional<spv::FPRoundingMode> rounding;
  std::optional<uint32_t> specId;
  std::optional<spv::LinkageType> linkage;
  std::string linkageName;
  std::string hostName;   ///< the name of a variable for the host (SPV_INTEL_global_variable_host_access); "" for none
  uint32_t alignment = 0; ///< 0 if the module gives none
  Id alignmentId = 0;     ///< the constant that has the alignment, or 0
  std::optional<uint32_t> fastMath; ///< FPFastMathModeMask
  uint32_t parameters = 0;          ///< one bit for each FunctionParameterAttribute
  bool saturated = false;
  bool noContraction = false;
  bool noSignedWrap = false;
  bool noUnsignedWrap = false;
  bool isVolatile = false;
  bool isRestrict = false;
  bool isConstant = false;
  bool packed = false;
  bool isReferencedIndirectly = false; ///< a function to which the host may request a pointer

  bool hasParameter(spv::FunctionParameterAttribute attribute) const {
    return (parameters >> static_cast<uint32_t>(attribute) & 1) != 0;
  }
};

/// Reads the decorations of all ids of a module, including those that ids get by OpGroupDecorate. Decorations of single
/// members of structures aren't needed.
std::map<Id, Decorations> readDecorations(const DecodedModule &module);

} // namespace weft::compiler::spirv

#endif
