// The first, cheap optimisation of Clang's output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_LIGHT_CLEANUP_H
#define WEFT_COMPILER_FRONTEND_LIGHT_CLEANUP_H

namespace llvm {
class Module;
}

namespace weft::compiler {

/// Moves variables into registers and folds simple expressions, so that the IL is small and the kernel pipeline sees
/// values instead of memory. Loops keep their shape and nothing is vectorised, as the passes that map work-items onto
/// lanes come later.
void cleanUpLightly(llvm::Module &module);

/// Takes the place of cleanUpLightly if the program's kernels are checked while they run. Scalar variables become
/// values, and nothing else changes, because an optimisation may remove undefined behaviour that the checks are to
/// find, or move it to a point where it always runs. `keepsUnwritten`: variables that may be read before they are
/// written stay variables.
void cleanUpForChecks(llvm::Module &module, bool keepsUnwritten);

/// Takes the place of cleanUpLightly if the program is not to be optimised (-cl-opt-disable). Variables stay in memory,
/// where a debugger finds them. Variables of types that memory can't hold (images, samplers, events) become values.
/// Each function gets an attribute that tells the kernel pipeline not to optimise it.
void markUnoptimised(llvm::Module &module);

} // namespace weft::compiler

#endif
