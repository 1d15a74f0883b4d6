// Tests the stack size that the code generator reports for a kernel's code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/StackFrames.h"

#include <cstring>

#include <gtest/gtest.h>

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"

#include "KernelAbi.h"
#include "codegen/HostTarget.h"
#include "codegen/ObjectEmitter.h"

namespace weft::compiler {
namespace {

/// Returns the IR of a function with a variable of `bytes` bytes that calls the functions `called`.
std::string function(const std::string &name, unsigned bytes, const std::vector<std::string> &called) {
  const std::string type = "[" + std::to_string(bytes) + " x i8]";
  std::string text = "define void @" + name + "(i64 %i) {\n  %v = alloca " + type +
                     "\n  %p = getelementptr i8, ptr %v, i64 %i\n" + "  store volatile i8 1, ptr %p\n";
  for (const std::string &callee : called)
    text.append("  call void @" + callee).append("(i64 %i)\n");
  return text + "  ret void\n}\n";
}

/// Returns WeftKernelInfo::stackBytes from the object file that is generated from these functions.
uint64_t stackBytesOf(const std::string &functions) {
  static_assert(sizeof(WeftKernelInfo) % sizeof(uint64_t) == 0);
  const std::string info = "@weftKernelInfo = constant [" + std::to_string(sizeof(WeftKernelInfo) / sizeof(uint64_t)) +
                           " x i64] zeroinitializer\n";
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  auto module = llvm::parseAssemblyString(info + functions, problem, context);
  EXPECT_NE(module, nullptr) << problem.getMessage().str();
  auto target = llvm::cantFail(createHostTarget(""));
  module->setTargetTriple(target->getTargetTriple());
  module->setDataLayout(target->createDataLayout());
  const ObjectBytes object = llvm::cantFail(emitObject(*module, *target));
  const auto file = llvm::cantFail(
      llvm::object::ObjectFile::createELFObjectFile({llvm::StringRef(object.data(), object.size()), "object"}));
  for (const llvm::object::SymbolRef &symbol : file->symbols())
    if (llvm::cantFail(symbol.getName()) == WEFT_KERNEL_INFO_SYMBOL) {
      const llvm::StringRef content = llvm::cantFail(llvm::cantFail(symbol.getSection())->getContents());
      WeftKernelInfo found;
      std::memcpy(&found, content.data() + llvm::cantFail(symbol.getValue()), sizeof found);
      EXPECT_EQ(found.abiVersion, 0u);
      EXPECT_EQ(found.writtenArguments, 0u);
      return found.stackBytes;
    }
  ADD_FAILURE() << "there is no description";
  return 0;
}

/// The bytes that each function may need in addition: for the return address, saved registers and gaps.
constexpr uint64_t margin = 512;

TEST(StackFrames, OfAChainOfCallsAreAdded) {
  const uint64_t bytes = stackBytesOf(function("inner", 3000, {}) + function("outer", 1000, {"inner"}));
  EXPECT_GE(bytes, 4000u);
  EXPECT_LE(bytes, 4000 + 2 * margin);
}

TEST(StackFrames, OfCallsOneAfterTheOtherAreNot) {
  const uint64_t bytes = stackBytesOf(function("large", 3000, {}) + function("small", 2000, {}) +
                                      function("outer", 1000, {"small", "large", "small"}));
  EXPECT_GE(bytes, 4000u);
  EXPECT_LE(bytes, 4000 + 2 * margin);
}

TEST(StackFrames, OfSpilledRegistersAreThereToo) {
  std::string text = "define void @spills(ptr %p) {\n";
  for (int i = 0; i < 200; ++i) {
    const std::string number = std::to_string(i);
    text.append("  %a" + number).append(" = getelementptr i64, ptr %p, i64 " + number);
    text.append("\n  %v" + number).append(" = load volatile i64, ptr %a" + number).append("\n");
  }
  for (int i = 0; i < 200; ++i)
    text.append("  store volatile i64 %v" + std::to_string(i))
        .append(", ptr %a" + std::to_string(199 - i))
        .append("\n");
  EXPECT_GE(stackBytesOf(text + "  ret void\n}\n"), 150 * sizeof(uint64_t));
}

TEST(StackFrames, OfFunctionsThatCallEachOtherEnd) {
  const uint64_t bytes = stackBytesOf(function("one", 3000, {"other"}) + function("other", 2000, {"one"}));
  EXPECT_GE(bytes, 5000u);
  EXPECT_LE(bytes, 5000 + 2 * margin);
}

} // namespace
} // namespace weft::compiler
