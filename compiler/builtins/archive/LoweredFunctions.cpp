// The functions of OpenCL C that the kernel pipeline's passes lower themselves.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "builtins/archive/LoweredFunctions.h"

#include <array>

#include "llvm/ADT/STLExtras.h"

namespace weft::compiler {
namespace {
constexpr std::array<llvm::StringRef, 28> names = {"get_work_dim",
                                                   "get_global_size",
                                                   "get_global_id",
                                                   "get_local_size",
                                                   "get_local_id",
                                                   "get_num_groups",
                                                   "get_group_id",
                                                   "get_global_offset",
                                                   "get_global_linear_id",
                                                   "get_local_linear_id",
                                                   "get_enqueued_local_size",
                                                   "get_sub_group_size",
                                                   "get_max_sub_group_size",
                                                   "get_num_sub_groups",
                                                   "get_enqueued_num_sub_groups",
                                                   "get_sub_group_id",
                                                   "get_sub_group_local_id",
                                                   "barrier",
                                                   "work_group_barrier",
                                                   "sub_group_barrier",
                                                   "mem_fence",
                                                   "read_mem_fence",
                                                   "write_mem_fence",
                                                   "atomic_work_item_fence",
                                                   "__to_global",
                                                   "__to_local",
                                                   "__to_private",
                                                   "get_fence"};
}

bool isLoweredByPasses(llvm::StringRef baseName) { return !baseName.empty() && llvm::is_contained(names, baseName); }

} // namespace weft::compiler
