// Chooses the size of a kernel's sub-groups, and marks kernels that can observe their sub-groups.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/ChooseSubGroupsPass.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

#include "kernel/KernelAttributes.h"
#include "kernel/SubGroupCollectives.h"
#include "kernel/WorkItemFunctions.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool isForSubGroups(const Function &function) {
  std::optional<WorkItemFunction> found = findWorkItemFunction(function.getName());
  return (found && observesSubGroups(*found)) || findSubGroupCollective(&function);
}

} // namespace

PreservedAnalyses ChooseSubGroupsPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  const uint64_t required = requiredSubGroupSize(*kernel);
  if (required != 0 && !is_contained(subGroupSizes, required)) {
    module.getContext().emitError("kernel '" + kernel->getName() + "' requires sub-groups of " + Twine(required) +
                                  " work-items, which the device doesn't have");
    return PreservedAnalyses::all();
  }
  setNumericAttribute(*kernel, subGroupSizeAttribute, required != 0 ? required : usualSize_);
  const bool calls =
      any_of(module, [](const Function &function) { return !function.use_empty() && isForSubGroups(function); });
  if (calls || required != 0) {
    kernel->addFnAttr(subGroupsAttribute);
    kernel->addFnAttr(flatIdsAttribute);
    kernel->addFnAttr(observesGroupsAttribute);
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
