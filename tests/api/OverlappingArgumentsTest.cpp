// Launches whose arguments are the same memory, and which code they get.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl_ext.h>

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "KernelAbi.h"
#include "support/ApiTest.h"
#include "support/Extension.h"

namespace weft::test {
namespace {

constexpr size_t items = 64;
constexpr size_t rowLength = 16;
constexpr cl_int count = 8;
constexpr size_t rows = items * rowLength; ///< elements that the kernel reaches through an argument
constexpr size_t step = 32;                ///< elements that a sub-buffer may begin behind another one
constexpr size_t all = 2 * rows + step;

// The element that is added last may be the sum. Work-items have rows of their own.
constexpr const char *source = R"(
void add(global int *to, global const int *from, int shift, int count) {
  const int row = get_global_id(0) * 16;
  for (int k = count; k-- > 0;)
    to[row] += from[row + shift + k];
}
kernel void sum(global int *to, global const int *from, int shift, int count) { add(to, from, shift, count); }
kernel __attribute__((reqd_work_group_size(16, 1, 1)))
void sumInGroups(global int *to, global const int *from, int shift, int count) { add(to, from, shift, count); }
)";

constexpr const char *products = R"(
kernel void dot(global const int *a, global const int *b, global int *to) {
  local int first[LOCAL / sizeof(int)];
  const int row = get_global_id(0) * 16;
  first[get_local_id(0)] = a[row];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = first[0];
  for (int k = 0; k < 8; ++k)
    sum += a[row + k] * b[row + k];
  to[row] = sum;
})";

class OverlappingArgumentsTest : public ProgramTest {
protected:
  const Handle<cl_program> program = buildProgram(source);
  const Handle<cl_kernel> sum_ = makeKernel(program.get(), "sum");
  /// Has code for its size from the first launch on.
  const Handle<cl_kernel> sumInGroups = makeKernel(program.get(), "sumInGroups");
  cl_kernel sum = sum_.get();
  std::vector<cl_int> own = std::vector<cl_int>(all);

  void set(cl_kernel kernel, cl_uint index, const Handle<cl_mem> &buffer) const {
    const cl_mem handle = buffer.get();
    EXPECT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel, index, sizeof(cl_mem), static_cast<const void *>(&handle)));
  }
  void setPointer(cl_uint index, const void *pointer) const {
    EXPECT_EQ(CL_SUCCESS, ::clSetKernelArgSVMPointer(sum, index, pointer));
  }
  Handle<cl_mem> over(cl_int *memory, size_t elements) const {
    return makeBuffer(elements * sizeof(cl_int), CL_MEM_USE_HOST_PTR, memory);
  }
  static Handle<cl_mem> part(const Handle<cl_mem> &buffer, size_t first, size_t elements) {
    const cl_buffer_region region{first * sizeof(cl_int), elements * sizeof(cl_int)};
    return make([&](cl_int *error) {
      return ::clCreateSubBuffer(buffer.get(), CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, error);
    });
  }

  /// Launches the kernel with the arguments that it has: `to` and `from` begin at these elements of the memory.
  void check(const char *what, cl_int *memory, size_t to, size_t from, size_t shift = 0, cl_int number = count) const {
    std::iota(memory, memory + all, 1);
    std::vector<cl_int> expected(memory, memory + all);
    for (size_t row = 0; row < rows; row += rowLength)
      for (auto k = static_cast<size_t>(number); k-- > 0;)
        expected[to + row] += expected[from + row + shift + k];
    const auto elements = static_cast<cl_int>(shift);
    ASSERT_EQ(CL_SUCCESS, ::clSetKernelArg(sum, 2, sizeof elements, &elements));
    ASSERT_EQ(CL_SUCCESS, ::clSetKernelArg(sum, 3, sizeof number, &number));
    launch(sum);
    EXPECT_EQ(std::vector<cl_int>(memory, memory + all), expected) << what;
  }
  void launch(cl_kernel kernel) const {
    const size_t global = items, local = 16;
    ASSERT_EQ(CL_SUCCESS, cl.clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS, ::clFinish(queue));
  }

  /// Pointers into one allocation and into two, in turns.
  void checkPointers(cl_int *memory, cl_int *other) const {
    for (int round = 0; round < 2; ++round) {
      setPointer(0, memory);
      setPointer(1, memory);
      check("the same address", memory, 0, 0);
      setPointer(1, memory + rows);
      check("the same allocation", memory, 0, rows);
      setPointer(0, memory + step);
      setPointer(1, memory);
      check("an address within the other's reach", memory, step, 0, step);
      setPointer(0, memory);
      setPointer(1, other);
      check("two allocations", memory, 0, 0, 0, 0);
    }
  }
};

WEFT_API_SUITE(OverlappingArguments, OverlappingArgumentsTest);

TEST_P(OverlappingArguments, OneBufferTwice) {
  const auto buffer = over(own.data(), all);
  const auto other = makeBuffer(all * sizeof(cl_int));
  for (int round = 0; round < 2; ++round) {
    set(sum, 0, buffer);
    set(sum, 1, buffer);
    check("one buffer", own.data(), 0, 0);
    set(sum, 1, other);
    check("two buffers", own.data(), 0, 0, 0, 0);
  }
}

TEST_P(OverlappingArguments, OneBufferBehindLaunchesOfTwo) {
  sum = sumInGroups.get();
  const auto buffer = over(own.data(), all);
  const auto begin = part(buffer, 0, rows + step), overlapping = part(buffer, step, rows);
  const auto other = makeBuffer(all * sizeof(cl_int));
  set(sum, 0, buffer);
  for (int round = 0; round < 2; ++round) {
    for (int launches = 0; launches < 3; ++launches) {
      set(sum, 0, buffer);
      set(sum, 1, other);
      check("two buffers", own.data(), 0, 0, 0, 0);
    }
    set(sum, 1, buffer);
    check("one buffer", own.data(), 0, 0);
    set(sum, 0, overlapping);
    set(sum, 1, begin);
    check("parts that overlap", own.data(), step, 0, step);
  }
}

TEST_P(OverlappingArguments, SubBuffers) {
  const auto buffer = over(own.data(), all);
  const auto begin = part(buffer, 0, rows + step), overlapping = part(buffer, step, rows),
             behind = part(buffer, rows + step, rows);
  for (int round = 0; round < 2; ++round) {
    set(sum, 0, overlapping);
    set(sum, 1, begin);
    check("parts that overlap", own.data(), step, 0, step);
    set(sum, 1, buffer);
    check("a buffer and a part", own.data(), step, 0, step);
    set(sum, 0, begin);
    set(sum, 1, behind);
    check("parts side by side", own.data(), 0, rows + step);
  }
}

TEST_P(OverlappingArguments, BuffersOverTheSameHostMemory) {
  const auto begin = over(own.data(), rows + step), overlapping = over(own.data() + step, rows),
             behind = over(own.data() + rows + step, rows);
  for (int round = 0; round < 2; ++round) {
    set(sum, 0, overlapping);
    set(sum, 1, begin);
    check("overlapping", own.data(), step, 0, step);
    set(sum, 0, begin);
    set(sum, 1, behind);
    check("apart", own.data(), 0, rows + step);
  }
}

TEST_P(OverlappingArguments, SharedVirtualMemory) {
  const auto allocate = [&] {
    return static_cast<cl_int *>(::clSVMAlloc(context, CL_MEM_READ_WRITE, all * sizeof(cl_int), 0));
  };
  cl_int *memory = allocate(), *other = allocate();
  checkPointers(memory, other);
  const auto buffer = over(memory, all);
  set(sum, 0, buffer);
  setPointer(1, memory);
  check("a buffer over the allocation", memory, 0, 0);
  ::clSVMFree(context, memory);
  ::clSVMFree(context, other);
}

TEST_P(OverlappingArguments, UnifiedSharedMemory) {
  const auto allocate = extension<clSharedMemAllocINTEL_fn>(GetParam(), "clSharedMemAllocINTEL");
  const auto free = extension<clMemFreeINTEL_fn>(GetParam(), "clMemFreeINTEL");
  const auto setMemory = extension<clSetKernelArgMemPointerINTEL_fn>(GetParam(), "clSetKernelArgMemPointerINTEL");
  auto *memory = static_cast<cl_int *>(allocate(context, device(), nullptr, all * sizeof(cl_int), 0, nullptr));
  ASSERT_NE(nullptr, memory);
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(CL_SUCCESS, setMemory(sum, 0, memory + step));
    EXPECT_EQ(CL_SUCCESS, setMemory(sum, 1, memory));
    check("one allocation", memory, step, 0, step);
    EXPECT_EQ(CL_SUCCESS, setMemory(sum, 1, own.data()));
    check("memory of the application", memory, step, 0, 0, 0);
  }
  EXPECT_EQ(CL_SUCCESS, free(context, memory));
}

TEST_P(OverlappingArguments, MemoryOfTheApplication) { checkPointers(own.data(), std::vector<cl_int>(all).data()); }

TEST_P(OverlappingArguments, Null) {
  const auto buffer = over(own.data(), all);
  set(sum, 0, buffer);
  ASSERT_EQ(CL_SUCCESS, ::clSetKernelArg(sum, 1, sizeof(cl_mem), nullptr));
  check("NULL, which nobody reads", own.data(), 0, 0, 0, 0);
  set(sum, 1, buffer);
  check("the buffer again", own.data(), 0, 0);
}

/// The codes with so much local memory, as no other test has it, that the process has loaded. A compiled kernel is a
/// shared object that says so itself.
struct LoadedCode {
  int distinct = 0; ///< relies on buffers' being apart
  int any = 0;
};
LoadedCode loadedWith(size_t localBytes) {
  std::vector<std::string> names;
  const auto note = [](dl_phdr_info *object, size_t, void *data) {
    static_cast<std::vector<std::string> *>(data)->emplace_back(object->dlpi_name);
    return 0;
  };
  dl_iterate_phdr(note, &names);
  LoadedCode loaded;
  for (const std::string &name : names) {
    void *library = name.empty() ? nullptr : dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (!library)
      continue;
    const auto *info = static_cast<const WeftKernelInfo *>(dlsym(library, WEFT_KERNEL_INFO_SYMBOL));
    if (info && info->staticLocalBytes == localBytes)
      ++(info->distinctArguments != 0 ? loaded.distinct : loaded.any);
    dlclose(library);
  }
  return loaded;
}

// General code is made by the first launch that needs it, and stays beside the other. Reading one buffer twice needs
// none.
TEST_P(OverlappingArguments, GetCodeOfTheirOwnWhereItMatters) {
  const size_t bytes = size_t{WEFT_MEMORY_ALIGNMENT} * (GetParam() == Route::loader ? 337 : 347);
  const auto dot = buildKernel(products, "dot", ("-DLOCAL=" + std::to_string(bytes)).c_str());
  const auto a = makeBuffer(all * sizeof(cl_int)), b = makeBuffer(all * sizeof(cl_int)),
             to = makeBuffer(all * sizeof(cl_int));
  const auto check = [&](const Handle<cl_mem> &first, const Handle<cl_mem> &second, int general) {
    set(dot.get(), 0, first);
    set(dot.get(), 1, second);
    set(dot.get(), 2, to);
    launch(dot.get());
    const LoadedCode loaded = loadedWith(bytes);
    EXPECT_EQ(loaded.distinct, 1);
    EXPECT_EQ(loaded.any, general);
  };
  check(a, b, 0);
  check(a, a, 0);
  check(a, to, 1);
  check(a, b, 1);
  check(to, to, 1);
}

} // namespace
} // namespace weft::test
