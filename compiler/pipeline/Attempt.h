// The ways in which a kernel's code is made after LLVM has failed at it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_ATTEMPT_H
#define WEFT_COMPILER_PIPELINE_ATTEMPT_H

namespace weft::compiler {

/// LLVM's code generator has faults: forms of vectors that it can't select, above all for AVX-512. If it fails or
/// crashes at a kernel, the compiler makes the kernel's code again in the following ways, one after the other. So a
/// fault costs speed and nothing else.
enum class Attempt {
  usual,
  shortVectors, ///< registers of 256 bits even where the CPU has longer ones; packets are as wide as before
  unoptimised,  ///< the same registers, and LLVM combines no operations into forms that rarely occur
};

} // namespace weft::compiler

#endif
