// Tests the code request, which says which code a launch wants, and its conversion to and from text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeRequest.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "CompilerTest.h"

namespace weft {
namespace {

/// A value for each field, other than the field's default.
const std::vector<std::pair<const char *, const char *>> others = {
    {"cpu", "x86-64-v3"},
    {"schedule", "packets width=16 dimension=1 jam=4 no-partition"},
    {"indices", "wide"},
    {"buffers", "any"},
    {"local-size", "18446744073709551615,2,3"},
    {"argument-constants", "0=280301790,4294967295=39"},
    {"without", "unroll-and-jam,unroll-contiguous-loops"},
    {"checks", "memory,values"},
    {"kernel", "k"},
};

TEST(CodeRequest, EachFieldIsInTheText) {
  std::set<std::string> texts = {CodeRequest().text()};
  for (const auto &[name, value] : others) {
    CodeRequest request;
    ASSERT_TRUE(request.set(name, value)) << name;
    EXPECT_THAT(request.text(), testing::HasSubstr(std::string(name) + "=" + value + "\n"));
    EXPECT_TRUE(texts.insert(request.text()).second) << name;
    EXPECT_EQ(CodeRequest::parse(request.text()), request) << name;
    EXPECT_NE(request, CodeRequest()) << name;
  }
  size_t fields = 0;
  CodeRequest request;
  CodeRequest::visitFields(request, [&](const char *, auto &, const char *) { ++fields; });
  EXPECT_EQ(fields, others.size()) << "the table above lacks a field";
}

TEST(CodeRequest, AllFieldsAtOnce) {
  CodeRequest request;
  for (const auto &[name, value] : others)
    ASSERT_TRUE(request.set(name, value)) << name;
  EXPECT_EQ(request.text(),
            "cpu=x86-64-v3\nschedule=packets width=16 dimension=1 jam=4 no-partition\nindices=wide\nbuffers=any\n"
            "local-size=18446744073709551615,2,3\nargument-constants=0=280301790,4294967295=39\n"
            "without=unroll-and-jam,unroll-contiguous-loops\nchecks=memory,values\nkernel=k\n");
  EXPECT_EQ(CodeRequest::parse(request.text()), request);
}

TEST(CodeRequest, KernelsOfAnyName) {
  for (const char *name : {"", "a=b", "a\nschedule=fibers", "\n", "k\n"}) {
    CodeRequest request;
    request.kernel = name;
    EXPECT_EQ(CodeRequest::parse(request.text()), request);
  }
}

TEST(CodeRequest, RefusesOtherTexts) {
  const std::string right = CodeRequest().text();
  ASSERT_TRUE(CodeRequest::parse(right));
  for (size_t size = 0; size + 1 < right.size(); ++size)
    EXPECT_FALSE(CodeRequest::parse(std::string_view(right).substr(0, size))) << size;
  EXPECT_FALSE(CodeRequest::parse("schedule=loops\n" + right));
  EXPECT_FALSE(CodeRequest::parse("\n" + right));
  for (const auto &[name, value] :
       std::initializer_list<std::pair<const char *, const char *>>{{"schedule", "auto"},
                                                                    {"schedule", "loops fibers"},
                                                                    {"schedule", "width=16\nloops"},
                                                                    {"indices", "Wide"},
                                                                    {"local-size", "1,2"},
                                                                    {"local-size", "1,2,3,4"},
                                                                    {"local-size", "-1,1,1"},
                                                                    {"argument-constants", "1"},
                                                                    {"argument-constants", "1=2;3=4"},
                                                                    {"argument-constants", "1=4294967296"},
                                                                    {"checks", "memory,,values"},
                                                                    {"checks", "everything"},
                                                                    {"colour", "red"}}) {
    CodeRequest request;
    EXPECT_FALSE(request.set(name, value)) << name << "=" << value;
  }
}

} // namespace

namespace compiler {
namespace {

using namespace test;

TEST(CodeRequest, TextThatIsNoneFailsTheBuild) {
  const Result program = build("kernel void k(global int *a) { *a = 1; }");
  for (const char *text : {"", "kernel=k\n", "nonsense"}) {
    const Result result = generateFromText(program, text);
    EXPECT_EQ(result->status, WEFT_COMPILER_FAILED);
    EXPECT_THAT(logOf(result), testing::HasSubstr("can't be read"));
  }
}

TEST(CodeRequest, SettingsThatCantBeFollowedAreSaidAndLeftOut) {
  const Result program = build("kernel void k(global int *a) { *a = 1; }");
  CodeRequest code;
  code.kernel = "k";
  code.cpu = "nonsense";
  code.without = {"bogus", "optimise", "unroll-loops"};
  const Result result = generate(program, code, "/dev/null/ir");
  EXPECT_EQ(result->status, WEFT_COMPILER_OK) << logOf(result);
  for (const char *start :
       {"warning: cpu: is 'nonsense', and should be ", "warning: without: is 'bogus', and should be ",
        "warning: without: is 'optimise', and should be ", "warning: dumpFolder: is '/dev/null/ir', and should be "})
    EXPECT_THAT(logOf(result), testing::HasSubstr(start));
  EXPECT_THAT(logOf(result), testing::Not(testing::HasSubstr("is 'unroll-loops'")));
  EXPECT_THAT(logOf(result), testing::HasSubstr("some of '"));
  EXPECT_THAT(logOf(result), testing::HasSubstr("'unroll-loops'")) << "those that may be left out are listed";
}

} // namespace
} // namespace compiler
} // namespace weft
