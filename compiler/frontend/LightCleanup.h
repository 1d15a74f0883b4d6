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

} // namespace weft::compiler

#endif
