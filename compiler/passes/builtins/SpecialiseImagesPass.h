// Creates copies of image functions for the formats and samplers that they are called with.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_SPECIALISE_IMAGES_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_SPECIALISE_IMAGES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: makes each call that passes an image (to a builtin or a function of the program) call a copy of the callee. If
/// the image's format is known, the copy is for this format; if a sampler is a constant, the copy is for this sampler.
/// In the copy, loads of the format from the image's descriptor become constants, and loads of the descriptor's other
/// fields become invariant. The pass simplifies the copies. In copies for formats of one channel, computations with
/// vectors of four channels become scalar, so that loops over work-items can become vector code. Copies of builtins are
/// inlined. If a call's integer coordinates are a sum of vectors, the pass computes them component by component.
/// Why: a builtin that reads an image handles all formats, samplers and addressing modes. It has many hundred
/// instructions, of which a call needs a few dozen. Inlining the builtins first and simplifying afterwards would
/// multiply compile time; and whether a builtin is inlined depends on its size after simplification.
/// Requires: flat address spaces, builtins linked; loads of image arguments carry the metadata weft.image.
/// Guarantees: functions that are called with a known format don't load the format; loads from descriptors are
/// invariant, so LLVM can hoist them out of loops; functions without callers are removed.
///
///   %i = load ptr, ptr %args, !weft.image !{i32 <CL_RGBA, CL_FLOAT>}
///   %v = call <4 x float> @read_imagef(ptr %i, i32 16, <2 x i32> %c)
/// =>
///   %v = call <4 x float> @read_imagef.1(ptr %i, i32 16, <2 x i32> %c)   ; no branches on format or sampler
class SpecialiseImagesPass : public llvm::PassInfoMixin<SpecialiseImagesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
