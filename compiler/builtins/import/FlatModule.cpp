// Flattens the address spaces of builtins and drops their target traits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "builtins/import/FlatModule.h"

#include <cstring>
#include <string>

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

namespace weft::compiler {
namespace {

/// Returns a module's text with every pointer in address space 0. Types, constants and intrinsics' names all contain
/// pointer types. The textual form spells all of them in the same way, and the parser then gives intrinsics their right
/// names.
std::string withoutAddressSpaces(llvm::StringRef text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    if (line.starts_with("target "))
      continue;
    while (!line.empty()) {
      const size_t at = line.find("addrspace");
      result += line.take_front(at);
      if (at == llvm::StringRef::npos)
        break;
      line = line.drop_front(at + std::strlen("addrspace"));
      if (line.consume_front("cast")) {
        result += "bitcast";
      } else if (line.consume_front("(")) {
        line = line.drop_front(line.find(')') + 1);
        if (!result.empty() && result.back() == ' ' && (line.empty() || line.front() == ' ' || line.front() == ','))
          result.pop_back();
      }
    }
    result += '\n';
  }
  return result;
}

llvm::AttributeMask targetTraits(llvm::AttributeSet attributes, bool keepConvergent) {
  llvm::AttributeMask mask;
  for (llvm::Attribute attribute : attributes)
    if (attribute.isStringAttribute())
      mask.addAttribute(attribute.getKindAsString());
  if (!keepConvergent)
    mask.addAttribute(llvm::Attribute::Convergent);
  for (auto kind : {llvm::Attribute::NoInline, llvm::Attribute::AlwaysInline, llvm::Attribute::OptimizeNone,
                    llvm::Attribute::OptimizeForSize, llvm::Attribute::NoBuiltin, llvm::Attribute::StackProtect,
                    llvm::Attribute::StackProtectStrong})
    mask.addAttribute(kind);
  return mask;
}

template <typename HasAttributes> void dropExtensions(HasAttributes &object, unsigned parameters) {
  for (unsigned index = 0; index < parameters; ++index) {
    object.removeParamAttr(index, llvm::Attribute::ZExt);
    object.removeParamAttr(index, llvm::Attribute::SExt);
  }
  object.removeRetAttr(llvm::Attribute::ZExt);
  object.removeRetAttr(llvm::Attribute::SExt);
}

} // namespace

llvm::Expected<std::unique_ptr<llvm::Module>> flattenAddressSpaces(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  const std::string flat = withoutAddressSpaces(text);
  llvm::SMDiagnostic diagnostic;
  auto parsed = llvm::parseAssemblyString(flat, diagnostic, module.getContext());
  if (!parsed) {
    std::string message;
    llvm::raw_string_ostream messageStream(message);
    diagnostic.print("flattened module", messageStream, false);
    return llvm::createStringError(message);
  }
  return parsed;
}

void dropTargetTraits(llvm::Module &module, bool keepConvergent) {
  for (llvm::Function &function : module) {
    if (function.isIntrinsic())
      continue;
    function.setCallingConv(llvm::CallingConv::C);
    function.removeFnAttrs(targetTraits(function.getAttributes().getFnAttrs(), keepConvergent));
    dropExtensions(function, static_cast<unsigned>(function.arg_size()));
    function.setDSOLocal(false);
    function.clearMetadata();
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      // The metadata of some loops forbids unrolling, so loop metadata is kept.
      instruction.dropUnknownNonDebugMetadata({llvm::LLVMContext::MD_range, llvm::LLVMContext::MD_loop});
      auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call)
        continue;
      call->removeFnAttrs(targetTraits(call->getAttributes().getFnAttrs(), keepConvergent));
      if (call->getCalledFunction() && !call->getCalledFunction()->isIntrinsic()) {
        call->setCallingConv(llvm::CallingConv::C);
        dropExtensions(*call, call->arg_size());
      }
    }
  }
}

} // namespace weft::compiler
