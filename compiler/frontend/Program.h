// A program as IL: reading, writing, linking and checking it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_PROGRAM_H
#define WEFT_COMPILER_FRONTEND_PROGRAM_H

#include <memory>
#include <string>
#include <vector>

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace weft::compiler {

/// Bitcode to a verified spir64 module. The bytes may be anything: they come from caches and files.
llvm::Expected<std::unique_ptr<llvm::Module>> readProgram(llvm::LLVMContext &context, llvm::StringRef bitcode);

/// Fails where it is none of the spir64 form, or not well formed.
llvm::Error verifyProgram(llvm::Module &program);

std::string writeProgram(const llvm::Module &program);

/// One program of several. Fails where two define the same symbol.
llvm::Expected<std::unique_ptr<llvm::Module>> linkPrograms(std::vector<std::unique_ptr<llvm::Module>> programs);

/// Fails where functions call each other in a circle, which OpenCL C forbids (section 6.11, Restrictions).
llvm::Error checkRecursion(llvm::Module &program);

/// Fails where a kernel requires sub-groups of a size that there are none of (cl_intel_required_subgroup_size).
llvm::Error checkSubGroupSizes(const llvm::Module &program);

/// Fails where a function has more private variables than a work-item can have memory (WEFT_PRIVATE_MEMORY_BYTES).
/// Variables that optimisation takes away don't count once it has.
llvm::Error checkPrivateVariables(const llvm::Module &program);

/// A kernel that is defined here: one of the program's own, or what placeProgramVariables makes.
bool isKernel(const llvm::Function &function);

/// The function and all that it calls, directly or not, and the program defines.
std::vector<const llvm::Function *> withCallees(const llvm::Function &function);

/// Leaves visible what the host can name, kernels and variables (isVisibleVariable), and drops what none of these
/// needs.
void keepNamedOnly(llvm::Module &program);

} // namespace weft::compiler

#endif
