// How a kernel's code is made where LLVM failed at it before.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_ATTEMPT_H
#define WEFT_COMPILER_PIPELINE_ATTEMPT_H

namespace weft::compiler {

/// LLVM's code generator has faults: forms of vectors that it can't select, above all for AVX-512. A kernel at which it
/// fails or crashes is made again, in these ways one after the other, so that a fault costs speed and nothing else.
enum class Attempt {
  usual,
  shortVectors, ///< registers of 256 bits even where there are longer ones; packets are as wide as before
  unoptimised,  ///< the same, and nothing is combined to forms that are seldom met
};

} // namespace weft::compiler

#endif
