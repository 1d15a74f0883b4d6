// Recognises the functions by which kernels enqueue kernels, by a table of their names.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_ENQUEUE_FUNCTIONS_H
#define WEFT_COMPILER_KERNEL_ENQUEUE_FUNCTIONS_H

#include <optional>

#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallBase;
class Function;
class FunctionType;
class Module;
} // namespace llvm

namespace weft::compiler {

/// Attribute of a kernel of a program: the kernel is a block that kernels enqueue (isBlock in the manifest).
inline constexpr llvm::StringLiteral blockAttribute = "weft-block";
/// Attribute of the compiled kernel: it calls functions of WeftLaunch::enqueuer (WEFT_KERNEL_ENQUEUES).
inline constexpr llvm::StringLiteral enqueuesAttribute = "weft-enqueues";

/// The function that all overloads of enqueue_kernel call. Its parameters are the queue, the launch's flags and the
/// range, then the wait list, the event that is returned, the block's kernel, the block's literal with its size and
/// alignment, and the sizes of the block's arguments in local memory:
///
///   i32 @__weft_enqueue_kernel(target("spirv.Queue"), i32 flags, ptr range, i32 count, ptr addrspace(4) waitList,
///                              ptr addrspace(4) event, ptr addrspace(4) kernel, ptr addrspace(4) literal, i32 bytes,
///                              i32 alignment, i32 localCount, ptr localSizes)
///
/// In a program's IL, the operand `kernel` is the address of the enqueued function. The stage extract-kernel replaces
/// it by the address of a text with the function's name, by which the runtime finds the kernel.
inline constexpr llvm::StringLiteral enqueueKernelName = "__weft_enqueue_kernel";
llvm::FunctionType *enqueueKernelType(llvm::Module &program);
/// Returns the declaration of the function, and adds it to the program if need be.
llvm::Function *declareEnqueueKernel(llvm::Module &program);

/// The functions of OpenCL C 3.0, section 6.15.12, that the running launch carries out or answers.
enum class EnqueueFunction {
  enqueueKernel,
  enqueueMarker,
  createUserEvent,
  setUserEventStatus,
  retainEvent,
  releaseEvent,
  isValidEvent,
  captureProfiling,
  defaultQueue,
  groupSize,         ///< get_kernel_work_group_size
  preferredMultiple, ///< get_kernel_preferred_work_group_size_multiple
  subGroupSize,      ///< get_kernel_max_sub_group_size_for_ndrange
  subGroupCount,     ///< get_kernel_sub_group_count_for_ndrange
};

/// Returns the function called `name`, mangled or not; nothing for any other name.
std::optional<EnqueueFunction> findEnqueueFunction(llvm::StringRef name);
/// Returns the function that `function` declares; nothing for a definition or any other function.
std::optional<EnqueueFunction> findEnqueueFunction(const llvm::Function *function);

/// Returns the index of the parameter that is the block's kernel; nothing if the function has no such parameter.
std::optional<unsigned> kernelParameter(EnqueueFunction function);

/// Returns the kernel that a call in a program refers to. Returns null if the call refers to no kernel, or if the
/// kernel isn't known at compile time.
llvm::Function *enqueuedKernel(const llvm::CallBase &call);

} // namespace weft::compiler

#endif
