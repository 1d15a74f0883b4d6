// Recognises, by their names, the functions of OpenCL C by which a kernel enqueues other kernels (enqueue_kernel).
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

/// Attribute of a kernel of a program: Clang has made the kernel from a block, which other kernels enqueue (isBlock in
/// the manifest).
inline constexpr llvm::StringLiteral blockAttribute = "weft-block";
/// Attribute of the compiled kernel: it calls functions of WeftLaunch::enqueuer (WEFT_KERNEL_ENQUEUES).
inline constexpr llvm::StringLiteral enqueuesAttribute = "weft-enqueues";

/// The function that all overloads of enqueue_kernel call. Its parameters are the queue, the flags and the range of the
/// launch, then the wait list, the event that is returned, the block's kernel, the block's literal (its captured
/// values) with its size and alignment, and the sizes of the block's arguments in local memory:
///
///   i32 @__weft_enqueue_kernel(target("spirv.Queue"), i32 flags, ptr range, i32 count, ptr addrspace(4) waitList,
///                              ptr addrspace(4) event, ptr addrspace(4) kernel, ptr addrspace(4) literal, i32 bytes,
///                              i32 alignment, i32 localCount, ptr localSizes)
///
/// In a program's IL, the operand `kernel` is the address of the enqueued function. The stage extract-kernel replaces
/// this address by that of a text with the function's name. By the name the runtime finds the kernel.
inline constexpr llvm::StringLiteral enqueueKernelName = "__weft_enqueue_kernel";
llvm::FunctionType *enqueueKernelType(llvm::Module &program);
/// Returns the declaration of the function, and adds it to the program if need be.
llvm::Function *declareEnqueueKernel(llvm::Module &program);

/// The functions of OpenCL C 3.0 for enqueuing kernels (section "Enqueuing Kernels") that become calls of the running
/// launch.
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
/// Returns which of these functions `function` declares; nothing for a definition or any other function.
std::optional<EnqueueFunction> findEnqueueFunction(const llvm::Function *function);

/// Returns the index of the parameter that is the block's kernel; nothing if the function has no such parameter.
std::optional<unsigned> kernelParameter(EnqueueFunction function);

/// Returns the kernel that `call` enqueues or queries. Returns null if the call has no kernel as an argument, or if the
/// kernel isn't known at compile time.
llvm::Function *enqueuedKernel(const llvm::CallBase &call);

} // namespace weft::compiler

#endif
