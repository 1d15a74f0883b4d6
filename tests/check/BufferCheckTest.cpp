// Reads of buffers that was never written. The process has WEFT_CHECK=values, by which buffers are watched.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <cstring>

#include <CL/cl_ext.h>

#include "CheckedLaunch.h"

namespace weft::test {
namespace {

constexpr size_t count = 32; ///< ints in a buffer
constexpr size_t bytes = count * sizeof(int);
constexpr size_t half = bytes / 2;

using Prepare = std::function<void(cl_command_queue, cl_mem)>;

cl_context contextOf(cl_command_queue queue) {
  cl_context context = nullptr;
  clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, nullptr);
  return context;
}

/// Runs the kernel k of a source with one work-item for each two elements of the buffer.
void launch(cl_command_queue queue, cl_mem memory, const std::string &source) {
  cl_int error = CL_SUCCESS;
  const char *text = source.c_str();
  cl_program program = clCreateProgramWithSource(contextOf(queue), 1, &text, nullptr, &error);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof memory, &memory), CL_SUCCESS);
  const size_t global = count / 2, local = 8;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

CheckOutcome runBody(const std::string &body, Prepare prepare = nullptr, const std::string &checks = "values",
                     const std::string &before = "") {
  return runChecked(
      checks, before + "kernel void k(global int *x, global int *out) {\n  int i = get_global_id(0);\n" + body + "}\n",
      {fresh(bytes, std::move(prepare)), buffer(std::vector<int>(count))}, {count}, {8}, "-cl-std=CL3.0");
}

/// How often a read of an element that was never written is reported.
uint64_t unwrittenReads(const Prepare &prepare) {
  const CheckOutcome outcome = runBody("  out[i] = x[i];\n", prepare);
  uint64_t reads = 0;
  for (const Json &fault : outcome.faults) {
    EXPECT_EQ(fault["fault"], "unwritten") << fault;
    EXPECT_EQ(fault["object"], "x") << fault;
    reads += fault["count"].get<uint64_t>();
  }
  return reads;
}

class CheckBuffers : public testing::Test {
  void SetUp() override {
    const char *checks = std::getenv("WEFT_CHECK");
    if (!checks || !std::strstr(checks, "values"))
      GTEST_SKIP() << "WEFT_CHECK has no 'values'";
  }
};

TEST_F(CheckBuffers, ReadsOfWhatNobodyHasWritten) {
  const std::array<std::pair<const char *, const char *>, 9> cases{{
      {"an element", "  out[i] = x[i];\n"},
      {"a vector", "  out[i] = vload4(i / 4, x).y;\n"},
      {"three elements", "  out[i] = ((global int3 *)x)[i / 4].y;\n"},
      {"an element that is changed", "  x[i] += 1;\n"},
      {"an element that is changed atomically", "  atomic_add(x + i, 1);\n"},
      {"an element that is exchanged", "  atomic_cmpxchg(x + i, 1, 2);\n"},
      {"by a generic pointer", "  int *p = x + i;\n  out[i] = *p;\n"},
      {"where an index from memory leads", "  out[i] = x[out[i] + 3];\n"},
      {"in a loop", "  int sum = 0;\n  for (int n = 0; n < 8; ++n) sum += x[n];\n  out[i] = sum;\n"},
  }};
  for (const char *checks : {"values", "memory,values", "memory,races,barriers,values"})
    for (const auto &[what, body] : cases) {
      const CheckOutcome outcome = runBody(body, nullptr, checks);
      ASSERT_FALSE(outcome.faults.empty()) << what << ", " << checks;
      EXPECT_EQ(outcome.faults[0]["fault"], "unwritten") << what << ", " << checks;
      EXPECT_EQ(outcome.faults[0]["object"], "x") << what << ", " << checks;
    }
}

TEST_F(CheckBuffers, PlaceOfTheRead) {
  const CheckOutcome outcome = runBody("  if (i > 20 && i < 24)\n" // in one group: which of several comes first is open
                                       "    out[i] = x[i];\n");
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["line"], 4);
  EXPECT_EQ(outcome.faults[0]["offset"], 84);
  EXPECT_EQ(outcome.faults[0]["bytes"], bytes);
  EXPECT_EQ(outcome.faults[0]["accessBytes"], 4);
  EXPECT_EQ(outcome.faults[0]["globalId"], Json({21, 0, 0}));
  EXPECT_EQ(outcome.faults[0]["count"], 3);
  EXPECT_EQ(outcome.faults[0]["sentence"], "read of buffer 'x' at offset 84, which was never written");
}

/// Each writes the first half.
TEST_F(CheckBuffers, WhatTheHostHasWritten) {
  const std::vector<int> numbers(count, 1);
  const int one = 1;
  const size_t zero[3] = {0, 0, 0}, region[3] = {half / 2, 2, 1};
  const std::pair<const char *, Prepare> cases[] = {
      {"a write",
       [&](auto queue, auto x) {
         clEnqueueWriteBuffer(queue, x, CL_TRUE, 0, half, numbers.data(), 0, nullptr, nullptr);
       }},
      {"a rectangle",
       [&](auto queue, auto x) {
         clEnqueueWriteBufferRect(queue, x, CL_TRUE, zero, zero, region, half / 2, 0, half / 2, 0, numbers.data(), 0,
                                  nullptr, nullptr);
       }},
      {"a fill",
       [&](auto queue, auto x) { clEnqueueFillBuffer(queue, x, &one, sizeof one, 0, half, 0, nullptr, nullptr); }},
      {"a copy",
       [&](auto queue, auto x) {
         cl_mem from = clCreateBuffer(contextOf(queue), CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
         clEnqueueCopyBuffer(queue, from, x, 0, 0, half, 0, nullptr, nullptr);
         clReleaseMemObject(from);
       }},
      {"a copy of a rectangle",
       [&](auto queue, auto x) {
         cl_mem from = clCreateBuffer(contextOf(queue), CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
         clEnqueueCopyBufferRect(queue, from, x, zero, zero, region, half / 2, 0, half / 2, 0, 0, nullptr, nullptr);
         clReleaseMemObject(from);
       }},
      {"a copy of an image",
       [&](auto queue, auto x) {
         const cl_image_format format{CL_R, CL_SIGNED_INT32};
         const size_t texels[3] = {count / 2, 1, 1};
         cl_image_desc description{};
         description.image_type = CL_MEM_OBJECT_IMAGE1D;
         description.image_width = count / 2;
         cl_mem from = clCreateImage(contextOf(queue), CL_MEM_READ_WRITE, &format, &description, nullptr, nullptr);
         clEnqueueCopyImageToBuffer(queue, from, x, zero, texels, 0, 0, nullptr, nullptr);
         clReleaseMemObject(from);
       }},
      {"a mapping",
       [&](auto queue, auto x) {
         void *mapped = clEnqueueMapBuffer(queue, x, CL_TRUE, CL_MAP_WRITE, 0, half, 0, nullptr, nullptr, nullptr);
         clEnqueueUnmapMemObject(queue, x, mapped, 0, nullptr, nullptr);
       }},
      {"a mapping, and one that is refused",
       [&](auto queue, auto x) {
         void *mapped = clEnqueueMapBuffer(queue, x, CL_TRUE, CL_MAP_WRITE, 0, half, 0, nullptr, nullptr, nullptr);
         cl_int error = CL_SUCCESS;
         clEnqueueMapBuffer(queue, x, CL_TRUE, CL_MAP_WRITE, 0, bytes, 0, nullptr, nullptr, &error);
         EXPECT_EQ(error, CL_INVALID_OPERATION);
         clEnqueueUnmapMemObject(queue, x, mapped, 0, nullptr, nullptr);
       }},
      {"a write of a part",
       [&](auto queue, auto x) {
         const cl_buffer_region part{0, half};
         cl_mem its = clCreateSubBuffer(x, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &part, nullptr);
         clEnqueueWriteBuffer(queue, its, CL_TRUE, 0, half, numbers.data(), 0, nullptr, nullptr);
         clReleaseMemObject(its);
       }},
  };
  for (const auto &[what, prepare] : cases)
    EXPECT_EQ(unwrittenReads(prepare), count / 2) << what;
}

TEST_F(CheckBuffers, WhatTheHostMayHaveWritten) {
  const Prepare native = [](auto queue, auto x) {
    void *place = nullptr;
    const void *places[] = {static_cast<void *>(&place)};
    EXPECT_EQ(clEnqueueNativeKernel(
                  queue, [](void *) {}, static_cast<void *>(&place), sizeof place, 1, &x, places, 0, nullptr, nullptr),
              CL_SUCCESS);
  };
  const Prepare image = [](auto queue, auto x) {
    const cl_image_format format{CL_R, CL_SIGNED_INT32};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
    description.image_width = count;
    description.buffer = x;
    clReleaseMemObject(clCreateImage(contextOf(queue), CL_MEM_READ_WRITE, &format, &description, nullptr, nullptr));
  };
  EXPECT_EQ(unwrittenReads(native), 0);
  EXPECT_EQ(unwrittenReads(image), 0);
  EXPECT_EQ(unwrittenReads(nullptr), count);
}

/// Each writes the even elements, and what it may write besides counts.
TEST_F(CheckBuffers, WhatKernelsHaveWritten) {
  struct {
    const char *what;
    const char *source;
    uint64_t unwritten;
  } const cases[] = {
      {"a store", "kernel void k(global int *x) { x[2 * get_global_id(0)] = 1; }\n", count / 2},
      {"a store of a vector", "kernel void k(global int *x) { vstore2((int2)(1), 2 * get_global_id(0) % 16, x); }\n",
       count / 2},
      {"a store of a part", "kernel void k(global char2 *x) { x[2 * get_global_id(0)].y = 1; }\n", count},
      {"an exchange", "kernel void k(global int *x) { atomic_xchg(x + 2 * get_global_id(0), 1); }\n", count / 2},
      {"an atomic store",
       "kernel void k(global atomic_int *x) { atomic_store_explicit(x + 2 * get_global_id(0), 1, memory_order_relaxed, "
       "memory_scope_device); }\n",
       count / 2},
      {"a struct",
       "struct pair { int left, right; };\n"
       "kernel void k(global struct pair *x) { struct pair y = {1, 2}; if (get_global_id(0) < 8) x[get_global_id(0)] = "
       "y; }\n",
       count / 2},
      {"a half", "kernel void k(global float *x) { x[0] = 1; vstore_half(1.0f, 2, (global half *)x); }\n", count - 1},
      {"a builtin", "kernel void k(global float *x) { x[0] = 1; vstore_half_rtz(1.0f, 0, (global half *)x); }\n", 0},
      {"an asynchronous copy",
       "kernel void k(global int *x) { local int a[8]; a[get_local_id(0)] = 1; barrier(CLK_LOCAL_MEM_FENCE);\n"
       "  event_t e = async_work_group_copy(x + get_group_id(0) * 8, a, 8, 0); wait_group_events(1, &e); }\n",
       count / 2},
      {"through memory",
       "kernel void k(global int *x) { global int *y[2] = {x, x + 1}; global int **z = y; *z[get_global_id(0) & 1] = "
       "1; }\n",
       0},
      {"a place of two",
       "kernel void k(global int *x) { local int a; int *y = x; if (get_local_id(0) > 3) y = &a; *y = 1; }\n", 0},
  };
  for (const auto &[what, source, unwritten] : cases) {
    uint64_t reported = 0;
    const uint64_t reads = unwrittenReads([&](cl_command_queue queue, cl_mem x) {
      launch(queue, x, source);
      for (const Json &fault : takeReports())
        if (fault["fault"] == "unwritten" && fault["object"] == "x")
          ++reported;
    });
    EXPECT_EQ(reads, unwritten) << what;
    EXPECT_EQ(reported, std::string_view(what) == "an exchange" ? 1u : 0u) << what; // it reads, too
  }
}

/// Clang reads what stands beside: that is nobody's read.
TEST_F(CheckBuffers, WhatIsNoRead) {
  const std::array<std::pair<const char *, const char *>, 5> cases{{
      {"an element of a vector", "  ((global int4 *)x)[i / 4].z = i / 4;\n"},
      {"an element of a vector where an index from memory leads",
       "  ((global int4 *)x)[i / 4 + out[i]].z = i / 4;\n  ((global int4 *)x)[i / 4 + out[i]].y = i / 4;\n"},
      {"three of four elements there", "  global int3 *y = (global int3 *)x + out[i];\n"
                                       "  vstore3((int3)(1), 0, x + i / 4 * 4);\n"
                                       "  barrier(CLK_GLOBAL_MEM_FENCE);\n  out[i] = y[i / 4].x;\n"},
      {"three of four elements", "  global int3 *y = (global int3 *)x;\n  vstore3((int3)(1), 0, x + i / 4 * 4);\n"
                                 "  barrier(CLK_GLOBAL_MEM_FENCE);\n  out[i] = y[i / 4].x;\n"},
      {"a struct with holes",
       "  global struct holed *y = (global struct holed *)x + i / 2;\n  y->left = 1;\n  y->right = 2;\n"
       "  struct holed z = *y;\n  out[i] = z.left + z.right;\n"},
  }};
  for (const auto &[what, body] : cases) {
    const CheckOutcome outcome = runBody(body, nullptr, "memory,values", "struct holed { char left; int right; };\n");
    EXPECT_TRUE(outcome.faults.empty()) << what << ": " << outcome.faults[0];
  }
}

/// What lies outside of a buffer is told of once, by the check for memory, and harms nobody without it.
TEST_F(CheckBuffers, OutsideOfTheBuffer) {
  const CheckOutcome outcome = runBody("  out[i] = x[i + 32 + (out[i] & 1)];\n", nullptr, "memory,values");
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["fault"], "outside");
  EXPECT_TRUE(runBody("  out[i] = x[i + 32 + (out[i] & 1)];\n").faults.empty());
}

} // namespace
} // namespace weft::test
