// Computes how many bytes of stack the code of a module takes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/StackFrames.h"

#include <algorithm>
#include <cstddef>

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBufferRef.h"

#include "KernelAbi.h"

namespace weft::compiler {
namespace {

/// The bytes that a frame takes beyond the size that the code generator reports: for the return address and for
/// alignment.
constexpr uint64_t besideFrame = 256;

} // namespace

void StackFrames::request(llvm::Module &module) {
  // With this attribute, LLVM warns of each frame that is larger than 0 bytes, and so reports all sizes.
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      function.addFnAttr("warn-stack-size", "0");
}

uint64_t StackFrames::bytesFrom(const llvm::Function &function) {
  if (function.isDeclaration())
    return 0;
  // If `chains_` has the function, its chain is known, or the call closes a cycle. extract-kernel refuses recursion, so
  // a cycle needs no exact result: it counts once.
  if (const auto [known, isNew] = chains_.try_emplace(&function, 0); !isNew)
    return known->second;
  uint64_t called = 0;
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && call->getCalledFunction())
      called = std::max(called, bytesFrom(*call->getCalledFunction()));
  return chains_[&function] = llvm::SaturatingAdd(frames_.lookup(&function), besideFrame, called);
}

uint64_t StackFrames::deepestChain(const llvm::Module &module) {
  uint64_t most = 0;
  for (const llvm::Function &function : module)
    most = std::max(most, bytesFrom(function));
  return most;
}

llvm::Error writeStackBytes(llvm::SmallVectorImpl<char> &object, uint64_t bytes) {
  auto file = llvm::object::ObjectFile::createELFObjectFile(
      llvm::MemoryBufferRef(llvm::StringRef(object.data(), object.size()), ""));
  if (!file)
    return file.takeError();
  for (const llvm::object::SymbolRef &symbol : (*file)->symbols()) {
    auto name = symbol.getName();
    if (!name)
      return name.takeError();
    if (*name != WEFT_KERNEL_INFO_SYMBOL)
      continue;
    auto section = symbol.getSection();
    auto place = symbol.getValue();
    if (!section || !place)
      return llvm::joinErrors(section.takeError(), place.takeError());
    auto content = (*section)->getContents();
    if (!content)
      return content.takeError();
    if (*place + sizeof(WeftKernelInfo) > content->size())
      return llvm::createStringError("The kernel's description is cut short.");
    const size_t offset =
        static_cast<size_t>(content->data() - object.data()) + *place + offsetof(WeftKernelInfo, stackBytes);
    llvm::support::endian::write64le(object.data() + offset, bytes);
  }
  return llvm::Error::success();
}

} // namespace weft::compiler
