// Names, describes and checks the forms of a kernel's module in the pipeline.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/Form.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Whether the kernel has the parameters (launch, group), or (launch, group, work-item) for a fiber, and returns
/// nothing.
bool hasAbiSignature(const Function &kernel, Form form) {
  return kernel.arg_size() >= 2 && kernel.arg_size() <= (form < Form::group ? 2 : 3) &&
         kernel.getReturnType()->isVoidTy() &&
         all_of(kernel.args(), [](const Argument &argument) { return argument.getType()->isPointerTy(); });
}

bool usesLocalIds(const Module &module) {
  return any_of(module,
                [](const Function &function) { return localIdDimension(&function) >= 0 && !function.use_empty(); });
}

} // namespace

StringRef formName(Form form) {
  switch (form) {
  case Form::program:
    return "program";
  case Form::kernel:
    return "kernel";
  case Form::bound:
    return "bound";
  case Form::workItem:
    return "work-item";
  case Form::fork:
    return "fork";
  case Form::group:
    return "group";
  case Form::flat:
    return "flat";
  case Form::host:
    return "host";
  }
  return "";
}

StringRef formSentence(Form form) {
  switch (form) {
  case Form::program:
    return "a linked program as the front end makes it: spir64, OpenCL C's builtins by their mangled names";
  case Form::kernel:
    return "one kernel, marked `weft-kernel`, and what it reaches";
  case Form::bound:
    return "the kernel has the ABI's signature: a launch and a group come in";
  case Form::workItem:
    return "ids are arithmetic on `weft.local.id`; the kernel does what one work-item does, or a packet of them";
  case Form::fork:
    return "the kernel is on its way to packets, and its original stands beside it, marked `weft-original`; or packets "
           "are given up, and this is the form `work-item`";
  case Form::group:
    return "the kernel does what a group does, or one fiber";
  case Form::flat:
    return "there is one address space";
  case Form::host:
    return "a program for the host like any other";
  }
  return "";
}

std::optional<std::string> findFlaw(Module &module, Form form) {
  const bool isSpir = module.getTargetTriple().getArch() == Triple::spir64;
  if (form == Form::host ? isSpir : !isSpir)
    return "it is for '" + module.getTargetTriple().str() + "'";
  const Function *kernel = findKernel(module);
  if (form == Form::program)
    return kernel ? std::optional("it has a kernel that is being compiled already") : std::nullopt;
  if (!kernel)
    return "no function is marked " + kernelAttribute.str();
  if (form >= Form::bound && !hasAbiSignature(*kernel, form))
    return "its kernel has other parameters than a launch and a group";
  if (form != Form::fork && findOriginal(module))
    return "it has a kernel's original besides the kernel";
  if (form >= Form::group && usesLocalIds(module))
    return "it asks for weft.local.id";
  return std::nullopt;
}

} // namespace weft::compiler
