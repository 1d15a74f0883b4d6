// Work that only the first kernel's code in a process needs, done ahead of that kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_WARM_UP_H
#define WEFT_COMPILER_PIPELINE_WARM_UP_H

#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace weft::compiler {

/// A program (spir64 IL) with one very plain kernel, named `sampleKernel`: it doubles the elements of a buffer. While
/// the compiler makes its code, pages of the compiler come into memory, and LLVM fills the tables that it keeps.
std::unique_ptr<llvm::Module> makeSampleProgram(llvm::LLVMContext &context);
inline constexpr char sampleKernel[] = "sample";

} // namespace weft::compiler

#endif
