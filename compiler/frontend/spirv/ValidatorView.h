// A SPIR-V module as the validator of SPIRV-Tools sees it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_VALIDATOR_VIEW_H
#define WEFT_COMPILER_FRONTEND_SPIRV_VALIDATOR_VIEW_H

#include <optional>
#include <vector>

#include "frontend/spirv/Decoder.h"

namespace weft::compiler::spirv {

/// A module in which some instructions are left out or replaced: those that the validator doesn't know, and those that
/// break rules without a meaning for kernels. The table in docs/architecture.md ("SPIR-V") has each difference and its
/// reason.
struct ValidatorView {
  std::vector<uint32_t> words;
  /// The module's instruction for each one in `words`; null for an added instruction.
  std::vector<const Instruction *> instructions;
};

/// Returns nothing if the module has types that the validator doesn't know, because the view has no instruction that
/// could stand for values of these types. *Requires* a decoded module with its functions in order (orderFunctions). The
/// view points into the module.
std::optional<ValidatorView> viewForValidator(const DecodedModule &module);

/// A capability whose extension the module doesn't name.
struct MissingExtension {
  spv::Capability capability;
  std::vector<llvm::StringRef> extensions; ///< each of these has the capability
};

/// Returns the missing extensions in the order of the module's capabilities. Widely used producers omit extensions.
std::vector<MissingExtension> missingExtensions(const DecodedModule &module);

} // namespace weft::compiler::spirv

#endif
