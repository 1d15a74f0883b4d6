// Tests the conversion of program images to and from bytes, and the checks of their manifests.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/ProgramImage.h"

#include <cstring>

#include <gtest/gtest.h>

#include "TestServices.h"
#include "core/programs/KernelDefinition.h"

namespace weft::core {
namespace {

constexpr const char *manifest = R"({"kernels": [{"name": "scale", "attributes": "", "requiredLocalSize": [8, 1, 1],
  "requiredSubGroupSize": 16, "localSizeHint": [0, 0, 0], "requiredSubGroups": 5, "argumentBytes": 16, "nonUniformGroups": true, "hasBarriers": false, "isBlock": false, "enqueues": [], "checks": "memory,races",
  "arguments": [
  {"name": "x", "typeName": "float*", "kind": "global", "imageType": "", "accessQualifier": "none", "typeQualifiers": "const",
   "size": 8, "offset": 0, "alignment": 8},
  {"name": "a", "typeName": "float", "kind": "value", "imageType": "", "accessQualifier": "none", "typeQualifiers": "",
   "size": 4, "offset": 8, "alignment": 4}]}], "programMemory": {"bytes": 24, "alignment": 16, "initialiser": "first",
  "variables": [{"name": "counter", "offset": 12, "bytes": 4}]},
  "functions": [{"name": "f", "number": 3}], "argumentInfo": true, "library": false})";

TEST(Manifest, IsRead) {
  auto read = Manifest::parse(manifest);
  ASSERT_TRUE(read) << read.error().message;
  const KernelManifest &kernel = read->kernels.at(0);
  EXPECT_EQ(kernel.name, "scale");
  EXPECT_EQ(kernel.requiredLocalSize[0], 8u);
  EXPECT_EQ(kernel.requiredSubGroupSize, 16u);
  EXPECT_TRUE(kernel.nonUniformGroups);
  EXPECT_TRUE(kernel.checks.has(CodeCheck::memory) && kernel.checks.has(CodeCheck::races));
  EXPECT_FALSE(kernel.checks.has(CodeCheck::values));
  EXPECT_TRUE(read->argumentInfo);
  EXPECT_EQ(read->programMemory.bytes, 24u);
  EXPECT_EQ(read->programMemory.alignment, 16u);
  EXPECT_EQ(read->programMemory.initialiser, "first");
  ASSERT_EQ(read->programMemory.variables.size(), 1u);
  EXPECT_EQ(read->programMemory.variables[0].name, "counter");
  EXPECT_EQ(read->programMemory.variables[0].offset, 12u);
  EXPECT_EQ(read->programMemory.variables[0].bytes, 4u);
  EXPECT_EQ(kernel.arguments.at(0).kind, ArgumentKind::global);
  EXPECT_EQ(kernel.arguments.at(1).offset, 8u);
}

TEST(Manifest, ArgumentsOutsideOfTheirBlockAreErrors) {
  for (auto [from, to] : {std::pair("\"offset\": 8", "\"offset\": 16"), std::pair("\"offset\": 8", "\"offset\": 13"),
                          std::pair("\"size\": 8", "\"size\": 16"), std::pair("\"alignment\": 4", "\"alignment\": 3"),
                          std::pair("\"argumentBytes\": 16", "\"argumentBytes\": 999999")}) {
    std::string text = manifest;
    text.replace(text.find(from), std::strlen(from), to);
    auto read = Manifest::parse(text);
    ASSERT_FALSE(read) << to;
    EXPECT_EQ(read.error().code, CL_INVALID_BINARY);
  }
}

TEST(Manifest, NumbersWithoutSenseAreErrors) {
  for (auto [from, to] : {std::pair("\"offset\": 8", "\"offset\": 4"),
                          std::pair("\"offset\": 8", "\"offset\": 4294967304"),
                          std::pair("\"offset\": 8", "\"offset\": -8"),
                          std::pair("\"offset\": 8", "\"offset\": 8.5"),
                          std::pair("\"size\": 4", "\"size\": 1e300"),
                          std::pair("\"argumentBytes\": 16", "\"argumentBytes\": \"16\""),
                          std::pair("[8, 1, 1]", "[8, 0, 1]"),
                          std::pair("[8, 1, 1]", "[8, 1]"),
                          std::pair("[8, 1, 1]", "[8, -1, 1]"),
                          std::pair("\"requiredSubGroupSize\": 16", "\"requiredSubGroupSize\": 5"),
                          std::pair("\"kind\": \"value\"", "\"kind\": \"other\""),
                          std::pair("\"kind\": \"value\"", "\"kind\": \"image\""),
                          std::pair("\"name\": \"scale\"", "\"name\": \"\""),
                          std::pair("\"name\": \"scale\"", "\"name\": \"a\\u0000b\""),
                          std::pair("\"bytes\": 24", "\"bytes\": 18446744073709551615"),
                          std::pair("\"alignment\": 16", "\"alignment\": 24"),
                          std::pair("\"offset\": 12", "\"offset\": 21"),
                          std::pair("\"offset\": 12", "\"offset\": 18446744073709551615"),
                          std::pair("\"bytes\": 4", "\"bytes\": 13"),
                          std::pair("\"alignment\": 16", "\"alignment\": 9223372036854775808")}) {
    std::string text = manifest;
    text.replace(text.find(from), std::strlen(from), to);
    auto read = Manifest::parse(text);
    ASSERT_FALSE(read) << to;
    EXPECT_EQ(read.error().code, CL_INVALID_BINARY);
    EXPECT_NE(read.error().message, "");
  }
}

TEST(Manifest, KernelsHaveNamesOfTheirOwn) {
  std::string text = manifest;
  const size_t begin = text.find("{\"name\": \"scale\""), end = text.find("], \"programMemory\"");
  text.insert(end, ", " + text.substr(begin, end - begin));
  EXPECT_FALSE(Manifest::parse(text));
}

TEST(Manifest, OtherTextIsAnError) {
  for (const char *text : {"", "{", "[]", "{\"kernels\": 1}", "null"})
    EXPECT_FALSE(Manifest::parse(text)) << text;
}

TEST(ProgramImage, ComesBackFromItsBytes) {
  auto image =
      ProgramImage::create(testServices(), CL_PROGRAM_BINARY_TYPE_EXECUTABLE, std::string("il\0il", 5), manifest);
  ASSERT_TRUE(image);
  auto read = ProgramImage::deserialize(testServices(), (*image)->serialize());
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ((*read)->type(), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  EXPECT_EQ((*read)->il(), std::string("il\0il", 5));
  ASSERT_TRUE((*read)->kernel("scale"));
  EXPECT_TRUE((*read)->kernel("scale")->argumentInfo());
  EXPECT_FALSE((*read)->kernel("other"));
}

TEST(ProgramImage, RemembersThatItZeroesPrivateMemory) {
  for (bool zeroes : {false, true}) {
    auto image = ProgramImage::create(testServices(), CL_PROGRAM_BINARY_TYPE_LIBRARY, "il", manifest, zeroes);
    ASSERT_TRUE(image);
    auto read = ProgramImage::deserialize(testServices(), (*image)->serialize());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(zeroes, (*read)->zeroesPrivateMemory());
    EXPECT_EQ(zeroes, (*read)->as(CL_PROGRAM_BINARY_TYPE_EXECUTABLE)->zeroesPrivateMemory());
  }
}

TEST(ProgramImage, OnlyExecutablesHaveKernels) {
  auto image = ProgramImage::create(testServices(), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT, "il", manifest);
  ASSERT_TRUE(image);
  EXPECT_TRUE((*image)->kernels().empty());
  EXPECT_EQ((*image)->as(CL_PROGRAM_BINARY_TYPE_EXECUTABLE)->kernels().size(), 1u);
}

TEST(ProgramImage, EveryDamagedByteIsNoticed) {
  auto image = ProgramImage::create(testServices(), CL_PROGRAM_BINARY_TYPE_EXECUTABLE, "some il", manifest);
  ASSERT_TRUE(image);
  std::string bytes = (*image)->serialize();
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] ^= 1;
    auto read = ProgramImage::deserialize(testServices(), damaged);
    ASSERT_FALSE(read) << i;
    EXPECT_EQ(read.error().code, CL_INVALID_BINARY);
    EXPECT_FALSE(ProgramImage::deserialize(testServices(), bytes.substr(0, i))) << i;
  }
  EXPECT_FALSE(ProgramImage::deserialize(testServices(), bytes + "x"));
}

} // namespace
} // namespace weft::core
