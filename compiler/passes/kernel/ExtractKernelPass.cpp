// Reduces a linked program to one kernel and the functions and variables that the kernel reaches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/ExtractKernelPass.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

#include "builtins/archive/AddressSpaces.h"
#include "codegen/SystemFunctions.h"
#include "kernel/EnqueueFunctions.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

Function *findByName(const Module &module, StringRef name) {
  Function *function = module.getFunction(name);
  if (!function || function->isDeclaration() || function->getCallingConv() != CallingConv::SPIR_KERNEL)
    return nullptr;
  return function;
}

/// Reports recursion as an error. OpenCL C has no recursion (OpenCL C 3.0, 6.11.i), and the passes that save values
/// across barriers rely on this.
void reportRecursion(Module &module) {
  CallGraph graph(module);
  for (auto scc = scc_begin(&graph); !scc.isAtEnd(); ++scc) {
    const Function *function = scc->front()->getFunction();
    if (scc.hasCycle() && function)
      module.getContext().emitError("recursion is not allowed in OpenCL C: function '" + function->getName() +
                                    "' calls itself, perhaps through others");
  }
}

/// In calls that enqueue a block, replaces the block's kernel by a string with the kernel's name. The block's kernel is
/// compiled by itself; when the block is enqueued, the runtime finds the code by the name.
void nameEnqueuedKernels(Module &module) {
  for (Function &function : module) {
    const std::optional<EnqueueFunction> known = findEnqueueFunction(&function);
    const std::optional<unsigned> parameter = known ? kernelParameter(*known) : std::nullopt;
    if (!parameter)
      continue;
    for (User *user : function.users()) {
      auto *call = dyn_cast<CallBase>(user);
      const Function *kernel = call ? enqueuedKernel(*call) : nullptr;
      if (!kernel) {
        module.getContext().emitError("the program enqueues what is no block of its own");
        continue;
      }
      IRBuilder<> builder(call);
      Constant *name = builder.CreateGlobalString(kernel->getName(), "weft.block.name", spirGlobal);
      call->setArgOperand(*parameter, ConstantExpr::getAddrSpaceCast(name, call->getArgOperand(*parameter)->getType()));
    }
  }
}

/// Renames functions and variables of the program whose names are reserved. LLVM's code generator creates calls of
/// memcpy and other C functions by name; without the renaming these calls could reach the program's own function.
void leaveReservedNames(Module &module) {
  for (GlobalValue &value : module.global_values())
    if (!value.isDeclaration() && isReservedSymbol(value.getName()))
      value.setName("program." + value.getName());
}

} // namespace

bool ExtractKernelPass::hasKernel(const Module &module, StringRef kernelName) {
  return findByName(module, kernelName) != nullptr;
}

PreservedAnalyses ExtractKernelPass::run(Module &module, ModuleAnalysisManager &analyses) {
  Function *kernel = findByName(module, request_.kernel);
  if (!kernel) {
    module.getContext().emitError("the program has no kernel named '" + request_.kernel + "'");
    return PreservedAnalyses::all();
  }

  for (const char *anchor : {"llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *used = module.getGlobalVariable(anchor, /*AllowInternal=*/true))
      used->eraseFromParent();
  for (GlobalValue &value : module.global_values())
    if (&value != kernel && !value.isDeclaration())
      value.setLinkage(GlobalValue::InternalLinkage);
  for (GlobalVariable &variable : module.globals())
    variable.setComdat(nullptr);
  for (Function &function : module)
    function.setComdat(nullptr);

  nameEnqueuedKernels(module);
  kernel->setLinkage(GlobalValue::ExternalLinkage);
  kernel->setCallingConv(CallingConv::C);
  kernel->addFnAttr(kernelAttribute);
  if (request_.indices == CodeIndices::index64)
    kernel->addFnAttr(wideIndicesAttribute);
  if (request_.buffers == CodeBuffers::distinct)
    kernel->addFnAttr(distinctBuffersAttribute);
  setSchedule(*kernel, request_.schedule);
  if (request_.localSize != decltype(request_.localSize){})
    setFixedLocalSize(*kernel, request_.localSize);
  for (Function &function : module) // only the kernel keeps the checks
    function.removeFnAttr(checksAttribute);
  setChecks(*kernel, request_.checks);
  setArgumentConstants(*kernel, request_.argumentConstants);

  GlobalDCEPass().run(module, analyses);
  leaveReservedNames(module);
  reportRecursion(module);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
