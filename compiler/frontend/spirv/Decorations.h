// What a SPIR-V module says of an id beside the instruction that makes it.
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
  std::string hostName;   ///< of a variable, for the host (SPV_INTEL_global_variable_host_access); "" for none
  uint32_t alignment = 0; ///< 0 where nothing is said
  Id alignmentId = 0;     ///< a constant that says it, or 0
  std::optional<uint32_t> fastMath; ///< FPFastMathModeMask
  uint32_t parameters = 0;          ///< a bit for each FunctionParameterAttribute
  bool saturated = false;
  bool noContraction = false;
  bool noSignedWrap = false;
  bool noUnsignedWrap = false;
  bool isVolatile = false;
  bool isRestrict = false;
  bool isConstant = false;
  bool packed = false;
  bool isReferencedIndirectly = false; ///< a function that the host may ask a pointer to

  bool hasParameter(spv::FunctionParameterAttribute attribute) const {
    return (parameters >> static_cast<uint32_t>(attribute) & 1) != 0;
  }
};

/// The decorations of all ids of a module, those of groups among them; of members nothing is needed.
std::map<Id, Decorations> readDecorations(const DecodedModule &module);

} // namespace weft::compiler::spirv

#endif
