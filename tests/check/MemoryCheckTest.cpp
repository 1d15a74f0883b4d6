// Accesses outside of their objects.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "CheckedLaunch.h"

namespace weft::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<int> numbers(int count) {
  std::vector<int> all(static_cast<size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

/// The source that the tests below have in common: one element after the work-item's own.
const std::string readsNext = "kernel void k(global const int *in, global int *out) {\n"
                              "  int i = get_global_id(0);\n"
                              "  out[i] = in[i + 1];\n"
                              "}\n";

TEST(CheckMemory, ReadBehindABuffer) {
  const CheckOutcome outcome = runChecked("memory", readsNext, {buffer(numbers(64)), buffer(numbers(64))}, {64}, {16});
  ASSERT_EQ(outcome.faults.size(), 1u);
  const Json &fault = outcome.faults[0];
  EXPECT_EQ(fault["fault"], "outside");
  EXPECT_EQ(fault["kernel"], "k");
  EXPECT_EQ(fault["file"], "program.cl");
  EXPECT_EQ(fault["line"], 3);
  EXPECT_EQ(fault["column"], 12);
  EXPECT_EQ(fault["object"], "in");
  EXPECT_EQ(fault["bytes"], 256);
  EXPECT_EQ(fault["index"], 64);
  EXPECT_EQ(fault["count"], 1);
  EXPECT_EQ(fault["globalId"], Json({63, 0, 0}));
  EXPECT_EQ(fault["localId"], Json({15, 0, 0}));
  EXPECT_EQ(fault["groupId"], Json({3, 0, 0}));
  // What lies outside is 0 to the kernel, which goes on.
  std::vector<int> expected = numbers(64);
  std::ranges::for_each(expected, [](int &number) { number = number == 63 ? 0 : number + 1; });
  EXPECT_EQ(outcome.buffers[1], expected);
}

TEST(CheckMemory, NothingToFind) {
  const CheckOutcome outcome =
      runChecked("memory,races,barriers,values", readsNext, {buffer(numbers(65)), buffer(numbers(64))}, {64}, {16});
  EXPECT_TRUE(outcome.faults.empty()) << outcome.faults[0];
  EXPECT_TRUE(outcome.told.empty()) << outcome.told[0];
}

TEST(CheckMemory, NothingIsLookedForUnasked) {
  const CheckOutcome outcome = runChecked("", readsNext, {buffer(numbers(64)), buffer(numbers(64))}, {64}, {16});
  EXPECT_TRUE(outcome.faults.empty());
}

TEST(CheckMemory, TheContextIsTold) {
  const CheckOutcome outcome = runChecked("memory", readsNext, {buffer(numbers(64)), buffer(numbers(64))}, {64}, {16});
  ASSERT_EQ(outcome.told.size(), 1u);
  EXPECT_THAT(outcome.told[0], HasSubstr("read outside of buffer 'in': index 64 of 64"));
  EXPECT_THAT(outcome.told[0], HasSubstr("program.cl:3:12"));
  EXPECT_THAT(outcome.told[0], HasSubstr("global (63,0,0), local (15,0,0), group (3,0,0)"));
}

TEST(CheckMemory, WritesAreLeftOutAndCounted) {
  const CheckOutcome outcome = runChecked("memory",
                                          "kernel void k(global int *out, int shift) {\n"
                                          "  out[(int)get_global_id(0) - shift] = 7;\n"
                                          "}\n",
                                          {buffer(numbers(32)), value(5)}, {32}, {8});
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["access"], "write");
  EXPECT_EQ(outcome.faults[0]["index"].get<int>() + 5, outcome.faults[0]["globalId"][0].get<int>());
  EXPECT_EQ(outcome.faults[0]["count"], 5);
  EXPECT_THAT(outcome.buffers[0], testing::Each(testing::AnyOf(7, testing::Ge(27))));
}

TEST(CheckMemory, CallersAreNamed) {
  const CheckOutcome outcome = runChecked("memory",
                                          "int inner(global const int *a, int i) {\n"
                                          "  return a[i * 2];\n"
                                          "}\n"
                                          "int outer(global const int *a, int i) {\n"
                                          "  return inner(a, i) + 1;\n"
                                          "}\n"
                                          "kernel void k(global const int *in, global int *out) {\n"
                                          "  int i = get_global_id(0);\n"
                                          "  out[i] = outer(in, i);\n"
                                          "}\n",
                                          {buffer(numbers(16)), buffer(numbers(16))}, {16}, {4});
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["line"], 2);
  EXPECT_EQ(outcome.faults[0]["function"], "inner");
  EXPECT_EQ(outcome.faults[0]["callers"], Json({"outer (program.cl:5:10)", "k (program.cl:9:12)"}));
  EXPECT_EQ(outcome.faults[0]["count"], 8);
}

TEST(CheckMemory, PrivateArray) {
  const CheckOutcome outcome =
      runChecked("memory",
                 "kernel void k(global const int *in, global int *out) {\n"
                 "  int table[4] = {1, 2, 3, 4};\n"
                 "  int i = get_global_id(0);\n"
                 "  out[i] = table[in[i]];\n"
                 "}\n",
                 {buffer(std::vector<int>{0, 3, 2, 1, 0, 4, 1, 2}), buffer(numbers(8))}, {8}, {8});
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["objectKind"], "private variable");
  EXPECT_EQ(outcome.faults[0]["object"], "table");
  EXPECT_EQ(outcome.faults[0]["index"], 4);
  EXPECT_EQ(outcome.faults[0]["globalId"], Json({5, 0, 0}));
  EXPECT_THAT(outcome.buffers[1], ElementsAre(1, 4, 3, 2, 1, 0, 2, 3));
}

TEST(CheckMemory, ConstantIndexInAPrivateArray) {
  const CheckOutcome outcome = runChecked("memory",
                                          "kernel void k(global int *out) {\n"
                                          "  int table[4] = {1, 2, 3, 4};\n"
                                          "  out[get_global_id(0)] = table[0];\n"
                                          "  table[4] = 5;\n"
                                          "  out[get_global_id(0)] += table[3];\n"
                                          "}\n",
                                          {buffer(numbers(8))}, {8}, {8});
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["line"], 4);
  EXPECT_EQ(outcome.faults[0]["count"], 8);
  EXPECT_THAT(outcome.buffers[0], testing::Each(5));
}

TEST(CheckMemory, ArrayInAStruct) {
  const std::string source = "struct S { int a[4]; int b[4]; };\n"
                             "kernel void k(global struct S *s, int n) {\n"
                             "  s[get_global_id(0)].a[n] = 7;\n"
                             "}\n";
  for (const int n : {3, 4}) {
    const CheckOutcome outcome = runChecked("memory", source, {buffer(std::vector<int>(64)), value(n)}, {8}, {8});
    ASSERT_EQ(outcome.faults.size(), n == 3 ? 0u : 1u);
    if (n == 4) {
      EXPECT_EQ(outcome.faults[0]["object"], "an array in s");
      EXPECT_EQ(outcome.faults[0]["index"], 4);
      EXPECT_THAT(outcome.buffers[0], testing::Each(0));
    }
  }
}

/// To write one element the others are read as well.
TEST(CheckMemory, BuffersThatMayOnlyBeWritten) {
  for (const bool reads : {false, true}) {
    CheckArgument written = buffer(numbers(32));
    written.flags = CL_MEM_WRITE_ONLY;
    const CheckOutcome outcome = runChecked("memory",
                                            "kernel void k(global int4 *a) {\n"
                                            "  int i = get_global_id(0);\n"
                                            "  a[i].y = 5;\n"
                                            "  a[i].zx = (int2)(6, 7);\n" +
                                                std::string(reads ? "  a[i].w = a[i].y + 1;\n" : "") + "}\n",
                                            {written}, {8}, {8});
    ASSERT_EQ(outcome.faults.size(), reads ? 1u : 0u);
    if (!reads)
      continue;
    EXPECT_EQ(outcome.faults[0]["fault"], "forbidden");
    for (size_t i = 0; i < 8; ++i) // what is there is taken
      EXPECT_EQ(outcome.buffers[0][4 * i + 3], 6);
  }
}

TEST(CheckMemory, AtomicLoads) {
  const CheckOutcome outcome = runChecked("memory",
                                          "kernel void k(global atomic_int *a, global int *out) {\n"
                                          "  int i = get_global_id(0);\n"
                                          "  out[i] = atomic_load_explicit(a + out[i] + i, memory_order_relaxed,\n"
                                          "                                memory_scope_device);\n"
                                          "}\n",
                                          {buffer(numbers(4)), buffer(std::vector<int>(8))}, {8}, {8}, "-cl-std=CL3.0");
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["fault"], "outside");
  EXPECT_EQ(outcome.faults[0]["count"], 4);
  for (size_t i = 0; i < 8; ++i)
    EXPECT_EQ(outcome.buffers[1][i], i < 4 ? numbers(4)[i] : 0);
}

TEST(CheckMemory, BuffersThatMayOnlyBeRead) {
  const CheckOutcome outcome = runChecked("memory", "kernel void k(global int *a) { a[get_global_id(0)] += 1; }\n",
                                          {readOnlyBuffer(numbers(8))}, {8}, {8});
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["fault"], "forbidden");
  EXPECT_EQ(outcome.faults[0]["count"], 8);
  EXPECT_EQ(outcome.buffers[0], numbers(8));
}

TEST(CheckMemory, LocalMemory) {
  const std::string source = "kernel void k(global int *out, local int *given, int n) {\n"
                             "  local int own[8];\n"
                             "  int i = get_local_id(0);\n"
                             "  own[i] = i;\n"
                             "  given[i + n] = i;\n"
                             "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "  out[get_global_id(0)] = own[i + n] + given[i];\n"
                             "}\n";
  for (const int n : {0, 1}) {
    const CheckOutcome outcome =
        runChecked("memory", source, {buffer(numbers(16)), localMemory(32), value(n)}, {16}, {8});
    ASSERT_EQ(outcome.faults.size(), n == 0 ? 0u : 2u);
    if (n == 0)
      continue;
    EXPECT_EQ(outcome.faults[0]["object"], "given");
    EXPECT_EQ(outcome.faults[0]["line"], 5);
    EXPECT_EQ(outcome.faults[0]["bytes"], 32);
    EXPECT_EQ(outcome.faults[1]["object"], "own");
    EXPECT_EQ(outcome.faults[1]["count"], 2);
    EXPECT_EQ(outcome.faults[1]["localId"], Json({7, 0, 0}));
  }
}

TEST(CheckMemory, ProgramsVariablesAndConstants) {
  const CheckOutcome outcome = runChecked("memory",
                                          "constant int table[3] = {1, 2, 3};\n"
                                          "global int counters[4];\n"
                                          "kernel void k(global int *out) {\n"
                                          "  int i = get_global_id(0);\n"
                                          "  out[i] = table[i];\n"
                                          "  counters[i] = i;\n"
                                          "}\n",
                                          {buffer(numbers(8))}, {8}, {8}, "-cl-std=CL3.0");
  ASSERT_EQ(outcome.faults.size(), 2u);
  EXPECT_EQ(outcome.faults[0]["object"], "table");
  EXPECT_EQ(outcome.faults[0]["count"], 5);
  EXPECT_EQ(outcome.faults[1]["object"], "counters");
  EXPECT_EQ(outcome.faults[1]["count"], 4);
}

TEST(CheckMemory, PointersThatMove) {
  const CheckOutcome outcome = runChecked("memory",
                                          "kernel void k(global const int *in, global int *out, int n) {\n"
                                          "  int sum = 0;\n"
                                          "  for (global const int *p = in; p != in + n; ++p)\n"
                                          "    sum += *p;\n"
                                          "  out[get_global_id(0)] = sum;\n"
                                          "}\n",
                                          {buffer(numbers(8)), buffer(numbers(8)), value(10)}, {8}, {8});
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["line"], 4);
  EXPECT_EQ(outcome.faults[0]["index"], 8);
  EXPECT_EQ(outcome.faults[0]["count"], 16);
  EXPECT_THAT(outcome.buffers[1], testing::Each(28));
}

TEST(CheckMemory, MisalignedVector) {
  const CheckOutcome outcome = runChecked("memory",
                                          "kernel void k(global const int *in, global int4 *out) {\n"
                                          "  int i = get_global_id(0);\n"
                                          "  out[i] = *(global const int4 *)(in + i);\n"
                                          "}\n",
                                          {buffer(numbers(64)), buffer(numbers(64))}, {16}, {16});
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["fault"], "misaligned");
  EXPECT_EQ(outcome.faults[0]["offset"], 4);
  EXPECT_EQ(outcome.faults[0]["count"], 12);
}

TEST(CheckMemory, VectorsInMemoryThatBeginsAnywhere) {
  const auto outcomeOf = [](size_t shift, const std::string &type) {
    return runChecked("memory",
                      "kernel void k(global const " + type +
                          " *in, global int *out) {\n"
                          "  int i = get_global_id(0);\n"
                          "  out[i] = ((global const int *)&in[i])[1] + as_int4(in[i]).x;\n"
                          "}\n",
                      {given(numbers(64), shift), buffer(numbers(64))}, {16}, {16});
  };
  const CheckOutcome outcome = outcomeOf(4, "float4");
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["fault"], "misaligned");
  EXPECT_EQ(outcome.faults[0]["object"], "in");
  EXPECT_EQ(outcome.faults[0]["count"], 16);
  EXPECT_TRUE(outcomeOf(16, "float4").faults.empty());
  EXPECT_FALSE(outcomeOf(1, "int4").faults.empty());
}

TEST(CheckMemory, NullArgument) {
  const CheckOutcome outcome = runChecked("memory",
                                          "kernel void k(global const int *in, global int *out) {\n"
                                          "  out[get_global_id(0)] = in[get_global_id(0)];\n"
                                          "}\n",
                                          {value(cl_mem(nullptr)), buffer(numbers(8))}, {8}, {8});
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_THAT(outcome.faults[0]["sentence"].get<std::string>(), HasSubstr("argument 'in', which is NULL"));
}

TEST(CheckMemory, UseAfterRelease) {
  const CheckOutcome outcome = runChecked("memory",
                                          "kernel void k(global int *gone, global int *global *inMemory) {\n"
                                          "  gone[get_global_id(0)] = 1;\n"
                                          "  inMemory[0][get_global_id(0)] = 2;\n"
                                          "}\n",
                                          {released(64), addressOfReleased(64)}, {8}, {8}, "-cl-std=CL2.0");
  ASSERT_EQ(outcome.faults.size(), 2u);
  for (const Json &fault : outcome.faults) {
    EXPECT_EQ(fault["fault"], "released");
    EXPECT_EQ(fault["access"], "write");
    EXPECT_EQ(fault["count"], 8);
  }
  EXPECT_EQ(outcome.faults[0]["object"], "gone");
}

TEST(CheckMemory, TexelsThatAnImageHasNot) {
  const CheckOutcome outcome = runChecked("memory",
                                          "kernel void k(write_only image2d_t out, read_only image2d_t in) {\n"
                                          "  int x = get_global_id(0);\n"
                                          "  write_imagef(out, (int2)(x, 3), (float4)(1));\n"
                                          "  if (x == 2)\n"
                                          "    write_imagef(out, (int2)(x, 0), read_imagef(in, (int2)(x, -1)));\n"
                                          "}\n",
                                          {image(8), image(4)}, {16}, {16});
  ASSERT_EQ(outcome.faults.size(), 2u);
  const size_t write = outcome.faults[0]["object"] == "out" ? 0 : 1;
  EXPECT_EQ(outcome.faults[write]["sentence"], "write outside of image 'out': (8,3,0) of 8 x 8 x 1");
  EXPECT_EQ(outcome.faults[write]["count"], 8);
  EXPECT_EQ(outcome.faults[1 - write]["coordinates"], Json({2, -1, 0}));
  EXPECT_EQ(outcome.faults[1 - write]["access"], "read");
  EXPECT_EQ(outcome.faults[1 - write]["line"], 5);
}

/// Groups that stay within memory have code that doesn't ask: what others do is found all the same.
TEST(CheckMemory, OnlyTheLastGroupLeaves) {
  const CheckOutcome outcome =
      runChecked("memory",
                 "kernel void k(global const int *in, global int *out, int width) {\n"
                 "  int row = get_global_id(0), sum = 0;\n"
                 "  for (int i = 0; i < width; ++i)\n"
                 "    sum += in[row * width + i];\n"
                 "  if (row < 60)\n"
                 "    out[row] = sum;\n"
                 "}\n",
                 {buffer(std::vector<int>(64 * 8 - 3, 1)), buffer(numbers(60)), value(8)}, {64}, {16});
  ASSERT_EQ(outcome.faults.size(), 1u) << outcome.faults[1];
  EXPECT_EQ(outcome.faults[0]["object"], "in");
  EXPECT_EQ(outcome.faults[0]["count"], 3);
  EXPECT_EQ(outcome.faults[0]["globalId"], Json({63, 0, 0}));
  EXPECT_EQ(outcome.buffers[1], std::vector<int>(60, 8));
}

/// Indices whose parts depend on each other, in local memory that is just long enough, and in one that is too short by
/// one: a pair of a network, a tile, a sum with what lies before, a partner, a table's every n-th element.
TEST(CheckMemory, IndicesOfRelatedParts) {
  struct Kernel {
    const char *body;
    size_t ints;
  };
  for (const Kernel &kernel :
       {Kernel{"for (uint d = n; d > 0; d /= 2) { uint low = 2 * id - (id & (d - 1)); a[low + d] = a[low]; }", 32},
        Kernel{"for (int i = 0; i < (int)n * 4; i += 16) a[i + id] = i;", 64},
        Kernel{"for (uint d = 1; d < 16; d *= 2) out[id] += id >= d ? a[id - d + n] : 0;", 31},
        Kernel{"for (uint d = 1; d < 16; d *= 2) a[id ^ d] = d;", 16},
        Kernel{"for (int l = 1; l <= 16; l *= 2) a[(id & (l - 1)) * (16 / l)] = l;", 16}})
    for (const bool isShort : {false, true}) {
      const CheckOutcome outcome = runChecked(
          "memory",
          "kernel void k(local int *a, global int *out, uint n) {\n"
          "  uint id = get_local_id(0);\n" +
              std::string(kernel.body) + "\n}\n",
          {localMemory((kernel.ints - (isShort ? 1 : 0)) * sizeof(int)), buffer(numbers(64)), value(16u)}, {32}, {16});
      ASSERT_EQ(outcome.faults.empty(), !isShort) << kernel.body;
      if (isShort) {
        EXPECT_EQ(outcome.faults[0]["index"], kernel.ints - 1) << kernel.body;
      }
    }
}

/// A pointer that leads to one of two arrays has to stay within both.
TEST(CheckMemory, PointersToEitherArray) {
  for (const int length : {16, 15}) {
    const CheckOutcome outcome = runChecked("memory",
                                            "kernel void k(global int *out) {\n"
                                            "  local int a[16], b[" +
                                                std::to_string(length) +
                                                "];\n"
                                                "  local int *from = a, *to = b;\n"
                                                "  int i = get_local_id(0);\n"
                                                "  a[i] = i;\n"
                                                "  for (int k = 0; k < 3; ++k) {\n"
                                                "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                                "    to[i] = from[15 - i];\n"
                                                "    local int *swap = from;\n"
                                                "    from = to;\n"
                                                "    to = swap;\n"
                                                "  }\n"
                                                "  out[get_global_id(0)] = from[i & 7];\n"
                                                "}\n",
                                            {buffer(numbers(32))}, {32}, {16});
    ASSERT_EQ(outcome.faults.size(), length == 16 ? 0u : 2u);
    for (const Json &fault : outcome.faults)
      EXPECT_EQ(fault["line"], 8);
    if (length == 16) {
      EXPECT_EQ(outcome.buffers[0][3], 12);
      EXPECT_EQ(outcome.buffers[0][24], 15);
    }
  }
}

/// Blocks begin anywhere, and what the device keeps of an image is not the program's.
TEST(CheckMemory, BlocksOfImages) {
  const CheckOutcome outcome =
      runChecked("memory",
                 "kernel void k(read_only image2d_t in, write_only image2d_t out) {\n"
                 "  int2 at = (int2)(64 * (int)get_sub_group_id() - 16, 1);\n"
                 "  intel_sub_group_block_write2(out, at, intel_sub_group_block_read2(in, at));\n"
                 "}\n",
                 {image(8), image(8)}, {32}, {32}, "-cl-std=CL3.0");
  EXPECT_TRUE(outcome.faults.empty()) << outcome.faults[0];
}

TEST(CheckMemory, CastsToAnotherAddressSpace) {
  const std::string source = "kernel void k(global int *out, int which) {\n"
                             "  local int shared[8];\n"
                             "  int own[2] = {1, which};\n"
                             "  shared[get_local_id(0)] = 7;\n"
                             "  int *any = which == 0 ? (int *)shared : which == 1 ? (int *)out : &own[which & 1];\n"
                             "  int number = ((local int *)any)[0];\n"
                             "  if (to_local(any) == 0 && to_global(any) != 0)\n"
                             "    number = ((global int *)any)[0];\n"
                             "  out[get_global_id(0)] = number;\n"
                             "}\n";
  for (const int which : {0, 1, 2}) {
    const CheckOutcome outcome =
        runChecked("memory", source, {buffer(numbers(8)), value(which)}, {8}, {8}, "-cl-std=CL3.0");
    ASSERT_EQ(outcome.faults.size(), which == 0 ? 0u : 1u);
    if (which == 0)
      continue;
    EXPECT_EQ(outcome.faults[0]["fault"], "cast");
    EXPECT_EQ(outcome.faults[0]["line"], 6);
    EXPECT_EQ(outcome.faults[0]["count"], 8);
    EXPECT_THAT(outcome.faults[0]["sentence"].get<std::string>(), HasSubstr("cast to a pointer to local memory"));
  }
}

/// to_global answers NULL for local memory.
TEST(CheckMemory, UseOfAnAnswerThatIsNull) {
  const CheckOutcome outcome = runChecked("memory",
                                          "kernel void k(global int *out, int n) {\n"
                                          "  local int shared[8];\n"
                                          "  shared[get_local_id(0)] = 7;\n"
                                          "  int *any = n > 0 ? (int *)shared : (int *)out;\n"
                                          "  *to_global(any) = 1;\n"
                                          "}\n",
                                          {buffer(numbers(8)), value(1)}, {8}, {8}, "-cl-std=CL3.0");
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["access"], "write");
  EXPECT_EQ(outcome.faults[0]["line"], 5);
  EXPECT_EQ(outcome.buffers[0], numbers(8));
}

TEST(CheckMemory, AtomicsAndVectors) {
  const CheckOutcome outcome = runChecked("memory",
                                          "kernel void k(global int *counts, global float *v) {\n"
                                          "  int i = get_global_id(0);\n"
                                          "  atomic_add(&counts[i / 2], 1);\n"
                                          "  vstore4(vload4(i, v) * 2.0f, i, v);\n"
                                          "}\n",
                                          {buffer(numbers(4)), buffer(std::vector<float>(62))}, {16}, {16});
  ASSERT_EQ(outcome.faults.size(), 3u);
  EXPECT_EQ(outcome.faults[0]["access"], "atomic access");
  EXPECT_EQ(outcome.faults[0]["count"], 8);
  EXPECT_EQ(outcome.faults[1]["access"], "read");
  EXPECT_EQ(outcome.faults[1]["globalId"], Json({15, 0, 0}));
  EXPECT_EQ(outcome.faults[2]["access"], "write");
  EXPECT_EQ(outcome.faults[2]["count"], 1);
}

} // namespace
} // namespace weft::test
