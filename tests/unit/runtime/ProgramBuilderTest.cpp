// Tests for which sources the disk cache may replace a compilation: those that include no files and use no time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/ProgramBuilder.h"

#include <gtest/gtest.h>

namespace weft::core {
namespace {

TEST(DependsOnSurroundings, FilesThatAreIncluded) {
  for (const char *source :
       {"#include \"a.h\"", "int x;\n # \t include <a.h>\n", "#\\\ninclude \"a.h\"", "# /* c */ include \"a.h\"",
        "%:include \"a.h\"", "?\?=include \"a.h\"", "#include_next <a.h>", "#import \"a.h\"", "#embed \"a.bin\"",
        "#if __has_include(\"a.h\")\n#endif"})
    EXPECT_TRUE(dependsOnSurroundings(source)) << source;
}

TEST(DependsOnSurroundings, TheTime) {
  EXPECT_TRUE(dependsOnSurroundings("constant char *built = __DATE__;"));
  EXPECT_TRUE(dependsOnSurroundings("constant char *built = __TIME__;"));
}

TEST(DependsOnSurroundings, NotOrdinaryText) {
  for (const char *source : {"", "kernel void f() {}", "/* This notice shall be included in all copies. */",
                             "#define N 1\nint included = N;", "include", "int important;"})
    EXPECT_FALSE(dependsOnSurroundings(source)) << source;
}

} // namespace
} // namespace weft::core
