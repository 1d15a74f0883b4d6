// The first, cheap optimisation of what Clang emits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_LIGHT_CLEANUP_H
#define WEFT_COMPILER_FRONTEND_LIGHT_CLEANUP_H

namespace llvm {
class Module;
}

namespace weft::compiler {

/// Brings variables into registers and folds what is plain to see, so that the IL is small and the kernel pipeline
/// sees values instead of memory. Loops keep their shape and nothing is vectorised, as the passes that map work-items
/// onto lanes come later.
void cleanUpLightly(llvm::Module &module);

/// In the stead of cleanUpLightly where the program's kernels are checked while they run: scalar variables are values,
/// and nothing else has changed. Whoever optimises may leave out, or move to where it is always run, what is undefined.
/// `keepsUnwritten`: variables that may be read before they are written stay variables.
void cleanUpForChecks(llvm::Module &module, bool keepsUnwritten);

/// In the stead of cleanUpLightly where the program is not to be optimised (-cl-opt-disable): variables stay in memory,
/// where a debugger finds them, but for those of types that memory can't hold (images, samplers, events); functions
/// say so to the kernel pipeline.
void keepUnoptimised(llvm::Module &module);

} // namespace weft::compiler

#endif
