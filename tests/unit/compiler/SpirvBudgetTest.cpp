// Tests that SPIR-V modules that exceed a limit are refused, and that the build log names the limit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "CompilerTest.h"
#include "fuzz/SpirvGiant.h"

extern "C" const WeftCompiler *weftGetCompiler(uint32_t abiVersion);

namespace weft::compiler::test {
namespace {

using fuzz::SpirvGiant;
using Id = SpirvGiant::Id;

/// Returns a module of the fuzzer's shape `name`, which repeats a construct `size` times.
std::string giantOf(const std::string &name, uint32_t size) {
  fuzz::Random random(1); // NOLINT(bugprone-random-generator-seed): the same module each time
  SpirvGiant giant(random);
  for (const auto *shapes : {&fuzz::giantDeclarations, &fuzz::giantBodies})
    for (const fuzz::GiantShape &shape : *shapes)
      if (name == shape.name) {
        shape.make(giant, size);
        return giant.write();
      }
  ADD_FAILURE() << "There are no giants named '" << name << "'.";
  return {};
}

Result read(const std::string &module) {
  WeftSpirvRequest request = {};
  request.module = {module.data(), module.size()};
  request.options = "";
  request.isWhole = 1;
  return Result(weftGetCompiler(WEFT_COMPILER_ABI_VERSION)->readSpirv(&request));
}

Result describe(const std::string &module) {
  WeftDescribeRequest request{};
  request.module = {module.data(), module.size()};
  return Result(weftGetCompiler(WEFT_COMPILER_ABI_VERSION)->describeSpirv(&request));
}

void expectRefusal(const std::string &module, const std::string &sentence) {
  // clCreateProgramWithIL describes a module, and clBuildProgram reads the module. Both must refuse it.
  for (const auto take : {describe, read}) {
    const Result result = take(module);
    EXPECT_EQ(result->status, WEFT_COMPILER_FAILED) << sentence;
    EXPECT_NE(logOf(result).find(sentence), std::string_view::npos) << logOf(result);
  }
}

TEST(SpirvBudget, GiantsAreRefused) {
  const struct {
    const char *shape;
    uint32_t size;
    const char *sentence;
  } giants[] = {
      {"nested arrays", 100000, "has types of types, more than 256 levels deep"},
      {"nested pointers", 8000, "has types of types, more than 256 levels deep"},
      {"groups of decorations", 10000, "decorates by groups more than 1048576 times"},
      {"entry points", 10000, "has more than 8192 entry points"},
      {"a long name", 20000, "gives something a name of more than 16384 letters"},
      {"strings of arguments", 1000, "has kernels with more than 65536 arguments together"},
      {"interfaces", 5000, "has entry points with more than 4194304 variables in their interfaces together"},
      {"many functions", 100000, "has more than 32768 functions"},
      {"calls in a row", 2000, "has calls within calls, more than 1024 levels deep"},
      {"calls that double", 26, "has a function of more than 4194304 calls, with the calls within each of them"},
      {"switches", 100000, "has switches of more than 65536 cases together"},
      {"blocks in a row", 60000, "has functions with too many blocks in a row"},
      {"blocks in a row", 140000, "has more than 131072 blocks"},
      {"a long block", 1100000, "has more than 1048576 instructions"},
  };
  for (const auto &giant : giants)
    expectRefusal(giantOf(giant.shape, giant.size), giant.sentence);
}

/// Each of 64 structures contains the structure before it twice.
TEST(SpirvBudget, TypesThatDouble) {
  fuzz::Random random(1); // NOLINT(bugprone-random-generator-seed): the same module each time
  SpirvGiant giant(random);
  Id type = giant.uintType;
  for (int level = 0; level < 64; ++level)
    type = giant.declare(spv::Op::OpTypeStruct, {type, type});
  giant.constant(spv::Op::OpConstantNull, type);
  giant.beginKernel();
  giant.endFunction();
  expectRefusal(giant.write(), "has a type of more than 65536 parts, those of its parts included");
}

TEST(SpirvBudget, ManyValuesOfLargeTypes) {
  fuzz::Random random(1); // NOLINT(bugprone-random-generator-seed): the same module each time
  SpirvGiant giant(random);
  const Id type = giant.declare(spv::Op::OpTypeStruct, std::vector<uint32_t>(16000, giant.uintType));
  for (int count = 0; count < 3000; ++count)
    giant.constant(spv::Op::OpConstantNull, type);
  giant.beginKernel();
  giant.endFunction();
  expectRefusal(giant.write(), "has values that are of more than 33554432 parts together");
}

TEST(SpirvBudget, EntryPointsOfOneFunction) {
  fuzz::Random random(1); // NOLINT(bugprone-random-generator-seed): the same module each time
  SpirvGiant giant(random);
  const Id function = giant.beginFunction();
  for (int count = 0; count < 20000; ++count)
    giant.compute(spv::Op::OpIAdd, giant.uintType, {giant.one, giant.one});
  giant.endFunction();
  for (int count = 0; count < 4000; ++count)
    giant.makeKernel(function, "k" + std::to_string(count));
  expectRefusal(giant.write(), "has kernels that consist of more than 67108864 instructions together");
}

/// These modules have several times as much as large real programs, and must be accepted.
TEST(SpirvBudget, LargeModulesAreTaken) {
  const struct {
    const char *shape;
    uint32_t size;
  } large[] = {
      {"nested arrays", 40},      {"nested pointers", 200}, {"nested constants", 12}, {"wide structs", 1000},
      {"entry points", 300},      {"many functions", 3000}, {"calls in a row", 100},  {"switches", 3000},
      {"blocks in a row", 10000}, {"nested branches", 200}, {"diamonds", 2000},       {"a long block", 20000},
  };
  for (const auto &module : large) {
    const Result result = read(giantOf(module.shape, module.size));
    EXPECT_EQ(result->status, WEFT_COMPILER_OK) << module.shape << ": " << logOf(result);
  }
}

} // namespace
} // namespace weft::compiler::test
