// Tests the warnings about settings that the compiler can't follow: they are found in a log and name the variables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/CompilerWarnings.h"

#include <gtest/gtest.h>

namespace weft::core {
namespace {

using Warnings = std::vector<std::string>;

TEST(CompilerWarnings, HaveTheNamesOfTheVariables) {
  EXPECT_EQ(settingsWarnings("warning: cpu: is 'x', and should be y.\nnote: made without optimisation: z\n"
                             "warning: without: is 'a'\nwarning: dumpFolder: is 'b'"),
            (Warnings{"WEFT_CPU is 'x', and should be y.", "WEFT_WITHOUT is 'a'", "WEFT_DUMP_IR is 'b'"}));
}

TEST(CompilerWarnings, AreNothingElseInALog) {
  EXPECT_EQ(settingsWarnings(""), Warnings());
  EXPECT_EQ(settingsWarnings("  0.1 ms  link\nwarning: something else\na warning: cpu: is not at the start\n"),
            Warnings());
}

TEST(CompilerWarnings, AreTold) {
  EXPECT_TRUE(logSettingsWarnings("warning: cpu: is told by a test"));
  EXPECT_TRUE(logSettingsWarnings("warning: cpu: is told by a test")) << "though it isn't written again";
  EXPECT_FALSE(logSettingsWarnings("note: all is well"));
}

} // namespace
} // namespace weft::core
