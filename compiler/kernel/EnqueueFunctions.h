// The functions by which kernels enqueue kernels: their names in one table.
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

/// On a kernel of a program: it is a block that kernels enqueue (isBlock in the manifest).
inline constexpr llvm::StringLiteral blockAttribute = "weft-block";
/// The kernel calls functions of WeftLaunch::enqueuer (WEFT_KERNEL_ENQUEUES).
inline constexpr llvm::StringLiteral enqueuesAttribute = "weft-enqueues";

/// All forms of enqueue_kernel. The launch's flags and the range come first. Then come the wait list, the event that is
/// returned, the block's kernel, its literal with bytes and alignment, and the sizes of its arguments in local memory:
///
///   i32 @__weft_enqueue_kernel(target("spirv.Queue"), i32 flags, ptr range, i32 count, ptr addrspace(4) waitList,
///                              ptr addrspace(4) event, ptr addrspace(4) kernel, ptr addrspace(4) literal, i32 bytes,
///                              i32 alignment, i32 localCount, ptr localSizes)
///
/// In a program `kernel` is the address of the function; from extract-kernel on it is the address of the function's
/// name.
inline constexpr llvm::StringLiteral enqueueKernelName = "__weft_enqueue_kernel";
llvm::FunctionType *enqueueKernelType(llvm::Module &program);
/// Its declaration.
llvm::Function *declareEnqueueKernel(llvm::Module &program);

/// The functions of OpenCL C 3.0, section 6.15.12, that the launch has to answer.
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

/// The function of this name, mangled or not, if it is one of these.
std::optional<EnqueueFunction> findEnqueueFunction(llvm::StringRef name);
/// The function that `function` declares, if it is one of these.
std::optional<EnqueueFunction> findEnqueueFunction(const llvm::Function *function);

/// The number of the parameter that is the block's kernel; nothing where the function has no such parameter.
std::optional<unsigned> kernelParameter(EnqueueFunction function);

/// In a program: the kernel that the call refers to; null where the call refers to no kernel, or doesn't name it.
llvm::Function *enqueuedKernel(const llvm::CallBase &call);

} // namespace weft::compiler

#endif
