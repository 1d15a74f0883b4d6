// Kernels as SPIR-V, made when a test runs: those of producers, and those that are written in its assembly.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_EXEC_SPIRV_H
#define WEFT_TESTS_EXEC_SPIRV_H

#include <string>

#include "driver/Shape.h"

namespace weft::exectest {

/// Empty, or why there is no SPIR-V of this kernel: the producer can't make it, or what it makes is not valid. The
/// producer is what WEFT_EXEC_SPIRV_PRODUCER says: clang (the default), or translator (Clang and llvm-spirv of LLVM
/// 15).
std::string whyNoSpirv(const Shape &shape);

/// Has spirv-as assemble a shape's kernel file, and returns the module. Throws std::runtime_error where it can't.
std::string assembled(const Shape &shape);

/// Has the producer compile a shape's kernel file into `folder`, and returns the module. Throws std::runtime_error
/// where it can't.
std::string spirvOf(const Shape &shape, const std::string &folder);

} // namespace weft::exectest

#endif
