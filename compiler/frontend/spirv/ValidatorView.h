// A SPIR-V module as the validator of SPIRV-Tools is shown it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_VALIDATOR_VIEW_H
#define WEFT_COMPILER_FRONTEND_SPIRV_VALIDATOR_VIEW_H

#include <optional>
#include <vector>

#include "frontend/spirv/Decoder.h"

namespace weft::compiler::spirv {

/// A module without what the validator does not know, and without the rules that say nothing of kernels. The table in
/// docs/architecture.md ("SPIR-V") has each difference and its reason.
struct ValidatorView {
  std::vector<uint32_t> words;
  std::vector<const Instruction *> instructions; ///< of the module, for each one in `words`; null for one that is added
};

/// Nothing where the module has types of which the validator has no notion: no instruction that it knows could stand
/// for their values. *Requires* a decoded module, its functions in order (orderFunctions). The view points into it.
std::optional<ValidatorView> viewForValidator(const DecodedModule &module);

/// A capability without the extension that has it.
struct MissingExtension {
  spv::Capability capability;
  std::vector<llvm::StringRef> extensions; ///< each of them has it
};

/// In the order of the module's capabilities. Widespread producers leave extensions out.
std::vector<MissingExtension> missingExtensions(const DecodedModule &module);

} // namespace weft::compiler::spirv

#endif
