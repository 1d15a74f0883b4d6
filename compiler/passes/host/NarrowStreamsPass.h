// Splits the vectors of kernels that do little else than move data, on CPUs where narrower registers move data faster.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_NARROW_STREAMS_PASS_H
#define WEFT_COMPILER_PASSES_HOST_NARROW_STREAMS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: if a kernel loads, computes next to nothing, and stores, the pass splits each of its vectors into registers of
/// `bytes` bytes. Vectors that are loaded or stored with a mask stay whole in the IR, and LLVM's code generator splits
/// them.
/// Why: some CPUs move cache lines between their caches more slowly in wider registers, and a wide access that begins
/// within a line touches two lines. All other kernels, also those that only load and add up, are faster in wide
/// registers.
/// Requires: nothing. The pass runs after all passes that make or change vectors.
/// Guarantees: no vector that is loaded or stored without a mask is longer than `bytes`.
///
///   %a = load <16 x float>, ptr %p, align 4
///   %x = fmul <16 x float> %a, %factor
///   store <16 x float> %x, ptr %q, align 4
/// =>
///   %a.i0 = load <8 x float>, ptr %p, align 4
///   %p.i1 = getelementptr <8 x float>, ptr %p, i32 1
///   %a.i1 = load <8 x float>, ptr %p.i1, align 4
///   %x.i0 = fmul <8 x float> %a.i0, %factor.i0
///   ...
class NarrowStreamsPass : public llvm::PassInfoMixin<NarrowStreamsPass> {
public:
  /// `bytes`: TargetProfile::Registers::streamBytes.
  explicit NarrowStreamsPass(unsigned bytes) : bytes_(bytes) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  const unsigned bytes_;
};

} // namespace weft::compiler

#endif
