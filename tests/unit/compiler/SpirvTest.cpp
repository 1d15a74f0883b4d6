// Tests SPIR-V through the compiler's interface: specialisation constants, and broken modules.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <sstream>

#include <gtest/gtest.h>
#include <spirv-tools/libspirv.h>

#include "CompilerTest.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"

extern "C" const WeftCompiler *weftGetCompiler(uint32_t abiVersion);

namespace weft::compiler::test {
namespace {

using Words = std::vector<uint32_t>;

Words assemble(const std::string &text) {
  const std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)> context(spvContextCreate(SPV_ENV_UNIVERSAL_1_4),
                                                                             &spvContextDestroy);
  spv_binary binary = nullptr;
  EXPECT_EQ(SPV_SUCCESS, spvTextToBinary(context.get(), text.data(), text.size(), &binary, nullptr));
  if (!binary)
    return {};
  Words words(binary->code, binary->code + binary->wordCount);
  spvBinaryDestroy(binary);
  return words;
}

/// Returns the modules of the reader's FileCheck tests.
std::vector<Words> modules() {
  std::vector<Words> all;
  for (const auto &entry : std::filesystem::directory_iterator(WEFT_TEST_SPIRV)) {
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    all.push_back(assemble(text.str()));
  }
  return all;
}

Result readModule(const Words &words, const std::vector<WeftSpirvConstant> &constants = {}, bool isDescribed = false) {
  WeftSpirvRequest request = {};
  request.module = {reinterpret_cast<const char *>(words.data()), words.size() * sizeof(uint32_t)};
  request.options = "";
  request.constants = constants.data();
  request.constantCount = constants.size();
  request.isDescribed = isDescribed;
  return Result(weftGetCompiler(WEFT_COMPILER_ABI_VERSION)->readSpirv(&request));
}

const char *const specialised = R"(
               OpCapability Kernel
               OpCapability Addresses
               OpCapability Linkage
               OpCapability Int64
               OpMemoryModel Physical64 OpenCL
               OpDecorate %small SpecId 3
               OpDecorate %large SpecId 4
               OpDecorate %yes SpecId 5
               OpDecorate %f LinkageAttributes "f" Export
       %bool = OpTypeBool
       %uint = OpTypeInt 32 0
      %ulong = OpTypeInt 64 0
      %small = OpSpecConstant %uint 5
      %large = OpSpecConstant %ulong 7
        %yes = OpSpecConstantTrue %bool
       %wide = OpSpecConstantOp %ulong UConvert %small
        %sum = OpSpecConstantOp %ulong IAdd %wide %large
     %chosen = OpSpecConstantOp %ulong Select %yes %sum %wide
         %fn = OpTypeFunction %ulong
          %f = OpFunction %ulong None %fn
      %entry = OpLabel
               OpReturnValue %chosen
               OpFunctionEnd
)";

/// Returns the value that the function "f" returns when the module has these values of its specialisation constants.
uint64_t resultWith(const std::vector<WeftSpirvConstant> &constants) {
  const Result result = readModule(assemble(specialised), constants);
  EXPECT_EQ(result->status, WEFT_COMPILER_OK) << logOf(result);
  llvm::LLVMContext context;
  auto module = llvm::parseBitcodeFile(
      llvm::MemoryBufferRef(llvm::StringRef(result->code.data, result->code.size), "il"), context);
  if (!module) {
    ADD_FAILURE() << llvm::toString(module.takeError());
    return 0;
  }
  auto *given = llvm::cast<llvm::ReturnInst>((*module)->getFunction("f")->getEntryBlock().getTerminator());
  return llvm::cast<llvm::ConstantInt>(given->getReturnValue())->getZExtValue();
}

TEST(Spirv, ConstantsHaveTheirDefaultsOrWhatTheyAreGiven) {
  EXPECT_EQ(resultWith({}), 12u);
  EXPECT_EQ(resultWith({{3, 100}}), 107u);
  EXPECT_EQ(resultWith({{3, 100}, {4, uint64_t(1) << 40}}), (uint64_t(1) << 40) + 100);
  EXPECT_EQ(resultWith({{5, 0}}), 5u);
  EXPECT_EQ(resultWith({{99, 1}}), 12u);
}

Result describe(const Words &words) {
  WeftDescribeRequest request{};
  request.module = {reinterpret_cast<const char *>(words.data()), words.size() * sizeof(uint32_t)};
  return Result(weftGetCompiler(WEFT_COMPILER_ABI_VERSION)->describeSpirv(&request));
}

TEST(Spirv, DescriptionNamesConstants) {
  const Result result = describe(assemble(specialised));
  ASSERT_EQ(result->status, WEFT_COMPILER_OK) << logOf(result);
  const auto expected =
      llvm::json::parse(R"({"constants": [{"id": 3, "bytes": 4}, {"id": 4, "bytes": 8}, {"id": 5, "bytes": 1}]})");
  EXPECT_TRUE(manifestOf(result) == *expected) << llvm::StringRef(result->manifest.data, result->manifest.size).str();
}

TEST(Spirv, EitherByteOrder) {
  Words words = assemble(specialised);
  for (uint32_t &word : words)
    word = __builtin_bswap32(word);
  const Result result = readModule(words);
  EXPECT_EQ(result->status, WEFT_COMPILER_OK) << logOf(result);
}

TEST(Spirv, ShortModules) {
  const Words words = assemble(specialised);
  for (size_t count = 0; count < words.size(); ++count) {
    const Result result = readModule(Words(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count)));
    // A truncated module without functions is still a valid module.
    if (result->status == WEFT_COMPILER_FAILED)
      EXPECT_NE(logOf(result).find("SPIR-V"), std::string_view::npos) << count << ": " << logOf(result);
  }
}

TEST(Spirv, ModulesThatAreDescribedAreNotValidatedAgain) {
  std::stringstream text;
  text << std::ifstream(std::filesystem::path(WEFT_TEST_SPIRV) / "not-valid.spvasm").rdbuf();
  const Words words = assemble(text.str());
  const Result validated = readModule(words);
  EXPECT_NE(logOf(validated).find("is not valid"), std::string_view::npos) << logOf(validated);
  // The reader itself checks the operands of the instructions that it translates.
  const Result described = readModule(words, {}, true);
  EXPECT_EQ(described->status, WEFT_COMPILER_FAILED);
  EXPECT_NE(logOf(described).find("has an operand of another type"), std::string_view::npos) << logOf(described);
}

/// Makes one random change: flips a bit, copies a word, exchanges two words, sets a word to an id, or removes words.
void mutate(Words &words, std::mt19937 &random) {
  const auto below = [&](size_t limit) { return std::uniform_int_distribution<size_t>(0, limit - 1)(random); };
  const size_t header = 5;
  const size_t at = header + below(words.size() - header);
  switch (below(5)) {
  case 0:
    words[at] ^= uint32_t(1) << below(32);
    break;
  case 1:
    words[at] = words[header + below(words.size() - header)];
    break;
  case 2:
    std::swap(words[at], words[header + below(words.size() - header)]);
    break;
  case 3:
    words[at] = static_cast<uint32_t>(below(words[3] + 1)); // an id or a small value
    break;
  default:
    words.erase(words.begin() + static_cast<ptrdiff_t>(at),
                words.begin() + static_cast<ptrdiff_t>(std::min(words.size(), at + 1 + below(4))));
  }
}

// The validator would have refused these modules. Without the validator, the reader must find their errors itself.
TEST(Spirv, BrokenModulesForTheReaderAlone) {
  const std::vector<Words> originals = modules();
  std::mt19937 random(20261123); // NOLINT(bugprone-random-generator-seed): the same modules each time
  const char *wanted = std::getenv("WEFT_SPIRV_FUZZ_INPUTS");
  const size_t rounds = wanted ? std::strtoul(wanted, nullptr, 10) : 8000;
  for (size_t round = 0; round < rounds; ++round) {
    Words words = originals[round % originals.size()];
    for (unsigned changes = 1 + random() % 3; changes != 0 && words.size() > 6; --changes)
      mutate(words, random);
    const Result result = readModule(words, {}, true);
    EXPECT_EQ(logOf(result).find("The compiler"), std::string_view::npos) << "round " << round << ": " << logOf(result);
  }
}

/// Returns the sentence with which the reader refuses a module that the validator has not checked.
std::string refusal(const std::string &declarations, const std::string &body) {
  const Result result = readModule(assemble(R"(
               OpCapability Kernel
               OpCapability Addresses
               OpCapability Linkage
               OpCapability Int64
               OpCapability VariableLengthArrayINTEL
               OpExtension "SPV_INTEL_variable_length_array"
               OpMemoryModel Physical64 OpenCL
       %void = OpTypeVoid
       %uint = OpTypeInt 32 0
         %fn = OpTypeFunction %void
        %one = OpConstant %uint 1
)" + declarations + R"(
          %f = OpFunction %void None %fn
      %entry = OpLabel
)" + body + R"(
               OpReturn
               OpFunctionEnd
)"),
                                   {}, true);
  EXPECT_EQ(result->status, WEFT_COMPILER_FAILED);
  return std::string(logOf(result));
}

TEST(Spirv, ValuesOfTypesThatHaveNone) {
  for (const char *type : {"%void", "%fn"})
    EXPECT_NE(refusal("", "%saved = OpSaveMemoryINTEL " + std::string(type)).find("gives what is no value here"),
              std::string::npos)
        << type;
  EXPECT_NE(refusal("", "%saved = OpSaveMemoryINTEL %uint").find("gives no pointer"), std::string::npos);
}

TEST(Spirv, IdsThatAreDefinedTwice) {
  Words words = assemble(specialised);
  const auto type = std::ranges::find(words, (uint32_t(2) << 16) | 20u); // OpTypeBool
  ASSERT_NE(type, words.end());
  words.insert(type, {type[0], type[1]});
  const Result result = readModule(words, {}, true);
  EXPECT_NE(logOf(result).find("for the second time"), std::string_view::npos) << logOf(result);
}

TEST(Spirv, CasesForIdsBeyondTheBound) {
  Words words = assemble(R"(
               OpCapability Kernel
               OpCapability Addresses
               OpMemoryModel Physical64 OpenCL
               OpEntryPoint Kernel %f "f"
       %void = OpTypeVoid
       %uint = OpTypeInt 32 0
         %fn = OpTypeFunction %void
        %one = OpConstant %uint 1
          %f = OpFunction %void None %fn
      %entry = OpLabel
               OpSwitch %one %end 4711 %end
        %end = OpLabel
               OpReturn
               OpFunctionEnd
)");
  const auto number = std::ranges::find(words, 4711u);
  ASSERT_NE(number, words.end());
  number[1] = ~0u;
  const Result result = readModule(words, {}, true);
  EXPECT_NE(logOf(result).find("beyond the module's bound"), std::string_view::npos) << logOf(result);
}

TEST(Spirv, BrokenModules) {
  const std::vector<Words> originals = modules();
  ASSERT_FALSE(originals.empty());
  std::mt19937 random(20261122); // NOLINT(bugprone-random-generator-seed): the same modules each time
  size_t read = 0;
  const char *wanted = std::getenv("WEFT_SPIRV_FUZZ_INPUTS");
  const size_t rounds = wanted ? std::strtoul(wanted, nullptr, 10) : 12000;
  for (size_t round = 0; round < rounds; ++round) {
    Words words = originals[round % originals.size()];
    for (unsigned changes = 1 + random() % 4 / 3; changes != 0 && words.size() > 6; --changes)
      mutate(words, random);
    // Half of the modules are read as the runtime reads them: a described module isn't validated again.
    const Result result = readModule(words, {}, round % 2 == 1 && describe(words)->status == WEFT_COMPILER_OK);
    read += result->status == WEFT_COMPILER_OK;
    // An error that the guard has caught is a fault of the reader.
    EXPECT_EQ(logOf(result).find("The compiler"), std::string_view::npos) << "round " << round << ": " << logOf(result);
  }
  // Modules in which only values or names have changed are still valid.
  EXPECT_GT(read, 100u);
}

} // namespace
} // namespace weft::compiler::test
