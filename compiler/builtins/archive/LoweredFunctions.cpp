// The table of OpenCL C functions that the kernel pipeline's passes lower themselves.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "builtins/archive/LoweredFunctions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DerivedTypes.h"

namespace weft::compiler {
namespace {

/// A function and its types by letters: 'v' is void, 'i' and 'l' are integers of 32 and 64 bits, 'p' is a pointer, 'o'
/// an opaque type. The result comes first. The types are "" if only the compiler's own builtins call the function.
struct Row {
  llvm::StringLiteral name;
  llvm::StringLiteral types;
};
constexpr Row rows[] = {
    {"get_work_dim", "i"},
    {"get_global_size", "li"},
    {"get_global_id", "li"},
    {"get_local_size", "li"},
    {"get_local_id", "li"},
    {"get_num_groups", "li"},
    {"get_group_id", "li"},
    {"get_global_offset", "li"},
    {"get_global_linear_id", "l"},
    {"get_local_linear_id", "l"},
    {"get_enqueued_local_size", "li"},
    {"get_sub_group_size", "i"},
    {"get_max_sub_group_size", "i"},
    {"get_num_sub_groups", "i"},
    {"get_enqueued_num_sub_groups", "i"},
    {"get_sub_group_id", "i"},
    {"get_sub_group_local_id", "i"},
    {"barrier", "vi"},
    {"work_group_barrier", "vi"},
    {"work_group_barrier", "vii"},
    {"sub_group_barrier", "vi"},
    {"sub_group_barrier", "vii"},
    {"mem_fence", "vi"},
    {"read_mem_fence", "vi"},
    {"write_mem_fence", "vi"},
    {"atomic_work_item_fence", "viii"},
    {"__to_global", "pp"},
    {"__to_local", "pp"},
    {"__to_private", "pp"},
    {"get_fence", "ip"},
    {"__translate_sampler_initializer", "oi"},
    // Primitives for builtins that work on a whole group (cl/GroupPrimitives.h).
    {"__weft_begin_once", ""},
    {"__weft_group_values", ""},
    {"__weft_group_result", ""},
};
/// The prefix of the primitives for sub-group builtins (cl/SubGroupPrimitives.h).
constexpr llvm::StringLiteral subGroupPrefix = "__weft_sub_group_";

bool isOfLetter(const llvm::Type &type, char letter) {
  switch (letter) {
  case 'v':
    return type.isVoidTy();
  case 'i':
    return type.isIntegerTy(32);
  case 'l':
    return type.isIntegerTy(64);
  case 'p':
    return type.isPointerTy();
  default:
    return type.isTargetExtTy();
  }
}

bool hasTypes(const llvm::FunctionType &type, llvm::StringRef letters) {
  return !type.isVarArg() && type.getNumParams() + 1 == letters.size() &&
         isOfLetter(*type.getReturnType(), letters.front()) &&
         llvm::all_of(llvm::zip(type.params(), letters.drop_front()), [](const auto &parameter) {
           return isOfLetter(*std::get<0>(parameter), std::get<1>(parameter));
         });
}

} // namespace

bool isLoweredByPasses(llvm::StringRef baseName) {
  return !baseName.empty() && (llvm::any_of(rows, [&](const Row &row) { return row.name == baseName; }) ||
                               baseName.starts_with(subGroupPrefix));
}

bool hasLoweredTypes(llvm::StringRef baseName, const llvm::FunctionType &type) {
  bool isThere = false;
  for (const Row &row : rows) {
    if (row.name != baseName)
      continue;
    isThere = true;
    if (row.types.empty() || hasTypes(type, row.types))
      return true;
  }
  return !isThere;
}

} // namespace weft::compiler
