// The attempts at generating a kernel's code: the usual one, and those that follow when LLVM has failed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_ATTEMPT_H
#define WEFT_COMPILER_PIPELINE_ATTEMPT_H

namespace weft::compiler {

/// How the compiler makes a kernel's code. LLVM's code generator has faults: it can't select instructions for some
/// vectors, above all for AVX-512. If it fails or crashes on a kernel, the compiler makes the kernel's code again with
/// the next attempt. So a fault costs only speed.
enum class Attempt {
  usual,
  shortVectors, ///< registers of 256 bits even if the CPU has longer ones; packets keep their width
  unoptimised,  ///< also 256 bits, and not optimised: optimisation combines operations into rare forms
};

} // namespace weft::compiler

#endif
