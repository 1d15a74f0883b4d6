// Translates SPIR-V modules to spir64 IR.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_SPIRV_READER_H
#define WEFT_COMPILER_FRONTEND_SPIRV_SPIRV_READER_H

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace weft::compiler {

struct SpirvOptions {
  /// The values of specialisation constants by their SpecId, in the lowest bits. Constants that are missing here keep
  /// the default values of the module.
  std::map<uint32_t, uint64_t> constants;
  /// Whether all work-groups of a launch have the same size (-cl-uniform-work-group-size).
  bool uniformGroups = false;
  /// Whether variables in private memory without an initial value are zero (cl_khr_initialize_memory).
  bool zeroPrivateMemory = false;
  /// Whether variables of functions begin as zero if they have no initial value and `beginsAsZero` is true for their
  /// type.
  bool definesUnwritten = true;
  /// Whether instructions get the source lines that the module names (-g).
  bool debugLines = false;
  /// Skips the validator, which takes four times as long as the rest of reading. Callers set this if
  /// specialisationConstants has already accepted the same bytes. The reader and LLVM's verifier reject everything
  /// unsafe by themselves.
  bool isValidated = false;
};

/// A specialisation constant of a module.
struct SpirvConstant {
  uint32_t id = 0;    ///< its SpecId
  uint32_t bytes = 0; ///< the size of its value, as clSetProgramSpecializationConstant takes it
};

/// Whether `bytes` begin like a SPIR-V module.
bool startsLikeSpirv(llvm::StringRef bytes);

/// Reads a module of OpenCL's environment (SPIR-V 1.0 to 1.6, 64-bit addresses) into the form of Clang's output:
/// builtin functions with their mangled names, and kernels with their metadata. The bytes may be anything: fails with a
/// sentence if they are no valid SPIR-V or use features that the device lacks. Adds warnings to `log`, one line
/// each.
llvm::Expected<std::unique_ptr<llvm::Module>> readSpirv(llvm::LLVMContext &context, llvm::StringRef bytes,
                                                        const SpirvOptions &options, std::string &log);

/// Returns the constants of a module that a program may specialise. Fails if the bytes are no valid SPIR-V.
/// `isUnchecked` skips the validator, as SpirvOptions::isValidated does.
llvm::Expected<std::vector<SpirvConstant>> specialisationConstants(llvm::StringRef bytes, bool isUnchecked);

} // namespace weft::compiler

#endif
