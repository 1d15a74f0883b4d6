// Tests that the builtin library defines all builtins and everything that they call.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "builtins/BuiltinLibrary.h"

#include <gtest/gtest.h>

#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"

#include "CompilerTest.h"
#include "builtins/archive/BuiltinArchive.h"
#include "builtins/archive/LoweredFunctions.h"
#include "builtins/archive/MangledName.h"

extern "C" {
extern const char weftEmbeddedFlatBuiltinsBegin[], weftEmbeddedFlatBuiltinsEnd[];
extern const char weftEmbeddedOpenClBuiltinsBegin[], weftEmbeddedOpenClBuiltinsEnd[];
}

namespace weft::compiler {
namespace {

llvm::StringRef flatBytes() {
  return {weftEmbeddedFlatBuiltinsBegin, size_t(weftEmbeddedFlatBuiltinsEnd - weftEmbeddedFlatBuiltinsBegin)};
}
llvm::StringRef openClBytes() {
  return {weftEmbeddedOpenClBuiltinsBegin, size_t(weftEmbeddedOpenClBuiltinsEnd - weftEmbeddedOpenClBuiltinsBegin)};
}

std::unique_ptr<llvm::Module> parse(llvm::LLVMContext &context, llvm::StringRef text) {
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(text, diagnostic, context);
  EXPECT_TRUE(module) << diagnostic.getMessage().str();
  return module;
}

unsigned addressSpaceOf(llvm::Type *type) { return type->isPointerTy() ? type->getPointerAddressSpace() : 0; }

/// Checks one member of a builtin archive. Every function that the member declares is defined in the archive, or in the
/// flat archive, which is linked later. Functions of a flat archive have no pointers to address spaces other than 0.
void checkMember(const BuiltinArchive &archive, uint32_t index, bool flat) {
  llvm::LLVMContext context;
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(archive.member(index), "member"), context);
  ASSERT_TRUE(bool(module)) << llvm::toString(module.takeError());
  EXPECT_FALSE(llvm::verifyModule(**module, nullptr));
  for (const llvm::Function &function : **module) {
    const std::string name = function.getName().str();
    if (flat)
      for (const llvm::Argument &argument : function.args())
        EXPECT_EQ(addressSpaceOf(argument.getType()), 0u) << name;
    if (!function.isDeclaration() || function.isIntrinsic())
      continue;
    const bool lowered = isLoweredByPasses(functionBaseName(name)) || isLoweredByPasses(name);
    EXPECT_TRUE(archive.find(name) || (!flat && (lowered || BuiltinArchive(flatBytes()).find(name)))) << name;
  }
}

TEST(BuiltinLibrary, FlatMembersAreWhole) {
  const BuiltinArchive archive(flatBytes());
  EXPECT_GT(archive.entryCount(), 9000u);
  for (uint32_t index = 0; index < archive.memberCount(); ++index)
    checkMember(archive, index, true);
}

TEST(BuiltinLibrary, EarlyMembersAreWhole) {
  const BuiltinArchive archive(openClBytes());
  EXPECT_GT(archive.memberCount(), 0u);
  for (uint32_t index = 0; index < archive.memberCount(); ++index)
    checkMember(archive, index, false);
}

TEST(BuiltinLibrary, NoMemberTakesWhatPassesLower) {
  const BuiltinLibrary &library = BuiltinLibrary::embedded();
  for (const char *name : {"_Z13get_global_idj", "_Z7barrierj", "_Z9mem_fencej", "printf"})
    EXPECT_FALSE(library.defines(name)) << name;
}

TEST(BuiltinLibrary, PointersOfEveryAddressSpace) {
  const BuiltinLibrary &library = BuiltinLibrary::embedded();
  for (const char *name :
       {"_Z5fractDv4_fPS_", "_Z5fractDv4_fPU3AS1S_", "_Z5fractDv4_fPU3AS3S_", "_Z5fractDv4_fPU3AS4S_", "_Z6vload4mPKf",
        "_Z6vload4mPU3AS1Kf", "_Z6vload4mPU3AS2Kf", "_Z6vload4mPU3AS3Kf", "_Z6vload4mPU3AS4Kf",
        "_Z10atomic_addPU3AS1Vii", "_Z10atomic_addPU3AS3Vii", "_Z8atom_addPU3AS1Vll",
        "_Z16atomic_fetch_addPU3AS1VU7_Atomicii", "_Z16atomic_fetch_addPU3AS4VU7_Atomicii"})
    EXPECT_TRUE(library.defines(name)) << name;
  EXPECT_FALSE(library.defines("_Z10atomic_addPU3AS2Vii"));
}

/// A source that calls builtins, and the options it is compiled with.
class Families : public testing::TestWithParam<std::tuple<const char *, const char *>> {};

// Linking fails if the program calls a function that has no definition.
TEST_P(Families, AllResolve) {
  const std::string source = test::readSource(std::get<0>(GetParam()));
  const test::Result compiled = test::compile(source, std::get<1>(GetParam()));
  ASSERT_EQ(compiled->status, WEFT_COMPILER_OK) << test::logOf(compiled);
  const test::Result linked = test::link({&compiled});
  EXPECT_EQ(linked->status, WEFT_COMPILER_OK) << test::logOf(linked);
}

INSTANTIATE_TEST_SUITE_P(BuiltinLibrary, Families,
                         testing::Combine(testing::Values("CoreBuiltins.cl", "HalfBuiltins.cl", "IntegerExtensions.cl"),
                                          testing::Values("-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0",
                                                          "-cl-std=CL3.1")));

// The CPUs are one without F16C, one with F16C, and one with arithmetic on half.
TEST(BuiltinLibrary, HalfOnEveryCpu) {
  const test::Result program = test::build(test::readSource("HalfBuiltins.cl"));
  for (const char *cpu : {"x86-64", "ivybridge", "sapphirerapids"})
    for (const char *kernel : {"scalars4", "of_ulong2", "of_double2", "store3"}) {
      const test::Result code = test::generate(program, kernel, cpu);
      EXPECT_EQ(code->status, WEFT_COMPILER_OK) << cpu << ", " << kernel << ": " << test::logOf(code);
    }
}

TEST(BuiltinLibrary, LinkFlatBringsOnlyWhatIsCalled) {
  llvm::LLVMContext context;
  const auto module = parse(context, "declare spir_func float @_Z3sinf(float)\n"
                                     "define float @f(float %x) {\n"
                                     "  %y = call spir_func float @_Z3sinf(float %x)\n"
                                     "  ret float %y\n}\n");
  llvm::Error error = BuiltinLibrary::embedded().linkFlat(*module);
  ASSERT_FALSE(bool(error));
  EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
  unsigned defined = 0;
  for (const llvm::Function &function : *module)
    defined += !function.isDeclaration();
  EXPECT_LT(defined, 20u); // the library has some ten thousand functions
  const llvm::Function *sine = module->getFunction("_Z3sinf");
  ASSERT_TRUE(sine && !sine->isDeclaration());
  EXPECT_TRUE(sine->hasInternalLinkage());
  const auto *call = llvm::cast<llvm::CallInst>(sine->user_back());
  EXPECT_EQ(call->getCallingConv(), sine->getCallingConv());
}

TEST(BuiltinLibrary, OverloadsInOneModuleShareABody) {
  llvm::LLVMContext context;
  const auto module = parse(context, "declare float @_Z5fractfPf(float, ptr)\n"
                                     "declare float @_Z5fractfPU3AS4f(float, ptr)\n"
                                     "define float @f(float %x, ptr %p) {\n"
                                     "  %y = call float @_Z5fractfPU3AS4f(float %x, ptr %p)\n"
                                     "  %z = call float @_Z5fractfPf(float %y, ptr %p)\n"
                                     "  ret float %z\n}\n");
  llvm::Error error = BuiltinLibrary::embedded().linkFlat(*module);
  ASSERT_FALSE(bool(error));
  EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
}

TEST(BuiltinLibrary, MissingFunctionsAreNamed) {
  llvm::LLVMContext context;
  const auto module = parse(context, "declare i32 @printf(ptr, ...)\n"
                                     "declare float @_Z7unknownf(float)\n"
                                     "define float @f(float %x) {\n"
                                     "  %n = call i32 (ptr, ...) @printf(ptr null)\n"
                                     "  %y = call float @_Z7unknownf(float %x)\n"
                                     "  ret float %y\n}\n");
  llvm::Error error = BuiltinLibrary::embedded().linkFlat(*module);
  ASSERT_TRUE(bool(error));
  const std::string message = llvm::toString(std::move(error));
  EXPECT_NE(message.find("printf"), std::string::npos) << message;
  EXPECT_NE(message.find("unknown(float)"), std::string::npos) << message;
}

TEST(BuiltinLibrary, WrongTypesAreRefused) {
  llvm::LLVMContext context;
  const auto module = parse(context, "declare i32 @_Z3sinf(i32)\n"
                                     "define i32 @f(i32 %x) {\n"
                                     "  %y = call i32 @_Z3sinf(i32 %x)\n"
                                     "  ret i32 %y\n}\n");
  llvm::Error error = BuiltinLibrary::embedded().linkFlat(*module);
  ASSERT_TRUE(bool(error));
  EXPECT_NE(llvm::toString(std::move(error)).find("sin(float)"), std::string::npos);
}

TEST(BuiltinArchive, FindsEveryNameAndNoOther) {
  const std::string bytes =
      writeBuiltinArchive({{"first", "second"}, {{"b", "b", 0}, {"a", "b", 0}, {"c", "c", 0}, {"c", "d", 1}}});
  const BuiltinArchive archive(bytes);
  EXPECT_EQ(archive.memberCount(), 2u);
  EXPECT_EQ(archive.entryCount(), 3u);
  EXPECT_EQ(archive.member(0), "first");
  EXPECT_EQ(archive.member(1), "second");
  EXPECT_EQ(archive.find("a")->symbol, "b");
  EXPECT_EQ(archive.find("b")->symbol, "b");
  EXPECT_EQ(archive.find("c")->symbol, "d");
  EXPECT_EQ(archive.find("c")->member, 1u);
  for (const char *name : {"", "aa", "d", "A"})
    EXPECT_FALSE(archive.find(name)) << name;
}

} // namespace
} // namespace weft::compiler
