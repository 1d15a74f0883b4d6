// The functions of OpenCL C that the kernel pipeline's passes lower themselves.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "builtins/archive/LoweredFunctions.h"

#include "llvm/ADT/STLExtras.h"

namespace weft::compiler {
namespace {
constexpr llvm::StringRef names[] = {
    "get_work_dim", "get_global_size", "get_global_id", "get_local_size", "get_local_id", "get_num_groups",
    "get_group_id", "get_global_offset", "get_global_linear_id", "get_local_linear_id", "get_enqueued_local_size",
    "get_sub_group_size", "get_max_sub_group_size", "get_num_sub_groups", "get_enqueued_num_sub_groups",
    "get_sub_group_id", "get_sub_group_local_id", "barrier", "work_group_barrier", "sub_group_barrier", "mem_fence",
    "read_mem_fence", "write_mem_fence", "atomic_work_item_fence", "__to_global", "__to_local", "__to_private",
    "get_fence", "__translate_sampler_initializer",
    // What builtins that work on a whole group are made of (cl/GroupPrimitives.h)
    "__weft_begin_once", "__weft_group_values", "__weft_group_result"};
/// Those that builtins for sub-groups are made of (cl/SubGroupPrimitives.h).
constexpr llvm::StringLiteral subGroupPrefix = "__weft_sub_group_";
} // namespace

bool isLoweredByPasses(llvm::StringRef baseName) {
  return !baseName.empty() && (llvm::is_contained(names, baseName) || baseName.starts_with(subGroupPrefix));
}

} // namespace weft::compiler
