// Builds the sample program whose compilation warms the compiler up before a process's first kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_WARM_UP_H
#define WEFT_COMPILER_PIPELINE_WARM_UP_H

#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace weft::compiler {

/// A program (spir64 IL) with one very plain kernel, named `sampleKernel`: it doubles the elements of a buffer.
/// Compiling it loads pages of the compiler into memory, and makes LLVM fill the tables that it keeps for the whole
/// process.
std::unique_ptr<llvm::Module> makeSampleProgram(llvm::LLVMContext &context);
inline constexpr char sampleKernel[] = "sample";

} // namespace weft::compiler

#endif
