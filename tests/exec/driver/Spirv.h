// Kernels as SPIR-V, made when a test runs: those of producers, and those that are written in its assembly.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_EXEC_SPIRV_H
#define WEFT_TESTS_EXEC_SPIRV_H

#include <stdexcept>
#include <string>

#include "driver/Shape.h"

namespace weft::exectest {

/// Empty, or why there is no SPIR-V of this kernel: the producer can't make it, or what it makes is not valid. The
/// producer is what WEFT_EXEC_SPIRV_PRODUCER says: clang (the default), or translator (Clang and llvm-spirv of LLVM
/// 15). WEFT_EXEC_SPIRV_LEVEL says how it optimises: -O0 to -O3; else not at all.
std::string whyNoSpirv(const Shape &shape);

/// The producer has no SPIR-V for what its own optimiser has made of a kernel.
struct NoSpirv : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Has spirv-as assemble a shape's kernel file, and returns the module. Throws std::runtime_error where it can't.
std::string assembled(const Shape &shape);

/// Has the producer compile a shape's kernel file into `folder`, and returns the module. Throws NoSpirv, or
/// std::runtime_error for any other failure.
std::string spirvOf(const Shape &shape, const std::string &folder);

} // namespace weft::exectest

#endif
