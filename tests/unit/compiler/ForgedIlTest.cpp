// Tests that well-formed IL that no OpenCL C compiles to is refused with a sentence before any stage processes it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <functional>

#include <gtest/gtest.h>

#include "CompilerTest.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"

namespace weft::compiler::test {
namespace {

const char *const source = "global int counter = 3; constant int table[4] = { 1, 2, 3, 4 };"
                           "kernel void k(global int *a) { a[get_global_id(0)] = counter + table[a[1]]; }";

/// Returns the program's IL after `change` has edited the module.
std::string forged(const Result &program, const std::function<void(llvm::Module &)> &change) {
  llvm::LLVMContext context;
  auto module = llvm::parseBitcodeFile(
      llvm::MemoryBufferRef(llvm::StringRef(program->code.data, program->code.size), "il"), context);
  if (!module) {
    ADD_FAILURE() << llvm::toString(module.takeError());
    return {};
  }
  change(**module);
  std::string bitcode;
  llvm::raw_string_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(**module, stream);
  return bitcode;
}

void expectRefused(const std::string &sentence, const std::function<void(llvm::Module &)> &change) {
  const Result program = build(source, "-cl-std=CL3.0", "__opencl_c_program_scope_global_variables __opencl_c_int64");
  const Result result = linkBytes(forged(program, change));
  EXPECT_EQ(result->status, WEFT_COMPILER_FAILED) << sentence;
  EXPECT_NE(logOf(result).find(sentence), std::string_view::npos) << sentence << ": " << logOf(result);
}

llvm::Function &kernelOf(llvm::Module &module) { return *module.getFunction("k"); }

void setNumbers(llvm::Module &module, uint64_t bytes, uint64_t alignment) {
  llvm::NamedMDNode *node = module.getNamedMetadata("weft.program.memory");
  ASSERT_TRUE(node);
  const auto number = [&](uint64_t value) {
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt64Ty(module.getContext()), value));
  };
  node->setOperand(0, llvm::MDNode::get(module.getContext(), {number(bytes), number(alignment)}));
}

/// Adds debug information to the kernel. Calls `change` with a lexical block of it and with the instructions' location.
void withDebugScopes(llvm::Module &module,
                     const std::function<void(llvm::DILexicalBlock *block, llvm::MDNode *place)> &change) {
  llvm::LLVMContext &context = module.getContext();
  module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
  llvm::DIBuilder builder(module);
  llvm::DIFile *file = builder.createFile("k.cl", "/");
  builder.createCompileUnit(llvm::DISourceLanguageName(llvm::dwarf::DW_LANG_OpenCL), file, "", false, "", 0);
  llvm::DISubprogram *function = builder.createFunction(file, "k", "", file, 1, builder.createSubroutineType({}), 1,
                                                        llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition);
  kernelOf(module).setSubprogram(function);
  builder.finalize();
  auto *block = llvm::DILexicalBlock::getDistinct(context, function, file, 1, 1);
  auto *outer = llvm::DILocation::getDistinct(context, 1, 1, function);
  auto *place = llvm::DILocation::getDistinct(context, 1, 1, block, outer);
  for (llvm::Instruction &instruction : kernelOf(module).getEntryBlock())
    instruction.setDebugLoc(place);
  change(block, place);
}

TEST(ForgedIl, DebugScopesThatGoRound) {
  constexpr unsigned scopeOfBlock = 1, scopeOfPlace = 0, inlinedAt = 1; // operands
  const char *sentence = "is a part of itself";
  expectRefused(sentence, [&](llvm::Module &module) {
    withDebugScopes(module,
                    [](llvm::MDNode *block, llvm::MDNode *) { block->replaceOperandWith(scopeOfBlock, block); });
  });
  expectRefused(sentence, [&](llvm::Module &module) {
    withDebugScopes(module, [](llvm::MDNode *, llvm::MDNode *place) { place->replaceOperandWith(inlinedAt, place); });
  });
  expectRefused(sentence, [&](llvm::Module &module) {
    withDebugScopes(module, [](llvm::DILexicalBlock *block, llvm::MDNode *place) {
      auto *inner = llvm::DILexicalBlock::getDistinct(block->getContext(), block, block->getFile(), 2, 2);
      block->replaceOperandWith(scopeOfBlock, inner);
      place->replaceOperandWith(scopeOfPlace, inner);
    });
  });
}

TEST(ForgedIl, WhatItIsFor) {
  expectRefused("data layout", [](llvm::Module &module) { module.setDataLayout("e-p:32:32"); });
  expectRefused("not for spir64",
                [](llvm::Module &module) { module.setTargetTriple(llvm::Triple("x86_64-unknown-linux-gnu")); });
}

TEST(ForgedIl, WhatHasNoPlaceInKernels) {
  expectRefused("assembly", [](llvm::Module &module) { module.setModuleInlineAsm(".incbin \"/etc/passwd\""); });
  expectRefused("assembly", [](llvm::Module &module) {
    auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), false);
    llvm::IRBuilder<> builder(&*kernelOf(module).getEntryBlock().getFirstInsertionPt());
    builder.CreateCall(llvm::InlineAsm::get(type, "hlt", "", true));
  });
  expectRefused("alias", [](llvm::Module &module) { llvm::GlobalAlias::create("other", &kernelOf(module)); });
  expectRefused("destructors", [](llvm::Module &module) {
    auto *pointer = llvm::PointerType::get(module.getContext(), 0);
    auto *entry = llvm::StructType::get(llvm::Type::getInt32Ty(module.getContext()), pointer, pointer);
    auto *type = llvm::ArrayType::get(entry, 0);
    new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::AppendingLinkage,
                             llvm::ConstantAggregateZero::get(type), "llvm.global_dtors");
  });
  expectRefused("list of constructors", [](llvm::Module &module) {
    auto *pointer = llvm::PointerType::get(module.getContext(), 0);
    auto *none = llvm::ConstantPointerNull::get(pointer);
    auto *priority = llvm::ConstantInt::get(llvm::Type::getInt32Ty(module.getContext()), 1);
    // The constructor is a kernel, which can only run by a launch.
    auto *entry = llvm::ConstantStruct::getAnon({priority, &kernelOf(module), none});
    auto *list = llvm::ConstantArray::get(llvm::ArrayType::get(entry->getType(), 1), {entry});
    new llvm::GlobalVariable(module, list->getType(), false, llvm::GlobalValue::AppendingLinkage, list,
                             "llvm.global_ctors");
  });
  expectRefused("section", [](llvm::Module &module) { module.getNamedGlobal("table")->setSection(".init_array"); });
  expectRefused("belongs to a thread",
                [](llvm::Module &module) { module.getNamedGlobal("table")->setThreadLocal(true); });
  expectRefused("does not have", [](llvm::Module &module) {
    auto *type = llvm::FunctionType::get(llvm::Type::getInt64Ty(module.getContext()), false);
    llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "llvm.x86.rdtsc", module);
  });
  expectRefused("compiler's own", [](llvm::Module &module) { kernelOf(module).addFnAttr("weft-local-bytes", "99"); });
}

TEST(ForgedIl, MoreParametersThanBytes) {
  // The bitcode reader allocates memory for the attributes of as many parameters as an index in the file says.
  const auto attribute = [](llvm::Module &module) {
    kernelOf(module).addParamAttr(0, llvm::Attribute::NoAlias);
    auto *type =
        llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()),
                                std::vector<llvm::Type *>(70000, llvm::Type::getInt32Ty(module.getContext())), false);
    llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "f", module)
        ->addParamAttr(69999, llvm::Attribute::NoUndef);
  };
  expectRefused("announces more than it holds", attribute);
}

TEST(ForgedIl, NothingIsPrinted) {
  testing::internal::CaptureStderr();
  expectRefused("not well formed", [](llvm::Module &module) {
    module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", 3);
    kernelOf(module).addFnAttr(llvm::Attribute::NoUndef);
  });
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(ForgedIl, TypesHaveBounds) {
  const auto store = [](llvm::Module &module, llvm::Type *type) {
    llvm::IRBuilder<> builder(&*kernelOf(module).getEntryBlock().getFirstInsertionPt());
    builder.CreateAlloca(type);
  };
  expectRefused("vectors", [&](llvm::Module &module) {
    store(module, llvm::FixedVectorType::get(llvm::Type::getInt8Ty(module.getContext()), 100000));
  });
  expectRefused("vectors", [&](llvm::Module &module) {
    store(module, llvm::ScalableVectorType::get(llvm::Type::getInt8Ty(module.getContext()), 4));
  });
  expectRefused("integers",
                [&](llvm::Module &module) { store(module, llvm::IntegerType::get(module.getContext(), 1 << 20)); });
  expectRefused("foreign type",
                [&](llvm::Module &module) { store(module, llvm::Type::getFP128Ty(module.getContext())); });
  expectRefused("objects", [&](llvm::Module &module) {
    llvm::Type *type = llvm::Type::getInt8Ty(module.getContext());
    store(module, llvm::ArrayType::get(llvm::ArrayType::get(type, uint64_t(1) << 40), uint64_t(1) << 40));
  });
}

TEST(ForgedIl, NumbersAboutVariables) {
  expectRefused("can't be laid out", [](llvm::Module &module) { setNumbers(module, 64, 3); });
  expectRefused("can't be laid out", [](llvm::Module &module) { setNumbers(module, UINT64_MAX, 16); });
  expectRefused("outside of the program's memory", [](llvm::Module &module) { setNumbers(module, 2, 16); });
  expectRefused("another form", [](llvm::Module &module) {
    module.getNamedMetadata("weft.program.memory")
        ->setOperand(0, llvm::MDNode::get(module.getContext(), {llvm::MDString::get(module.getContext(), "x")}));
  });
  expectRefused("outside of the program's memory", [](llvm::Module &module) {
    for (llvm::GlobalVariable &variable : module.globals())
      if (variable.hasMetadata("weft.program.offset"))
        variable.setMetadata("weft.program.offset", llvm::MDNode::get(module.getContext(), {}));
  });
}

/// Adds a call by a pointer, in the form of programs that aren't linked: a call of a stand-in function `name`.
void addPointerCall(llvm::Module &module, llvm::StringRef name) {
  llvm::IRBuilder<> builder(&*kernelOf(module).getEntryBlock().getFirstInsertionPt());
  auto *type = llvm::FunctionType::get(builder.getInt32Ty(), {builder.getInt64Ty(), builder.getInt32Ty()}, false);
  auto *called = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, module);
  called->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  builder.CreateCall(called, {builder.getInt64(1), builder.getInt32(2)})->setCallingConv(llvm::CallingConv::SPIR_FUNC);
}

constexpr llvm::StringLiteral standIn = "weft.call i32 (i32)";

TEST(ForgedIl, CallsByPointers) {
  expectRefused("compiler's own", [](llvm::Module &module) { addPointerCall(module, "weft.call i64 (i32)"); });
  expectRefused("compiler's own", [](llvm::Module &module) {
    addPointerCall(module, standIn);
    llvm::Function *function = module.getFunction(standIn);
    llvm::IRBuilder<>(llvm::BasicBlock::Create(module.getContext(), "", function)).CreateRet(function->getArg(1));
  });
  const auto setNames = [](llvm::Module &module, llvm::Metadata *name) {
    module.getOrInsertNamedMetadata("weft.program.functions")->addOperand(llvm::MDNode::get(module.getContext(), name));
  };
  expectRefused("another form", [&](llvm::Module &module) { setNames(module, nullptr); });
  // A program whose functions have their indices already has no calls that wait for indices.
  expectRefused("neither defined", [&](llvm::Module &module) {
    addPointerCall(module, standIn);
    setNames(module, llvm::MDString::get(module.getContext(), "f"));
  });
}

TEST(ForgedIl, CallsByPointersNeedALink) {
  const Result program = build("kernel void k(global int *a) {}");
  const std::string il = forged(program, [](llvm::Module &module) { addPointerCall(module, standIn); });
  const WeftBytes whole = program->code;
  program->code = {il.data(), il.size()};
  const Result code = generate(program, "k");
  program->code = whole;
  EXPECT_EQ(code->status, WEFT_COMPILER_FAILED);
  EXPECT_NE(logOf(code).find("not linked"), std::string_view::npos) << logOf(code);
  const Result linked = linkBytes(il);
  EXPECT_EQ(linked->status, WEFT_COMPILER_OK) << logOf(linked);
  EXPECT_EQ(generate(linked, "k")->status, WEFT_COMPILER_OK);
}

TEST(ForgedIl, ExecutablesAreLinkedToThemselves) {
  const Result program = build(source, "-cl-std=CL3.0", "__opencl_c_program_scope_global_variables __opencl_c_int64");
  const Result again = link({&program});
  ASSERT_EQ(again->status, WEFT_COMPILER_OK) << logOf(again);
  EXPECT_EQ(std::string_view(program->manifest.data, program->manifest.size),
            std::string_view(again->manifest.data, again->manifest.size));
}

} // namespace
} // namespace weft::compiler::test
