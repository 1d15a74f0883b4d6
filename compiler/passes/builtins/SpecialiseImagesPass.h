// Makes image functions for the formats and samplers that they are called with.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_SPECIALISE_IMAGES_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_SPECIALISE_IMAGES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: gives each call that passes an image on (of a builtin or a function of the program) a copy of the callee
/// for that image's format, as far as it is known, and for constant samplers; in it, loads of the format from the
/// descriptor are constants, those of its other fields invariant. The copies are simplified, those for formats of
/// one channel made scalar code, so that loops over work-items can become vector code; and builtins among them are
/// inlined. Integer coordinates that are sums of vectors are computed component by component.
/// Why: a builtin that reads an image knows all formats, samplers and addressing modes, many hundred instructions,
/// of which a call needs a few dozen. Inlining them first and simplifying afterwards would multiply compile time;
/// and a builtin's inlining is decided by the size that is left.
/// Requires: flat address spaces, builtins linked; loads of image arguments carry the metadata weft.image.
/// Guarantees: what is called with a known format asks for no format; loads from descriptors can leave loops; functions
/// that nobody calls any more are gone.
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
