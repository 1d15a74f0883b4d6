// Replaces OpenCL's opaque image, pipe and sampler types by their representations on the CPU: addresses and integers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/builtins/LowerImagesPass.h"

#include "kernel/ImageTypes.h"

using namespace llvm;

namespace weft::compiler {

PreservedAnalyses LowerImagesPass::run(Module &module, ModuleAnalysisManager &) {
  return lowerImageTypes(module) ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
