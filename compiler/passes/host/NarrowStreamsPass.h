// Has kernels that hardly do anything but move memory work with registers in which that is quicker.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_NARROW_STREAMS_PASS_H
#define WEFT_COMPILER_PASSES_HOST_NARROW_STREAMS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: takes each vector of a kernel apart into registers of `bytes`, where the kernel loads, does next to nothing,
/// and stores. Tells LLVM's code generator to do the same with vectors that are masked. Why: some CPUs move lines
/// between their caches more slowly in wider registers, and a wide access that begins within a line takes two of them.
/// All other kernels are quicker in wide ones, and so are sums, whatever they load. Requires: nothing. After all that
/// makes or changes vectors. Guarantees: no vector that is loaded or stored without a mask is longer.
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
