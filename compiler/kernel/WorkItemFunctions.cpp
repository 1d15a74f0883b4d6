// Recognises, by their mangled names, the OpenCL C functions that return ids and sizes, or that synchronise work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/WorkItemFunctions.h"

using namespace llvm;

namespace weft::compiler {

namespace {

struct Name {
  StringLiteral mangled;
  WorkItemFunction function;
};

using enum WorkItemFunction;

constexpr Name names[] = {
    {"_Z12get_work_dimv", getWorkDim},
    {"_Z15get_global_sizej", getGlobalSize},
    {"_Z13get_global_idj", getGlobalId},
    {"_Z14get_local_sizej", getLocalSize},
    {"_Z23get_enqueued_local_sizej", getEnqueuedLocalSize},
    {"_Z12get_local_idj", getLocalId},
    {"_Z14get_num_groupsj", getNumGroups},
    {"_Z12get_group_idj", getGroupId},
    {"_Z17get_global_offsetj", getGlobalOffset},
    {"_Z20get_global_linear_idv", getGlobalLinearId},
    {"_Z19get_local_linear_idv", getLocalLinearId},
    {"_Z18get_sub_group_sizev", getSubGroupSize},
    {"_Z22get_max_sub_group_sizev", getMaxSubGroupSize},
    {"_Z18get_num_sub_groupsv", getNumSubGroups},
    {"_Z27get_enqueued_num_sub_groupsv", getEnqueuedNumSubGroups},
    {"_Z16get_sub_group_idv", getSubGroupId},
    {"_Z22get_sub_group_local_idv", getSubGroupLocalId},
    {"_Z7barrierj", barrier},
    {"_Z18work_group_barrierj", barrier},
    {"_Z18work_group_barrierj12memory_scope", barrier},
    {"_Z17sub_group_barrierj", subGroupBarrier},
    {"_Z17sub_group_barrierj12memory_scope", subGroupBarrier},
    {"_Z9mem_fencej", memoryFence},
    {"_Z14read_mem_fencej", memoryFence},
    {"_Z15write_mem_fencej", memoryFence},
    {"_Z22atomic_work_item_fencej12memory_order12memory_scope", memoryFence},
    {"__weft_begin_once", beginOnce},
    {"__weft_group_values", groupValues},
    {"__weft_group_result", groupResult},
};

} // namespace

std::optional<WorkItemFunction> findWorkItemFunction(StringRef mangledName) {
  for (const Name &name : names)
    if (name.mangled == mangledName)
      return name.function;
  return std::nullopt;
}

bool observesGroups(WorkItemFunction function) {
  switch (function) {
  case getWorkDim:
  case getGlobalSize:
  case getGlobalId:
  case getGlobalOffset:
  case getGlobalLinearId:
  case memoryFence:
    return false;
  default:
    return true;
  }
}

bool observesSubGroups(WorkItemFunction function) {
  switch (function) {
  case getSubGroupSize:
  case getMaxSubGroupSize:
  case getNumSubGroups:
  case getEnqueuedNumSubGroups:
  case getSubGroupId:
  case getSubGroupLocalId:
  case subGroupBarrier:
    return true;
  default:
    return false;
  }
}

} // namespace weft::compiler
