// Gives SPIR-V's built-in variables their values, by calls of work-item functions at the beginning of a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/BuiltinVariables.h"

#include <iterator>

#include "llvm/ADT/STLExtras.h"

#include "frontend/spirv/BuiltinCalls.h"

namespace weft::compiler::spirv {
namespace {

enum class Result { size, sizes, number, mask };

struct WorkItemFunction {
  spv::BuiltIn variable;
  llvm::StringLiteral name;
  Result result;
};

constexpr WorkItemFunction functions[] = {
    {spv::BuiltIn::NumWorkgroups, "get_num_groups", Result::sizes},
    {spv::BuiltIn::WorkgroupSize, "get_local_size", Result::sizes},
    {spv::BuiltIn::WorkgroupId, "get_group_id", Result::sizes},
    {spv::BuiltIn::LocalInvocationId, "get_local_id", Result::sizes},
    {spv::BuiltIn::GlobalInvocationId, "get_global_id", Result::sizes},
    {spv::BuiltIn::LocalInvocationIndex, "get_local_linear_id", Result::size},
    {spv::BuiltIn::WorkDim, "get_work_dim", Result::number},
    {spv::BuiltIn::GlobalSize, "get_global_size", Result::sizes},
    {spv::BuiltIn::EnqueuedWorkgroupSize, "get_enqueued_local_size", Result::sizes},
    {spv::BuiltIn::GlobalOffset, "get_global_offset", Result::sizes},
    {spv::BuiltIn::GlobalLinearId, "get_global_linear_id", Result::size},
    {spv::BuiltIn::SubgroupSize, "get_sub_group_size", Result::number},
    {spv::BuiltIn::SubgroupMaxSize, "get_max_sub_group_size", Result::number},
    {spv::BuiltIn::NumSubgroups, "get_num_sub_groups", Result::number},
    {spv::BuiltIn::NumEnqueuedSubgroups, "get_enqueued_num_sub_groups", Result::number},
    {spv::BuiltIn::SubgroupId, "get_sub_group_id", Result::number},
    {spv::BuiltIn::SubgroupLocalInvocationId, "get_sub_group_local_id", Result::number},
    {spv::BuiltIn::SubgroupEqMask, "get_sub_group_eq_mask", Result::mask},
    {spv::BuiltIn::SubgroupGeMask, "get_sub_group_ge_mask", Result::mask},
    {spv::BuiltIn::SubgroupGtMask, "get_sub_group_gt_mask", Result::mask},
    {spv::BuiltIn::SubgroupLeMask, "get_sub_group_le_mask", Result::mask},
    {spv::BuiltIn::SubgroupLtMask, "get_sub_group_lt_mask", Result::mask},
};

llvm::Value *callFor(llvm::IRBuilder<> &builder, const WorkItemFunction &function,
                     llvm::ArrayRef<Parameter> arguments) {
  llvm::Type *type = builder.getInt64Ty();
  if (function.result == Result::number)
    type = builder.getInt32Ty();
  else if (function.result == Result::mask)
    type = llvm::FixedVectorType::get(builder.getInt32Ty(), 4);
  // The mask of a sub-group may depend on where in the code the call stands. So the function counts as one with
  // effects, and LLVM doesn't move the call.
  const Effects effects = function.result == Result::mask ? Effects::any : Effects::none;
  return callBuiltin(builder, function.name, type, arguments, effects);
}

} // namespace

llvm::Value *writeBuiltinVariable(llvm::BasicBlock &entry, spv::BuiltIn which, llvm::Type *type) {
  const auto *function = llvm::find_if(functions, [&](const auto &one) { return one.variable == which; });
  auto *vector = llvm::dyn_cast_or_null<llvm::FixedVectorType>(type);
  const bool isVector =
      function != std::end(functions) && (function->result == Result::sizes || function->result == Result::mask);
  const unsigned lanes = function != std::end(functions) && function->result == Result::mask ? 4 : 3;
  if (function == std::end(functions) || !type || !type->getScalarType()->isIntegerTy() ||
      isVector != (vector != nullptr) || (vector && vector->getNumElements() != lanes))
    return nullptr;
  llvm::IRBuilder<> builder(&entry, entry.begin());
  llvm::AllocaInst *variable = builder.CreateAlloca(type);
  llvm::Value *all = llvm::PoisonValue::get(type);
  if (function->result == Result::sizes) {
    for (unsigned dimension = 0; dimension < 3 && all; ++dimension) {
      llvm::Value *one = callFor(builder, *function, {unsignedParameter(builder.getInt32(dimension))});
      all = one ? builder.CreateInsertElement(all, builder.CreateZExtOrTrunc(one, type->getScalarType()), dimension)
                : nullptr;
    }
  } else {
    all = callFor(builder, *function, {});
    if (all)
      all = builder.CreateZExtOrTrunc(all, type);
  }
  if (!all)
    return nullptr;
  builder.CreateStore(all, variable);
  return variable;
}

} // namespace weft::compiler::spirv
