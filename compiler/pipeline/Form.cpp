// Names, describes and checks forms: the states that a kernel's module has between the stages of the pipeline.
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
    return "a linked program from the front end: spir64, with OpenCL C's builtins by their mangled names";
  case Form::kernel:
    return "one kernel, marked `weft-kernel`, with the functions and variables that it uses";
  case Form::bound:
    return "the kernel has the ABI's signature: its parameters are a launch and a group";
  case Form::workItem:
    return "ids are arithmetic on `weft.local.id`; one call does the work of one work-item, or of one packet";
  case Form::fork:
    return "the kernel is becoming the packet version, and the original, marked `weft-original`, is in the module, "
           "too; "
           "if packets are given up, this is the form `work-item`";
  case Form::group:
    return "one call does the work of a group, or of one fiber";
  case Form::flat:
    return "all pointers are in address space 0";
  case Form::host:
    return "an ordinary module for the host";
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
