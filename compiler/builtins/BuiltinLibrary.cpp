// Links kernels with the two archives of builtins that are embedded in the compiler library.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "builtins/BuiltinLibrary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"

#include "builtins/BuiltinLinker.h"
#include "builtins/archive/BuiltinArchive.h"
#include "builtins/archive/MangledName.h"

extern "C" {
extern const char weftEmbeddedFlatBuiltinsBegin[], weftEmbeddedFlatBuiltinsEnd[];
extern const char weftEmbeddedOpenClBuiltinsBegin[], weftEmbeddedOpenClBuiltinsEnd[];
}

namespace weft::compiler {
namespace {

llvm::StringRef between(const char *begin, const char *end) {
  return llvm::StringRef(begin, static_cast<size_t>(end - begin));
}

/// Whether the function is one of the functions of the C library that LLVM itself calls in generated code. They need no
/// builtin, because every process has them.
bool isFromC(llvm::StringRef name) { return name == "memcpy" || name == "memmove" || name == "memset"; }

/// Whether `declared`, the type of a parameter or result in a program's IL, becomes `defined`, the builtin's type, when
/// later passes flatten address spaces. These passes also turn images and other opaque objects into addresses or
/// integers, so an opaque type always agrees.
bool agree(const llvm::Type &declared, const llvm::Type &defined) {
  if (declared.isTargetExtTy())
    return true;
  return declared.isPointerTy() ? defined.isPointerTy() : &declared == &defined;
}

bool agree(const llvm::FunctionType &declared, const llvm::FunctionType &defined) {
  return declared.isVarArg() == defined.isVarArg() && declared.getNumParams() == defined.getNumParams() &&
         agree(*declared.getReturnType(), *defined.getReturnType()) &&
         llvm::all_of(llvm::zip(declared.params(), defined.params()),
                      [](const auto &types) { return agree(*std::get<0>(types), *std::get<1>(types)); });
}

/// Whether the function is a primitive that later passes replace by instructions.
bool isPrimitive(llvm::StringRef name) { return name.starts_with("weft."); }

} // namespace

const BuiltinLibrary &BuiltinLibrary::embedded() {
  static const BuiltinArchive openCl(between(weftEmbeddedOpenClBuiltinsBegin, weftEmbeddedOpenClBuiltinsEnd));
  static const BuiltinArchive flat(between(weftEmbeddedFlatBuiltinsBegin, weftEmbeddedFlatBuiltinsEnd));
  static const BuiltinLibrary library(openCl, flat);
  return library;
}

bool BuiltinLibrary::defines(llvm::StringRef mangledName) const {
  return openCl_.find(mangledName) || flat_.find(mangledName);
}

llvm::Expected<bool> BuiltinLibrary::agreesWith(const llvm::Function &declaration) const {
  for (const BuiltinArchive *archive : {&openCl_, &flat_}) {
    const auto entry = archive->find(declaration.getName());
    if (!entry)
      continue;
    auto member = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(archive->member(entry->member), "builtins"),
                                             declaration.getContext());
    if (!member)
      return member.takeError();
    const llvm::Function *definition = (*member)->getFunction(entry->symbol);
    return !definition || agree(*declaration.getFunctionType(), *definition->getFunctionType());
  }
  return true;
}

llvm::Error BuiltinLibrary::linkOpenCl(llvm::Module &module) const {
  return BuiltinLinker(module, openCl_).linkWhatIsThere();
}

llvm::Error BuiltinLibrary::linkFlat(llvm::Module &module,
                                     llvm::function_ref<bool(const llvm::Function &)> wanted) const {
  return BuiltinLinker(module, flat_).linkWhatIsThere(wanted);
}

llvm::Error BuiltinLibrary::linkFlat(llvm::Module &module) const {
  BuiltinLinker linker(module, flat_);
  if (llvm::Error error = linker.linkWhatIsThere())
    return error;
  linker.prepareForInlining();

  std::string missing;
  unsigned count = 0;
  for (const llvm::Function &function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty() || isFromC(function.getName()) ||
        isPrimitive(function.getName()))
      continue;
    missing += (count++ ? ", " : "") + readableFunctionName(function.getName());
  }
  if (count == 0)
    return llvm::Error::success();
  return llvm::createStringError("The program calls " +
                                 llvm::Twine(count == 1 ? "a function that is" : "functions that are") +
                                 " neither defined nor available on this device: " + missing + ".");
}

} // namespace weft::compiler
