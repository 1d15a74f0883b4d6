// Tests that short sources that would cost minutes, gigabytes or endless files are refused with a sentence.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CompilerTest.h"

namespace weft::compiler::test {
namespace {

std::string repeated(std::string_view text, size_t times) {
  std::string all;
  for (size_t index = 0; index < times; ++index)
    all += text;
  return all;
}

std::string inKernel(const std::string &statements) { return "kernel void k(global int *a) { " + statements + " }"; }

void expectRefused(const std::string &what, const std::string &source, const std::string &sentence,
                   const Headers &headers = {}, const char *options = "-cl-std=CL3.0") {
  const Result result = compile(source, options, headers,
                                "__opencl_c_int64 __opencl_c_generic_address_space "
                                "__opencl_c_program_scope_global_variables cl_khr_fp64 __opencl_c_fp64");
  EXPECT_EQ(result->status, WEFT_COMPILER_FAILED) << what;
  EXPECT_NE(logOf(result).find(sentence), std::string_view::npos) << what << ": " << logOf(result).substr(0, 500);
}

TEST(HostileSource, LineNumbersNextToTheLargest) {
  for (const char *directive : {"#line 4294967295", "# 4294967295 \"x\"", "#line 4294967294"})
    expectRefused(directive, std::string(directive) + "\nint x = (y\n+ z);\n", "undeclared identifier 'y'");
  // The line number of the error has wrapped to a small value, but the line number of the macro has not.
  expectRefused("macro",
                "#line 4294967290\n#define s { struct { int a; } c; };\n\n\n\n\n\n\n\nkernel void k() {}\nint x = "
                "sizeof(struct s);\n",
                "expanded from macro 's'");
}

TEST(HostileSource, NestingWithoutBrackets) {
  for (const char *part : {"-~", "(int)", "sizeof ", "a[0] ? 1 : ", "a[0] = ", "*", "!"})
    expectRefused(part, inKernel("a[0] = " + repeated(part, 100000) + "a[0];"), "fatal error: the source");
  for (const char *part : {"if (a[0]) ", "for (;;) ", "while (1) ", "do ", "switch (a[0]) ", "if (a[0]); else "})
    expectRefused(part, inKernel(repeated(part, 100000) + ";"), "fatal error: the source");
  expectRefused("pointers", "int " + repeated("*", 30000) + "p;", "nests too deeply");
  expectRefused("pointers", "int " + repeated("*", 100000) + "p;", "error");
  expectRefused("structures", repeated("struct { ", 100000) + "int x;" + repeated("} x;", 100000), "error");
}

TEST(HostileSource, LongPieces) {
  expectRefused("sum", inKernel("a[0] = 1" + repeated(" + a[0]", 100000) + ";"), "more than 32768 tokens");
  expectRefused("members",
                "struct s { global struct s *n; };" +
                    inKernel("global struct s *p = (global struct s *)a; p = p" + repeated("->n", 100000) + ";"),
                "more than 32768 tokens");
  expectRefused("attributes", "constant int x " + repeated("__attribute__((aligned(8)))", 100000) + " = 1;",
                "more than 32768 tokens");
  expectRefused("dimensions", "typedef int t" + repeated("[1]", 20000) + ";", "more than 256 subscripts");
  expectRefused("name", "typedef int " + std::string(100000, 'a') + ";", "more than 16384 letters");
  expectRefused("number", inKernel("a[0] = 0." + std::string(1000000, '1') + "e-300;"), "more than 16384 letters");
}

// These compilations are abandoned in the middle of Clang's work, which leaks memory.
#ifndef WEFT_UNDER_SANITIZER
TEST(HostileSource, Macros) {
  std::string doubling = "#define A0(x) x x x x\n";
  for (int level = 1; level < 12; ++level)
    doubling += "#define A" + std::to_string(level) + "(x) A" + std::to_string(level - 1) + "(x x x x x x x x)\n";
  const char *const tooMuch = "macros expand to more";
  expectRefused("arguments", doubling + "A11(int;)", tooMuch);
  expectRefused("strings", doubling + "#define S(x) #x\n#define T(x) S(x)\nconstant char s[] = T(A11(abc));", tooMuch);
  const std::string big = "#define L " + repeated("a ", 3000) + "\n#define M " + repeated("L ", 1000) + "\n";
  expectRefused("expanded first", big + "#define F(x) " + repeated("x ", 1000) + "\nF(M)", tooMuch);
  expectRefused("arguments of arguments",
                "#define F(...) __VA_ARGS__\nint x = " + repeated("F(", 10000) + "1" + repeated(")", 10000) + ";",
                "nests calls of macros");
  std::string pasting;
  for (int level = 0; level < 40; ++level)
    pasting += "#define P" + std::to_string(level) + "(x) " +
               (level ? "P" + std::to_string(level - 1) + "(x##x)" : std::string("x")) + "\n";
  expectRefused("pasting", pasting + "int P39(aaaaaaaaaa);", tooMuch);
}
#endif

TEST(HostileSource, MacrosOfRealProgramsAreStillTaken) {
  std::string table = "#define R(x) x, x, x, x\n#define S(x) R(R(R(R(R(x)))))\n#define C(a, b) a##b\n#define T(x) #x\n";
  const Result result =
      build(table + "constant int t[] = { S(1) };\nconstant char s[] = T(S(2));\n"
                    "kernel void k(global int *a) { a[0] = t[a[1]] + s[a[2]] + (int)sizeof(t) + C(1, 2); }");
  EXPECT_EQ(logOf(result), "");
}

#ifndef WEFT_UNDER_SANITIZER
TEST(HostileSource, HeadersWithoutEnd) {
  expectRefused("twice", "#include \"a.h\"\n", "includes more files",
                {{"a.h", "#if __INCLUDE_LEVEL__ < 40\n#include \"a.h\"\n#include \"a.h\"\n#endif\n"}});
}

TEST(HostileSource, OnlyRegularFilesAreIncluded) {
  const std::string folder = testing::TempDir();
  const std::string fifo = folder + "weft-fifo-" + std::to_string(getpid());
  const std::string large = folder + "weft-large-" + std::to_string(getpid());
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  close(creat(large.c_str(), 0600));
  ASSERT_EQ(truncate(large.c_str(), 17 << 20), 0);
  for (const std::string &path : {fifo, large, std::string("/dev/zero"), std::string("/dev/stdin")}) {
    expectRefused(path, "#include \"" + path + "\"\n", "only regular files of up to 16 MiB can be included");
    expectRefused(path, "constant uchar x[] = {\n#embed \"" + path + "\" limit(10)\n};", "error");
    for (const char *question : {"include", "embed"}) {
      const Result asked = compile(std::string("#if __has_") + question + "(\"" + path + "\")\n#error there\n#endif\n");
      EXPECT_EQ(logOf(asked).find("there"), std::string_view::npos) << logOf(asked);
    }
    compile("#pragma GCC dependency \"" + path + "\"\n");
  }
  unlink(fifo.c_str());
  unlink(large.c_str());
}
#endif

TEST(HostileSource, PragmasOfClangsOwnTestsAreUnknown) {
  for (const char *name : {"crash", "overflow_stack", "llvm_fatal_error", "llvm_unreachable", "parser_crash", "assert",
                           "macro M", "dump M", "captured", "sloc_usage"}) {
    const Result result = compile(std::string("#pragma clang __debug ") + name + "\nkernel void k() {}");
    EXPECT_EQ(result->status, WEFT_COMPILER_OK) << name << ": " << logOf(result);
    EXPECT_EQ(compile(std::string("_Pragma(\"clang __debug ") + name + "\")\nkernel void k() {}")->status,
              WEFT_COMPILER_OK);
  }
  EXPECT_EQ(compile("#pragma clang module import foo\n#pragma clang module load foo\nkernel void k() {}")->status,
            WEFT_COMPILER_OK);
}

TEST(HostileSource, Designators) {
  for (const char *index : {"1000000000", "0 ... 1000000000", "0 ... 4294967295", "1 << 30", "N", "(uint)-1",
                            "N * 4 + 1", "sizeof(char[1 << 30])", "~0u"})
    expectRefused(index, "enum { N = 500000000 }; constant int x[] = { [" + std::string(index) + "] = 1 };",
                  "array designator");
  expectRefused("product", "constant int x[1000][1000][1000] = { [0 ... 999][0 ... 999][0 ... 999] = 1 };",
                "array designator");
}

TEST(HostileSource, DesignatorsOfRealProgramsAreStillTaken) {
  const char *source =
      "enum { first, second, count }; struct s { int x[3]; };"
      "constant int a[] = { [second] = 5, [count - 1] = 2, ['a'] = 3, [0x10 * 4 + 1] = 7, [1 << 4] = 1 };"
      "constant int b[8][8] = { [0 ... 7] = { [2 ... 3] = 1 } };"
      "constant struct s c[] = { [1].x[2] = 3, [0] = { .x = { [1] = 2 } } };"
      "kernel void k(global int *o) { o[0] = a[o[1]] + b[o[1]][o[2]] + c[o[1]].x[o[2]]; }";
  EXPECT_EQ(logOf(build(source)), "");
}

TEST(HostileSource, StructuresOfStructures) {
  std::string source = "struct s0 { int a, b; };";
  for (int level = 1; level < 40; ++level)
    source += "struct s" + std::to_string(level) + " { struct s" + std::to_string(level - 1) + " a, b; };";
  expectRefused("doubling", source + inKernel("struct s39 x, y; y = x; a[0] = ((int *)&y)[a[1]];"),
                "more than 65536 members");
}

TEST(HostileSource, StructuresOfThemselves) {
  const std::string sentence = "field has incomplete type 'struct s'";
  for (const char *member : {"struct s again", "struct { struct s again; } inner"})
    expectRefused(member, "struct s { float x; " + std::string(member) + "; }; kernel void k(struct s a) {}", sentence);
  expectRefused("no keyword", "struct s { float x; s again; }; kernel void k(struct s a) {}", "must use 'struct' tag");
  expectRefused("array", "struct s { struct s again[4]; }; kernel void k(struct s a) {}", "incomplete element type");
  expectRefused("two at once", "struct s { struct s again; struct { int a; } } ; kernel void k(struct s a) {}",
                sentence);
  expectRefused("parameter", "kernel void k(struct s { struct s again; } a) {}", sentence);
}

TEST(HostileSource, VectorsAndObjectsHaveBounds) {
  for (const char *elements : {"257", "65536", "1048575"})
    expectRefused(elements,
                  "typedef int v __attribute__((ext_vector_type(" + std::string(elements) + ")));" +
                      inKernel("v x; x = 1; x = x * x + x; a[0] = x[a[1]];"),
                  "vectors of more than 256 elements");
  expectRefused("constants", "constant int x[1 << 30] = { 1 };" + inKernel("a[0] = x[a[1]];"),
                "constants and initial values");
  expectRefused("initial values", "global int x[1 << 30] = { 1 };" + inKernel("a[0] = x[a[1]];"),
                "constants and initial values");
}

TEST(HostileSource, WhatIsNoOpenClC) {
  expectRefused("assembly", inKernel("__asm__(\".incbin \\\"/etc/passwd\\\"\");"), "has assembly");
  expectRefused("assembly", inKernel("__asm__ volatile(\"nop\");"), "has assembly");
  expectRefused("assembly of the file", "__asm__(\".fill 1000000000, 8, 1\");" + inKernel(""), "has assembly");
  expectRefused("constructor", "__attribute__((constructor)) void f() {}" + inKernel(""), "constructors");
  expectRefused("alias", "void f() {} void g() __attribute__((alias(\"f\")));" + inKernel("g();"), "alias");
  expectRefused("section", "__attribute__((section(\".init_array\"))) constant int x = 1;" + inKernel("a[0] = x;"),
                "section");
}

TEST(HostileSource, FunctionsThatDouble) {
  std::string source = "int f0(int x) { return x + (int)get_local_id(0); }";
  for (int level = 1; level < 40; ++level) {
    const std::string call = "f" + std::to_string(level - 1) + "(x)";
    source += "__attribute__((always_inline)) int f" + std::to_string(level) + "(int x) { return " + call + " + " +
              call + "; }";
  }
  EXPECT_EQ(compile(source + inKernel("a[0] = f39(a[0]);"))->status, WEFT_COMPILER_OK);
}

void expectRefusedInCxx(const std::string &what, const std::string &source, const std::string &sentence) {
  expectRefused(what, source, sentence, {}, "-cl-std=CLC++2021");
}

TEST(HostileSource, TemplatesWithoutEnd) {
  expectRefusedInCxx("functions", "template <int n> int f() { return f<n + 1>(); }" + inKernel("*a = f<0>();"),
                     "recursive template instantiation exceeded maximum depth");
  const std::string steps = "constexpr int f(int n) { return n < 2 ? 1 : f(n - 1) + f(n - 2); }\n";
  expectRefusedInCxx("one constant", steps + inKernel("constexpr int c = f(40); *a = c;"), "maximum step limit");
  expectRefusedInCxx("constants",
                     steps +
                         "template <int n> struct H { static constexpr int v = f(19 + n % 3) + H<n - 1>::v; };\n"
                         "template <> struct H<0> { static constexpr int v = 0; };\n" +
                         inKernel("*a = H<900>::v;"),
                     "recursive template instantiation exceeded maximum depth");
}

TEST(HostileSource, TemplatesThatDouble) {
  expectRefusedInCxx(
      "members",
      "template <int n, int m> struct G { static constexpr int v = G<n - 1, 2 * m>::v + G<n - 1, 2 * m + "
      "1>::v; };\ntemplate <int m> struct G<0, m> { static constexpr int v = 1; };\n" +
          inKernel("*a = G<30, 0>::v;"),
      "more than 100000 templates");
}

} // namespace
} // namespace weft::compiler::test
