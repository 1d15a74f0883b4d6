// Recognises, by their mangled names, the OpenCL C functions that return ids and sizes, or that synchronise work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_WORK_ITEM_FUNCTIONS_H
#define WEFT_COMPILER_KERNEL_WORK_ITEM_FUNCTIONS_H

#include <optional>

#include "llvm/ADT/StringRef.h"

namespace weft::compiler {

/// The functions of OpenCL C 3.0, sections 6.15.1 (work-item functions), 6.15.8 (synchronisation), 6.15.9 (fences) and
/// 6.15.19 (sub-groups), and the primitives of the builtins that work on a whole group (builtins/cl/GroupPrimitives.h).
enum class WorkItemFunction {
  getWorkDim,
  getGlobalSize,
  getGlobalId,
  getLocalSize,
  getEnqueuedLocalSize,
  getLocalId,
  getNumGroups,
  getGroupId,
  getGlobalOffset,
  getGlobalLinearId,
  getLocalLinearId,
  getSubGroupSize,
  getMaxSubGroupSize,
  getNumSubGroups,
  getEnqueuedNumSubGroups,
  getSubGroupId,
  getSubGroupLocalId,
  barrier,
  subGroupBarrier,
  memoryFence,
  beginOnce,
  groupValues,
  groupResult,
};

/// Returns the function with this mangled name (for spir64); nothing for any other name.
std::optional<WorkItemFunction> findWorkItemFunction(llvm::StringRef mangledName);

/// Whether a kernel that calls `function` can observe how the range is divided into groups.
bool observesGroups(WorkItemFunction function);
/// Whether a kernel that calls `function` can observe how its groups are divided into sub-groups.
bool observesSubGroups(WorkItemFunction function);

} // namespace weft::compiler

#endif
