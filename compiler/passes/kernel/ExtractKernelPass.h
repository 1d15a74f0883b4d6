// Reduces a linked program to one kernel and what it reaches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_EXTRACT_KERNEL_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_EXTRACT_KERNEL_PASS_H

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: keeps the kernel of the given name, makes everything else internal and drops what the kernel doesn't reach.
/// Why: each kernel is compiled by itself, when it is needed.
/// Requires: a linked program; `isThere` told that the kernel exists (an error is emitted to the context otherwise).
/// Guarantees: exactly one function has the attribute weft-kernel, along with the variant's attributes; it is the only
/// function with external linkage and a body; it has the C calling convention. An error is emitted for recursion.
///
///   define spir_kernel void @a(...)   ; asked for       define void @a(...) "weft-kernel"
///   define spir_kernel void @b(...)              =>      (gone)
///   define spir_func float @f(float)  ; a calls it      define internal spir_func float @f(float)
class ExtractKernelPass : public llvm::PassInfoMixin<ExtractKernelPass> {
public:
  struct Variant {
    std::string kernelName;
    bool wideIndices = false;
    std::array<uint64_t, 3> localSize{0, 0, 0};
    std::vector<std::pair<uint32_t, uint32_t>> argumentConstants = {};
  };

  explicit ExtractKernelPass(Variant variant) : variant_(std::move(variant)) {}

  static bool isThere(const llvm::Module &module, llvm::StringRef kernelName);

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  Variant variant_;
};

} // namespace weft::compiler

#endif
