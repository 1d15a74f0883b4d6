// Tests of launching kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>

#include "KernelAbi.h"
#include "support/ApiTest.h"

namespace weft::test {
namespace {

// Each work-item notes where it is, at its place in the whole range.
constexpr const char *source = R"(
void note(global uint *out) {
  size_t linear = 0;
  for (int d = 2; d >= 0; --d)
    linear = linear * get_global_size(d) + get_global_id(d) - get_global_offset(d);
  global uint *mine = out + 6 * linear;
  for (int d = 0; d < 3; ++d) {
    mine[d] = get_global_id(d);
    mine[3 + d] = get_local_size(d);
  }
}
kernel void where(global uint *out) { note(out); }
kernel __attribute__((reqd_work_group_size(4, 2, 1))) void whereFixed(global uint *out) { note(out); }
kernel __attribute__((reqd_work_group_size(4, 2, 1))) void fixed(global uint *out) { out[get_global_id(0)] = 1; }
kernel void shares(global uint *out, local uint *tile) {
  tile[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[get_local_size(0) - 1 - get_local_id(0)];
}
kernel void draws(global uint *out) {
  uint state = get_global_id(0);
  for (uint i = get_local_id(0) % 4; i < 100; ++i)
    state = state * 1664525 + 1013904223;
  out[get_global_id(0)] = state;
}
kernel void counts(volatile global uint *out) { atomic_inc(out); }
)";

class NDRangeTest : public ProgramTest {
protected:
  const Handle<cl_program> program = buildProgram(source, "-cl-std=CL3.0");
  const Handle<cl_mem> buffer_ = makeBuffer(1 << 20);
  const cl_mem buffer = buffer_.get();

  Handle<cl_kernel> prepared(const char *name, cl_program of = nullptr) {
    auto kernel = makeKernel(of ? of : program.get(), name);
    EXPECT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel.get(), 0, sizeof buffer, &buffer));
    return kernel;
  }
  const Handle<cl_kernel> where_ = prepared("where");
  const cl_kernel where = where_.get();

  cl_int launch(cl_kernel kernel, std::vector<size_t> global, std::vector<size_t> local = {},
                std::vector<size_t> offset = {}) {
    return cl.clEnqueueNDRangeKernel(queue, kernel, static_cast<cl_uint>(global.size()),
                                     offset.empty() ? nullptr : offset.data(), global.data(),
                                     local.empty() ? nullptr : local.data(), 0, nullptr, nullptr);
  }

  using Triple = std::array<size_t, 3>;
  /// Launches "where", or another kernel like it, and checks each work-item's report.
  void checkRange(std::vector<size_t> global, std::vector<size_t> local, std::vector<size_t> offset,
                  cl_kernel kernel = nullptr) {
    ASSERT_EQ(CL_SUCCESS, launch(kernel ? kernel : where, global, local, offset));
    Triple size{1, 1, 1}, start{0, 0, 0}, group{1, 1, 1};
    std::copy(global.begin(), global.end(), size.begin());
    std::copy(offset.begin(), offset.end(), start.begin());
    std::copy(local.begin(), local.end(), group.begin());
    const size_t items = size[0] * size[1] * size[2];
    const auto found = contents<cl_uint>(buffer, 6 * items);
    for (size_t i = 0; i < items; ++i) {
      const Triple at{i % size[0], i / size[0] % size[1], i / size[0] / size[1]};
      for (size_t d = 0; d < 3; ++d) {
        ASSERT_EQ(at[d] + start[d], found[6 * i + d]) << "work-item " << i << ", dimension " << d;
        if (!local.empty()) // the last group of a dimension may be smaller
          ASSERT_EQ(std::min(group[d], size[d] - at[d] / group[d] * group[d]), found[6 * i + 3 + d])
              << "work-item " << i << ", dimension " << d;
      }
    }
  }
  size_t maxGroup() const { return info<size_t>(cl.clGetDeviceInfo, device(), CL_DEVICE_MAX_WORK_GROUP_SIZE); }
};
WEFT_API_SUITE(clEnqueueNDRangeKernel, NDRangeTest);

TEST_P(clEnqueueNDRangeKernel, OneDimension) { checkRange({64}, {16}, {}); }
TEST_P(clEnqueueNDRangeKernel, TwoDimensions) { checkRange({12, 10}, {4, 5}, {}); }
TEST_P(clEnqueueNDRangeKernel, ThreeDimensions) { checkRange({4, 6, 5}, {2, 3, 5}, {}); }
TEST_P(clEnqueueNDRangeKernel, WithAnOffset) { checkRange({8, 4, 2}, {4, 2, 1}, {100, 20, 3}); }
/// What is known of one range's launches is no other's.
TEST_P(clEnqueueNDRangeKernel, RangesInTurnsOfAKernelWithCodeForItsSize) {
  const auto fixed_ = prepared("whereFixed");
  const cl_kernel fixed = fixed_.get();
  for (int round = 0; round < 3; ++round) {
    checkRange({12, 10}, {4, 2}, {}, fixed);
    checkRange({12, 10}, {4, 2}, {100, 20}, fixed);
    checkRange({12, 10}, {}, {}, fixed);
    checkRange({12, 10, 3}, {4, 2, 1}, {}, fixed);
    checkRange({12, 8}, {4, 2}, {}, fixed);
    EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(fixed, {12, 10}, {2, 2}));
    EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(fixed, {12, 10}, {0, 0}));
    EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(fixed, {12}, {4}));
    EXPECT_EQ(CL_INVALID_WORK_DIMENSION, launch(fixed, {12, 10, 1, 1}, {4, 2, 1, 1}));
    EXPECT_EQ(CL_INVALID_GLOBAL_OFFSET, launch(fixed, {12, 10}, {4, 2}, {SIZE_MAX, 0}));
  }
}

TEST_P(clEnqueueNDRangeKernel, LocalMemoryOfAnotherSizeBehindLaunches) {
  const auto shares_ = prepared("shares");
  const cl_kernel shares = shares_.get();
  for (const size_t local : {16, 8, 16, 4}) {
    ASSERT_EQ(CL_SUCCESS, ::clSetKernelArg(shares, 1, local * sizeof(cl_uint), nullptr));
    for (int launches = 0; launches < 3; ++launches)
      ASSERT_EQ(CL_SUCCESS, launch(shares, {64}, {local}));
    const auto found = contents<cl_uint>(buffer, 64);
    for (size_t i = 0; i < found.size(); ++i)
      ASSERT_EQ(i / local * local + local - 1 - i % local, found[i]) << "work-item " << i << " of groups of " << local;
    ASSERT_EQ(CL_SUCCESS, ::clSetKernelArg(shares, 1, size_t{1} << 40, nullptr));
    EXPECT_EQ(CL_OUT_OF_RESOURCES, launch(shares, {64}, {local}));
  }
}

TEST_P(clEnqueueNDRangeKernel, WithoutALocalSize) {
  checkRange({1000}, {}, {});
  checkRange({31, 17}, {}, {5, 6});
  checkRange({7, 5, 3}, {}, {});
}
TEST_P(clEnqueueNDRangeKernel, NonUniformGroups) {
  checkRange({13}, {4}, {});
  checkRange({7, 5}, {4, 3}, {});
  checkRange({5, 4, 3}, {2, 3, 2}, {1, 2, 3});
}
TEST_P(clEnqueueNDRangeKernel, GroupsLargerThanTheRange) { checkRange({3, 2}, {8, 8}, {}); }
TEST_P(clEnqueueNDRangeKernel, GroupsOfOneItem) { checkRange({9, 3}, {1, 1}, {}); }

TEST_P(clEnqueueNDRangeKernel, RangesWithoutWorkItemsSucceed) {
  const cl_uint zero = 0;
  ASSERT_EQ(CL_SUCCESS, ::clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof zero, &zero, 0, nullptr, nullptr));
  const auto counts = prepared("counts");
  Handle<cl_event> event;
  EXPECT_EQ(CL_SUCCESS,
            cl.clEnqueueNDRangeKernel(queue, counts.get(), 1, nullptr, nullptr, nullptr, 0, nullptr, event.out()));
  EXPECT_EQ(CL_SUCCESS, launch(counts.get(), {8, 0, 4}));
  EXPECT_EQ(0u, contents<cl_uint>(buffer, 1)[0]);
  EXPECT_EQ(CL_COMPLETE, info<cl_int>(cl.clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS));
}

TEST_P(clEnqueueNDRangeKernel, CommandsRunInOrder) {
  const cl_uint zero = 0;
  const auto counts = prepared("counts");
  ASSERT_EQ(CL_SUCCESS, ::clEnqueueFillBuffer(queue, buffer, &zero, sizeof zero, 0, 64, 0, nullptr, nullptr));
  for (int i = 0; i < 100; ++i)
    ASSERT_EQ(CL_SUCCESS, launch(counts.get(), {10}));
  EXPECT_EQ(1000u, contents<cl_uint>(buffer, 1)[0]);
}

TEST_P(clEnqueueNDRangeKernel, LocalMemoryArguments) {
  const auto shares = prepared("shares");
  ASSERT_EQ(CL_SUCCESS, ::clSetKernelArg(shares.get(), 1, 16 * sizeof(cl_uint), nullptr));
  ASSERT_EQ(CL_SUCCESS, launch(shares.get(), {64}, {16}));
  const auto found = contents<cl_uint>(buffer, 64);
  for (cl_uint i = 0; i < 64; ++i)
    EXPECT_EQ(i / 16 * 16 + 15 - i % 16, found[i]);
}

TEST_P(clEnqueueNDRangeKernel, WaitsForItsListAndGivesAnEvent) {
  const auto user = makeUserEvent();
  const cl_event event = user.get();
  const size_t global = 4;
  Handle<cl_event> done;
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueNDRangeKernel(queue, where, 1, nullptr, &global, nullptr, 1, &event, done.out()));
  EXPECT_EQ(cl_command_type{CL_COMMAND_NDRANGE_KERNEL},
            info<cl_command_type>(cl.clGetEventInfo, done.get(), CL_EVENT_COMMAND_TYPE));
  expectHeldBack(done.get());
  ASSERT_EQ(CL_SUCCESS, ::clSetUserEventStatus(event, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
  EXPECT_EQ(CL_COMPLETE, info<cl_int>(cl.clGetEventInfo, done.get(), CL_EVENT_COMMAND_EXECUTION_STATUS));
}

TEST_P(clEnqueueNDRangeKernel, InvalidKernelArgs) {
  const auto unset = makeKernel(program.get(), "where");
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, launch(unset.get(), {4}));
  const auto half = prepared("shares");
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, launch(half.get(), {4}));
}

TEST_P(clEnqueueNDRangeKernel, InvalidContext) {
  const auto otherContext = makeContext();
  const auto other =
      make([&](cl_int *error) { return ::clCreateCommandQueue(otherContext.get(), device(), 0, error); });
  const size_t global = 4;
  EXPECT_EQ(CL_INVALID_CONTEXT,
            cl.clEnqueueNDRangeKernel(other.get(), where, 1, nullptr, &global, nullptr, 0, nullptr, nullptr));
}

TEST_P(clEnqueueNDRangeKernel, InvalidWorkDimension) {
  const size_t global[4] = {1, 1, 1, 1};
  for (cl_uint dimensions : {0u, 4u, ~0u})
    EXPECT_EQ(CL_INVALID_WORK_DIMENSION,
              cl.clEnqueueNDRangeKernel(queue, where, dimensions, nullptr, global, nullptr, 0, nullptr, nullptr));
}

TEST_P(clEnqueueNDRangeKernel, InvalidGlobalOffset) {
  EXPECT_EQ(CL_INVALID_GLOBAL_OFFSET, launch(where, {16}, {}, {SIZE_MAX - 8}));
}

TEST_P(clEnqueueNDRangeKernel, InvalidWorkGroupSizeOfNone) {
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(where, {16}, {0}));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(where, {16, 16}, {4, 0}));
}

TEST_P(clEnqueueNDRangeKernel, InvalidWorkGroupSizeOverTheLimit) {
  const size_t half = maxGroup() / 2;
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(where, {half, 4}, {half, 4}));
}

TEST_P(clEnqueueNDRangeKernel, InvalidWorkItemSizeOverTheLimit) {
  const auto sizes = infoArray<size_t>(cl.clGetDeviceInfo, device(), CL_DEVICE_MAX_WORK_ITEM_SIZES);
  // Such groups are too large as well; the dimension is the narrower reason.
  EXPECT_EQ(CL_INVALID_WORK_ITEM_SIZE, launch(where, {4 * sizes[0]}, {2 * sizes[0]}));
  EXPECT_EQ(CL_INVALID_WORK_ITEM_SIZE, launch(where, {4, 2 * sizes[1]}, {4, 2 * sizes[1]}));
  EXPECT_EQ(CL_INVALID_WORK_ITEM_SIZE, launch(where, {SIZE_MAX}, {SIZE_MAX}));
}

TEST_P(clEnqueueNDRangeKernel, InvalidGlobalWorkSizeOfMoreItemsThanCanBeCounted) {
  EXPECT_EQ(CL_INVALID_GLOBAL_WORK_SIZE, launch(where, {SIZE_MAX, 2}, {1, 1}));
  EXPECT_EQ(CL_INVALID_GLOBAL_WORK_SIZE, launch(where, {SIZE_MAX, 2}, {SIZE_MAX / 2 + 1, 2}));
}

TEST_P(clEnqueueNDRangeKernel, InvalidWorkGroupSizeNotTheRequiredOne) {
  const auto fixed = prepared("fixed");
  EXPECT_EQ(CL_SUCCESS, launch(fixed.get(), {8, 4, 1}, {4, 2, 1}));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(fixed.get(), {8, 4, 1}, {2, 2, 1}));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(fixed.get(), {8, 4, 1}, {4, 4, 1}));
  EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
}

TEST_P(clEnqueueNDRangeKernel, InvalidWorkGroupSizeWhereGroupsMustBeUniform) {
  // OpenCL C before 2.0 knows no groups of unequal size.
  const auto old = buildProgram("kernel void plain(global uint *out) { out[get_global_id(0)] = get_local_id(0); }");
  const auto plain = prepared("plain", old.get());
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(plain.get(), {10}, {4}));
  EXPECT_EQ(CL_SUCCESS, launch(plain.get(), {12}, {4}));
  const auto uniform = buildProgram(source, "-cl-std=CL3.0 -cl-uniform-work-group-size");
  const auto whereUniform = prepared("where", uniform.get());
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(whereUniform.get(), {10}, {4}));
  EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
}

TEST_P(clEnqueueNDRangeKernel, OutOfResourcesForTooMuchLocalMemory) {
  const auto shares = prepared("shares");
  const cl_ulong limit = info<cl_ulong>(cl.clGetDeviceInfo, device(), CL_DEVICE_LOCAL_MEM_SIZE);
  ASSERT_EQ(CL_SUCCESS, ::clSetKernelArg(shares.get(), 1, limit + 1, nullptr));
  EXPECT_EQ(CL_OUT_OF_RESOURCES, launch(shares.get(), {16}, {16}));
  ASSERT_EQ(CL_SUCCESS, ::clSetKernelArg(shares.get(), 1, limit, nullptr));
  EXPECT_EQ(CL_SUCCESS, launch(shares.get(), {16}, {16}));
  EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
}

TEST_P(clEnqueueNDRangeKernel, OutOfResourcesForAKernelsOwnLocalMemory) {
  const std::string limit = std::to_string(info<cl_ulong>(cl.clGetDeviceInfo, device(), CL_DEVICE_LOCAL_MEM_SIZE));
  const auto source = [&](const std::string &size) {
    return "kernel void holds(global uint *out) { local char large[" + size +
           "]; large[get_local_id(0)] = 1; barrier(CLK_LOCAL_MEM_FENCE); out[0] = large[get_local_size(0) - 1]; }";
  };
  const auto more = buildProgram(source(limit + " + 1").c_str());
  EXPECT_EQ(CL_OUT_OF_RESOURCES, launch(prepared("holds", more.get()).get(), {16}, {16}));
  const auto all = buildProgram(source(limit).c_str());
  EXPECT_EQ(CL_SUCCESS, launch(prepared("holds", all.get()).get(), {16}, {16}));
  EXPECT_EQ(1u, contents<cl_uint>(buffer, 1)[0]);
}

TEST_P(clEnqueueNDRangeKernel, OutOfResourcesForTooMuchPrivateMemory) {
  // The kernel and the function that it calls need too much together; so do the work-items of a group of "across".
  const auto program = buildProgram(
      "__attribute__((noinline)) uint far(uint i, uint j) { volatile char large[40 << 20]; large[i] = 1; return "
      "large[j]; }\n"
      "kernel void called(global uint *out) {\n"
      "  volatile char large[40 << 20]; large[out[0]] = far(out[0], out[2]); out[1] = large[out[2]];\n}\n"
      "kernel void across(global uint *out) {\n"
      "  char large[60 << 20]; large[out[0]] = 1; barrier(CLK_LOCAL_MEM_FENCE); out[1] = large[out[2]];\n}\n"
      "kernel void fair(global uint *out) {\n"
      "  volatile uint table[1 << 18];\n"
      "  for (uint i = 0; i < 1 << 18; ++i) table[i] = i;\n  out[0] = table[(1 << 18) - 1];\n}\n");
  EXPECT_EQ(CL_OUT_OF_RESOURCES, launch(prepared("called", program.get()).get(), {4}, {4}));
  EXPECT_EQ(CL_OUT_OF_RESOURCES, launch(prepared("across", program.get()).get(), {4096}, {4096}));
  ASSERT_EQ(CL_SUCCESS, launch(prepared("fair", program.get()).get(), {4}, {4}));
  EXPECT_EQ((1u << 18) - 1, contents<cl_uint>(buffer, 1)[0]);
}

TEST_P(clEnqueueNDRangeKernel, ChoosesGroupsThatHavePrivateMemory) {
  // A group of 4,096 work-items would need 240 GiB. Few pages are written, so few of them take the machine's memory.
  const auto program = buildProgram("kernel void across(global uint *out) {\n"
                                    "  const size_t i = get_global_id(0);\n  char large[60 << 20];\n"
                                    "  large[out[i] & 1023] = 5;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                    "  out[i] = large[out[i] & 1023];\n}\n");
  ASSERT_EQ(CL_SUCCESS, launch(prepared("across", program.get()).get(), {4096}, {}));
  for (const cl_uint value : contents<cl_uint>(buffer, 4096))
    ASSERT_EQ(5U, value);
}

/// A kernel that reads `count` rows of a buffer before it writes any: in code for packets each is a vector, and they
/// take far more of the stack than private variables do.
std::string spillingSource(unsigned count) {
  std::string source = "kernel void spills(global ulong8 *rows, constant uint *places) {\n"
                       "  const uint i = get_sub_group_id() * get_max_sub_group_size() + get_sub_group_local_id();\n";
  for (unsigned k = 0; k < count; ++k) {
    const std::string number = std::to_string(k);
    source.append("  const ulong8 v" + number).append(" = rows[" + number).append(" * 64 + i];\n");
  }
  for (unsigned k = 0; k < count; ++k) {
    const std::string number = std::to_string(k);
    source.append("  rows[places[" + number).append("] * 64 + i] = v" + number).append(";\n");
  }
  return source + "}\n";
}

TEST_P(clEnqueueNDRangeKernel, RunsOnASmallStackWhereRegistersDontSuffice) {
  constexpr size_t count = 150, rowBytes = 64 * sizeof(cl_ulong8), words = rowBytes / sizeof(cl_ulong);
  std::vector<cl_ulong> before(count * words);
  std::iota(before.begin(), before.end(), 0);
  std::vector<cl_uint> places(count);
  for (size_t k = 0; k < count; ++k)
    places[k] = static_cast<cl_uint>((k * 7 + 11) % count);
  const auto rows = makeBuffer(before.size() * sizeof(cl_ulong), CL_MEM_COPY_HOST_PTR, before.data());
  const auto order = makeBuffer(count * sizeof(cl_uint), CL_MEM_COPY_HOST_PTR, places.data());
  const auto program = buildProgram(spillingSource(count).c_str(), "-cl-std=CL3.0");
  const auto kernel = makeKernel(program.get(), "spills");
  const cl_mem arguments[] = {rows.get(), order.get()};
  for (cl_uint i = 0; i < 2; ++i)
    ASSERT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel.get(), i, sizeof(cl_mem), &arguments[i]));

  // A group that the calling thread runs, with less stack than the rows of one packet take.
  const auto body = [&] {
    EXPECT_EQ(CL_SUCCESS, launch(kernel.get(), {64}, {64}));
    EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
  };
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 128 * 1024);
  pthread_t thread;
  ASSERT_EQ(0, pthread_create(
                   &thread, &attributes,
                   [](void *argument) -> void * {
                     (*static_cast<decltype(body) *>(argument))();
                     return nullptr;
                   },
                   const_cast<void *>(static_cast<const void *>(&body))));
  pthread_attr_destroy(&attributes);
  pthread_join(thread, nullptr);

  std::vector<cl_ulong> expected(before.size());
  for (size_t i = 0; i < before.size(); ++i)
    expected[places[i / words] * words + i % words] = before[i];
  EXPECT_EQ(expected, contents<cl_ulong>(rows.get(), before.size()));
}

TEST_P(clEnqueueNDRangeKernel, InvalidEventWaitList) {
  const auto user = makeUserEvent();
  const cl_event event = user.get(), wrong = as<cl_event>(queue);
  const size_t global = 4;
  const auto error = [&](cl_uint count, const cl_event *list) {
    return cl.clEnqueueNDRangeKernel(queue, where, 1, nullptr, &global, nullptr, count, list, nullptr);
  };
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, error(0, &event));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, error(1, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, error(1, &wrong));
}

TEST_P(clEnqueueNDRangeKernel, DoesNotRunBehindAFailedEvent) {
  const cl_uint zero = 0;
  ASSERT_EQ(CL_SUCCESS, ::clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof zero, &zero, 0, nullptr, nullptr));
  const auto counts = prepared("counts");
  const auto user = makeUserEvent();
  const cl_event event = user.get();
  const size_t global = 4;
  Handle<cl_event> done;
  ASSERT_EQ(CL_SUCCESS,
            cl.clEnqueueNDRangeKernel(queue, counts.get(), 1, nullptr, &global, nullptr, 1, &event, done.out()));
  ASSERT_EQ(CL_SUCCESS, ::clSetUserEventStatus(event, -1));
  EXPECT_EQ(0u, contents<cl_uint>(buffer, 1)[0]);
  EXPECT_LT(info<cl_int>(cl.clGetEventInfo, done.get(), CL_EVENT_COMMAND_EXECUTION_STATUS), 0);
}

WEFT_API_SUITE(clEnqueueTask, NDRangeTest);

TEST_P(clEnqueueTask, RunsOneWorkItem) {
  const cl_uint zero = 0;
  ASSERT_EQ(CL_SUCCESS, ::clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof zero, &zero, 0, nullptr, nullptr));
  const auto counts = prepared("counts");
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueTask(queue, counts.get(), 0, nullptr, nullptr));
  EXPECT_EQ(1u, contents<cl_uint>(buffer, 1)[0]);
}

TEST_P(clEnqueueTask, InvalidWorkGroupSize) {
  const auto fixed = prepared("fixed");
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, cl.clEnqueueTask(queue, fixed.get(), 0, nullptr, nullptr));
}

TEST_P(clEnqueueTask, InvalidKernelArgs) {
  const auto unset = makeKernel(program.get(), "where");
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, cl.clEnqueueTask(queue, unset.get(), 0, nullptr, nullptr));
}

// A 32-bit index that wraps between work-items, which smaller objects have no room for.
TEST_P(clEnqueueNDRangeKernel, IndicesWrapWithinLargeObjects) {
  constexpr size_t large = size_t{1} << 32;
  cl_ulong most = 0, memory = 0;
  ASSERT_EQ(CL_SUCCESS, ::clGetDeviceInfo(device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, nullptr));
  ASSERT_EQ(CL_SUCCESS, ::clGetDeviceInfo(device(), CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, nullptr));
  if (most < large || memory < 2 * large)
    GTEST_SKIP() << "the device has no buffers of 4 GiB";
  const auto fetching = buildProgram("kernel void fetch(global const uchar *bytes, uint start, global uchar *out) {"
                                     "  out[get_global_id(0)] = bytes[(uint)get_global_id(0) + start];"
                                     "}");
  const auto fetch = makeKernel(fetching.get(), "fetch");
  const auto bytes = makeBuffer(large);
  constexpr size_t items = 64, before = 3;
  std::array<cl_uchar, items> written;
  for (size_t i = 0; i < items; ++i)
    written[i] = static_cast<cl_uchar>(i + 1);
  ASSERT_EQ(CL_SUCCESS, ::clEnqueueWriteBuffer(queue, bytes.get(), CL_TRUE, large - before, before, written.data(), 0,
                                               nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, ::clEnqueueWriteBuffer(queue, bytes.get(), CL_TRUE, 0, items - before, written.data() + before,
                                               0, nullptr, nullptr));
  const cl_mem bytesHandle = bytes.get();
  const auto start = static_cast<cl_uint>(large - before);
  ASSERT_EQ(CL_SUCCESS, ::clSetKernelArg(fetch.get(), 0, sizeof bytesHandle, &bytesHandle));
  ASSERT_EQ(CL_SUCCESS, ::clSetKernelArg(fetch.get(), 1, sizeof start, &start));
  ASSERT_EQ(CL_SUCCESS, ::clSetKernelArg(fetch.get(), 2, sizeof buffer, &buffer));
  ASSERT_EQ(CL_SUCCESS, launch(fetch.get(), {items}, {16}));
  std::array<cl_uchar, items> read{};
  ASSERT_EQ(CL_SUCCESS, ::clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, items, read.data(), 0, nullptr, nullptr));
  EXPECT_EQ(written, read);
}

/// Whether the process has loaded code that was made for groups of this size. A compiled kernel is a shared object that
/// says so itself.
bool hasCodeFor(size_t localSize) {
  std::vector<std::string> names;
  const auto note = [](dl_phdr_info *object, size_t, void *data) {
    static_cast<std::vector<std::string> *>(data)->emplace_back(object->dlpi_name);
    return 0;
  };
  dl_iterate_phdr(note, &names);
  return std::ranges::any_of(names, [&](const std::string &name) {
    void *library = name.empty() ? nullptr : dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (!library)
      return false;
    const auto *info = static_cast<const WeftKernelInfo *>(dlsym(library, WEFT_KERNEL_INFO_SYMBOL));
    const bool is = info && info->requiredLocalSize[0] == localSize;
    dlclose(library);
    return is;
  });
}

// When enough work has come with a local size, code is made for it in the background, while launches go on with code
// for any size. It has to appear here, as otherwise nothing of it would be tested.
TEST_P(clEnqueueNDRangeKernel, LocalSizesThatRecurGiveTheSameResults) {
  const auto kernel = makeKernel(program.get(), "shares");
  ASSERT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel.get(), 0, sizeof buffer, &buffer));
  // A size for each route that no other test has.
  const size_t local = GetParam() == Route::loader ? 56 : 72, items = local << 11;
  ASSERT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel.get(), 1, local * sizeof(cl_uint), nullptr));
  std::vector<cl_uint> read(items);
  const auto round = [&](int number) {
    const cl_uint nothing = 0;
    ASSERT_EQ(CL_SUCCESS, ::clEnqueueFillBuffer(queue, buffer, &nothing, sizeof nothing, 0, items * sizeof nothing, 0,
                                                nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS, launch(kernel.get(), {items}, {local}));
    ASSERT_EQ(CL_SUCCESS, ::clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, items * sizeof(cl_uint), read.data(), 0,
                                                nullptr, nullptr));
    for (size_t i = 0; i < items; ++i)
      ASSERT_EQ(i / local * local + local - 1 - i % local, read[i]) << "round " << number << ", work-item " << i;
  };
  int rounds = 0;
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!hasCodeFor(local) && std::chrono::steady_clock::now() < end)
    ASSERT_NO_FATAL_FAILURE(round(rounds++));
  ASSERT_TRUE(hasCodeFor(local)) << "after " << rounds << " launches";
  for (int i = 0; i < 20; ++i)
    ASSERT_NO_FATAL_FAILURE(round(rounds++));
}

// The same without barriers: when launches have taken several times as long as the compiler.
TEST_P(clEnqueueNDRangeKernel, LocalSizesThatTookLongGiveTheSameResults) {
  const auto kernel = prepared("draws");
  const size_t local = GetParam() == Route::loader ? 88 : 104, items = local << 11;
  std::vector<cl_uint> expected(items), read(items);
  for (size_t i = 0; i < items; ++i) {
    auto state = static_cast<cl_uint>(i);
    for (size_t step = i % local % 4; step < 100; ++step)
      state = state * 1664525 + 1013904223;
    expected[i] = state;
  }
  const auto round = [&] {
    const cl_uint nothing = 0;
    ASSERT_EQ(CL_SUCCESS, ::clEnqueueFillBuffer(queue, buffer, &nothing, sizeof nothing, 0, items * sizeof nothing, 0,
                                                nullptr, nullptr));
    for (int i = 0; i < 20; ++i)
      ASSERT_EQ(CL_SUCCESS, launch(kernel.get(), {items}, {local}));
    ASSERT_EQ(CL_SUCCESS, ::clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, items * sizeof(cl_uint), read.data(), 0,
                                                nullptr, nullptr));
    ASSERT_EQ(expected, read);
  };
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!hasCodeFor(local) && std::chrono::steady_clock::now() < end)
    ASSERT_NO_FATAL_FAILURE(round());
  ASSERT_TRUE(hasCodeFor(local));
  ASSERT_NO_FATAL_FAILURE(round());
}

} // namespace
} // namespace weft::test
