// Tests of shared virtual memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <numeric>

#include "support/ApiTest.h"

namespace weft::test {
namespace {

class SvmTest : public ProgramTest {
protected:
  static constexpr cl_uint count = 64;
  cl_uint *shared = static_cast<cl_uint *>(::clSVMAlloc(context, CL_MEM_READ_WRITE, count * sizeof(cl_uint), 0));

  void SetUp() override {
    ProgramTest::SetUp();
    ASSERT_NE(nullptr, shared);
    std::iota(shared, shared + count, 0u);
  }
  void TearDown() override {
    ::clFinish(queue);
    ::clSVMFree(context, shared);
    ProgramTest::TearDown();
  }
  cl_command_type typeOf(cl_event event) const {
    return info<cl_command_type>(cl.clGetEventInfo, event, CL_EVENT_COMMAND_TYPE);
  }
  void runOver(cl_kernel kernel) const {
    const size_t size = count;
    ASSERT_EQ(CL_SUCCESS, ::clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS, ::clFinish(queue));
  }
};

WEFT_API_SUITE(clSVMAlloc, SvmTest);

TEST_P(clSVMAlloc, AlignsAsAsked) {
  for (cl_uint alignment : {0u, 1u, 16u, 128u}) {
    void *memory =
        cl.clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, 3, alignment);
    ASSERT_NE(nullptr, memory);
    EXPECT_EQ(0u, reinterpret_cast<uintptr_t>(memory) % (alignment ? alignment : 128));
    cl.clSVMFree(context, memory);
  }
}

TEST_P(clSVMAlloc, NullForWhatCannotBe) {
  const auto most = info<cl_ulong>(cl.clGetDeviceInfo, device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  EXPECT_EQ(nullptr, cl.clSVMAlloc(nullptr, CL_MEM_READ_WRITE, 64, 0));
  EXPECT_EQ(nullptr, cl.clSVMAlloc(context, CL_MEM_READ_WRITE, 0, 0));
  EXPECT_EQ(nullptr, cl.clSVMAlloc(context, CL_MEM_READ_WRITE, most + 1, 0));
  EXPECT_EQ(nullptr, cl.clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 3));
  EXPECT_EQ(nullptr, cl.clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, 64, 0));
  EXPECT_EQ(nullptr, cl.clSVMAlloc(context, CL_MEM_SVM_ATOMICS, 64, 0));
  EXPECT_EQ(nullptr, cl.clSVMAlloc(context, CL_MEM_USE_HOST_PTR, 64, 0));
}

WEFT_API_SUITE(clSVMFree, SvmTest);

TEST_P(clSVMFree, LeavesOtherPointersAlone) {
  int own = 7;
  cl.clSVMFree(context, nullptr);
  cl.clSVMFree(context, &own);
  cl.clSVMFree(context, shared + 1);
  EXPECT_EQ(7, own);
  EXPECT_EQ(1u, shared[1]);
}

WEFT_API_SUITE(clSetKernelArgSVMPointer, SvmTest);

constexpr char listSource[] = R"(
  typedef struct Node { global struct Node *next; uint value; } Node;
  kernel void sum(global const Node *first, global uint *out) {
    uint total = 0;
    for (global const Node *node = first; node; node = node->next)
      total += node->value;
    out[get_global_id(0)] = total;
  })";

TEST_P(clSetKernelArgSVMPointer, KernelsFollowPointersOfTheHost) {
  struct Node {
    Node *next;
    cl_uint value;
  };
  std::vector<Node> own(5); // memory of the host alone
  for (size_t i = 0; i < own.size(); ++i)
    own[i] = {i + 1 < own.size() ? &own[i + 1] : nullptr, static_cast<cl_uint>(i + 1)};
  const auto kernel = buildKernel(listSource, "sum");
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArgSVMPointer(kernel.get(), 0, own.data()));
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArgSVMPointer(kernel.get(), 1, shared));
  runOver(kernel.get());
  EXPECT_EQ(std::vector<cl_uint>(count, 15), std::vector<cl_uint>(shared, shared + count));
}

TEST_P(clSetKernelArgSVMPointer, TheLastSettingOfAnArgumentHolds) {
  const auto kernel = buildKernel("kernel void put(global uint *p) { if (!get_global_id(0)) *p = 9; }", "put");
  const auto buffer = makeBuffer(sizeof(cl_uint));
  const cl_mem memory = buffer.get();
  ASSERT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel.get(), 0, sizeof memory, &memory));
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArgSVMPointer(kernel.get(), 0, shared + 3));
  runOver(kernel.get());
  EXPECT_EQ(9u, shared[3]);
  ASSERT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel.get(), 0, sizeof memory, &memory));
  shared[3] = 3;
  runOver(kernel.get());
  EXPECT_EQ(3u, shared[3]);
  EXPECT_EQ(9u, contents<cl_uint>(memory, 1)[0]);
}

TEST_P(clSetKernelArgSVMPointer, Errors) {
  const auto kernel = buildKernel("kernel void take(int i, local int *l, global int *p) {}", "take");
  EXPECT_EQ(CL_INVALID_ARG_INDEX, cl.clSetKernelArgSVMPointer(kernel.get(), 3, shared));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, cl.clSetKernelArgSVMPointer(kernel.get(), 0, shared));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, cl.clSetKernelArgSVMPointer(kernel.get(), 1, shared));
  EXPECT_EQ(CL_SUCCESS, cl.clSetKernelArgSVMPointer(kernel.get(), 2, nullptr));
}

WEFT_API_SUITE(clSetKernelExecInfo, SvmTest);

TEST_P(clSetKernelExecInfo, ValuesAndErrors) {
  const auto kernel = buildKernel("kernel void take(global int *p) {}", "take");
  const void *pointers[] = {shared};
  const cl_bool yes = CL_TRUE;
  const auto set = [&](cl_kernel_exec_info name, size_t size, const void *value) {
    return cl.clSetKernelExecInfo(kernel.get(), name, size, value);
  };
  EXPECT_EQ(CL_SUCCESS, set(CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, pointers));
  EXPECT_EQ(CL_SUCCESS, set(CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr));
  EXPECT_EQ(CL_SUCCESS, set(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes));
  EXPECT_EQ(CL_INVALID_VALUE, set(CL_KERNEL_EXEC_INFO_SVM_PTRS, 7, pointers));
  EXPECT_EQ(CL_INVALID_VALUE, set(CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, set(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 1, &yes));
  EXPECT_EQ(CL_INVALID_VALUE, set(0xBAD, sizeof pointers, pointers));
}

WEFT_API_SUITE(clEnqueueSVMMemcpy, SvmTest);

TEST_P(clEnqueueSVMMemcpy, CopiesFromAndToTheHost) {
  std::vector<cl_uint> own(count);
  Handle<cl_event> event;
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueSVMMemcpy(queue, CL_TRUE, own.data(), shared, count * sizeof(cl_uint), 0, nullptr,
                                              event.out()));
  EXPECT_EQ(std::vector<cl_uint>(shared, shared + count), own);
  EXPECT_EQ(cl_command_type{CL_COMMAND_SVM_MEMCPY}, typeOf(event.get()));
}

TEST_P(clEnqueueSVMMemcpy, Errors) {
  const auto copy = [&](void *to, const void *from) {
    return cl.clEnqueueSVMMemcpy(queue, CL_TRUE, to, from, 8, 0, nullptr, nullptr);
  };
  EXPECT_EQ(CL_INVALID_VALUE, copy(nullptr, shared));
  EXPECT_EQ(CL_INVALID_VALUE, copy(shared, nullptr));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(shared, shared + 1));
  EXPECT_EQ(CL_SUCCESS, copy(shared, shared + 2));
}

TEST_P(clEnqueueSVMMemcpy, CopiesNoBytesFromAndToAnywhere) {
  void *nowhere = reinterpret_cast<void *>(0xDEADBEEF);
  for (void *pointer : {static_cast<void *>(nullptr), nowhere, static_cast<void *>(shared)})
    for (const bool isDestination : {true, false}) {
      Handle<cl_event> event;
      EXPECT_EQ(CL_SUCCESS, cl.clEnqueueSVMMemcpy(queue, CL_TRUE, isDestination ? pointer : shared,
                                                  isDestination ? shared : pointer, 0, 0, nullptr, event.out()));
      EXPECT_EQ(cl_command_type{CL_COMMAND_SVM_MEMCPY}, typeOf(event.get()));
      EXPECT_EQ(CL_COMPLETE, info<cl_int>(cl.clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS));
    }
}

WEFT_API_SUITE(clEnqueueSVMMemFill, SvmTest);

TEST_P(clEnqueueSVMMemFill, RepeatsThePattern) {
  const cl_ushort pattern[] = {1, 2};
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueSVMMemFill(queue, shared + 1, pattern, sizeof pattern, 8, 0, nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, ::clFinish(queue));
  EXPECT_EQ((std::vector<cl_uint>{0, 0x20001, 0x20001, 3}), std::vector<cl_uint>(shared, shared + 4));
}

TEST_P(clEnqueueSVMMemFill, InvalidValue) {
  const auto fill = [&](void *memory, const void *pattern, size_t patternSize, size_t size) {
    return cl.clEnqueueSVMMemFill(queue, memory, pattern, patternSize, size, 0, nullptr, nullptr);
  };
  const cl_ulong pattern = 5;
  EXPECT_EQ(CL_INVALID_VALUE, fill(nullptr, &pattern, 4, 8));
  EXPECT_EQ(CL_INVALID_VALUE, fill(shared, nullptr, 4, 8));
  EXPECT_EQ(CL_INVALID_VALUE, fill(shared, &pattern, 0, 8));
  EXPECT_EQ(CL_INVALID_VALUE, fill(shared, &pattern, 3, 9));
  EXPECT_EQ(CL_INVALID_VALUE, fill(shared, &pattern, 4, 6));
  EXPECT_EQ(CL_INVALID_VALUE, fill(shared + 1, &pattern, 8, 8));
}

TEST_P(clEnqueueSVMMemFill, FillsNoBytesAnywhere) {
  const cl_uint pattern = 5;
  void *nowhere = reinterpret_cast<void *>(0xBEEF0000);
  for (void *pointer : {static_cast<void *>(nullptr), nowhere, static_cast<void *>(shared)}) {
    Handle<cl_event> event;
    EXPECT_EQ(CL_SUCCESS, cl.clEnqueueSVMMemFill(queue, pointer, &pattern, sizeof pattern, 0, 0, nullptr, event.out()));
    EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
    EXPECT_EQ(cl_command_type{CL_COMMAND_SVM_MEMFILL}, typeOf(event.get()));
    EXPECT_EQ(CL_COMPLETE, info<cl_int>(cl.clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS));
  }
  EXPECT_EQ(0u, shared[0]);
}

WEFT_API_SUITE(clEnqueueSVMMap, SvmTest);

TEST_P(clEnqueueSVMMap, MapsAndUnmaps) {
  Handle<cl_event> mapped, unmapped;
  EXPECT_EQ(CL_SUCCESS, cl.clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, shared, 8, 0, nullptr, mapped.out()));
  EXPECT_EQ(CL_SUCCESS, cl.clEnqueueSVMUnmap(queue, shared, 0, nullptr, unmapped.out()));
  EXPECT_EQ(cl_command_type{CL_COMMAND_SVM_MAP}, typeOf(mapped.get()));
  EXPECT_EQ(cl_command_type{CL_COMMAND_SVM_UNMAP}, typeOf(unmapped.get()));
}

TEST_P(clEnqueueSVMMap, InvalidValue) {
  const auto map = [&](cl_map_flags flags, void *memory, size_t size) {
    return cl.clEnqueueSVMMap(queue, CL_TRUE, flags, memory, size, 0, nullptr, nullptr);
  };
  EXPECT_EQ(CL_INVALID_VALUE, map(CL_MAP_READ, nullptr, 8));
  EXPECT_EQ(CL_INVALID_VALUE, map(CL_MAP_READ, shared, 0));
  EXPECT_EQ(CL_INVALID_VALUE, map(CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, shared, 8));
  EXPECT_EQ(CL_INVALID_VALUE, map(cl_map_flags{1} << 20, shared, 8));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueSVMUnmap(queue, nullptr, 0, nullptr, nullptr));
}

WEFT_API_SUITE(clEnqueueSVMMigrateMem, SvmTest);

TEST_P(clEnqueueSVMMigrateMem, WholeAllocationsAndParts) {
  const void *pointers[] = {shared, shared + 4};
  const size_t sizes[] = {0, 16};
  Handle<cl_event> event;
  EXPECT_EQ(CL_SUCCESS, cl.clEnqueueSVMMigrateMem(queue, 2, pointers, nullptr, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS,
            cl.clEnqueueSVMMigrateMem(queue, 2, pointers, sizes, CL_MIGRATE_MEM_OBJECT_HOST, 0, nullptr, event.out()));
  EXPECT_EQ(cl_command_type{CL_COMMAND_SVM_MIGRATE_MEM}, typeOf(event.get()));
}

TEST_P(clEnqueueSVMMigrateMem, MemoryOfTheSystemsAllocator) {
  const std::vector<int> own(10);
  const void *pointers[] = {own.data(), own.data() + 4, shared};
  const size_t sizes[] = {10 * sizeof(int), sizeof(int), 8};
  EXPECT_EQ(CL_SUCCESS, cl.clEnqueueSVMMigrateMem(queue, 3, pointers, sizes, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, cl.clEnqueueSVMMigrateMem(queue, 3, pointers, nullptr, 0, 0, nullptr, nullptr));
}

TEST_P(clEnqueueSVMMigrateMem, NoBytesOfAnywhere) {
  const void *pointers[] = {nullptr, reinterpret_cast<void *>(0xDEADBEEF), shared};
  const size_t sizes[] = {0, 0, 0};
  for (const size_t *list : {sizes, static_cast<const size_t *>(nullptr)})
    EXPECT_EQ(CL_SUCCESS, cl.clEnqueueSVMMigrateMem(queue, 3, pointers, list, 0, 0, nullptr, nullptr));
}

TEST_P(clEnqueueSVMMigrateMem, InvalidValue) {
  const void *nowhere[] = {nullptr};
  const void *pointers[] = {shared};
  const size_t tooMuch = count * sizeof(cl_uint) + 1;
  const auto migrate = [&](cl_uint n, const void **list, const size_t *sizes, cl_mem_migration_flags flags) {
    return cl.clEnqueueSVMMigrateMem(queue, n, list, sizes, flags, 0, nullptr, nullptr);
  };
  EXPECT_EQ(CL_INVALID_VALUE, migrate(0, pointers, nullptr, 0));
  EXPECT_EQ(CL_INVALID_VALUE, migrate(1, nullptr, nullptr, 0));
  EXPECT_EQ(CL_INVALID_VALUE, migrate(1, pointers, nullptr, 1 << 20));
  EXPECT_EQ(CL_INVALID_VALUE, migrate(1, pointers, &tooMuch, 0));
  EXPECT_EQ(CL_INVALID_VALUE, migrate(1, nowhere, &tooMuch, 0));
}

WEFT_API_SUITE(clEnqueueSVMFree, SvmTest);

struct Freed {
  cl_context context;
  cl_uint count = 0;
  void *pointer = nullptr;
};

void CL_CALLBACK freeAndTell(cl_command_queue, cl_uint count, void *pointers[], void *userData) {
  auto *freed = static_cast<Freed *>(userData);
  freed->count = count;
  freed->pointer = pointers[0];
  ::clSVMFree(freed->context, pointers[0]);
}

TEST_P(clEnqueueSVMFree, FreesItself) {
  void *pointers[] = {::clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0)};
  const auto buffer = makeBuffer(64, CL_MEM_USE_HOST_PTR, pointers[0]);
  EXPECT_TRUE(info<cl_bool>(cl.clGetMemObjectInfo, buffer.get(), CL_MEM_USES_SVM_POINTER));
  Handle<cl_event> event;
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueSVMFree(queue, 1, pointers, nullptr, nullptr, 0, nullptr, event.out()));
  ASSERT_EQ(CL_SUCCESS, ::clFinish(queue));
  EXPECT_EQ(cl_command_type{CL_COMMAND_SVM_FREE}, typeOf(event.get()));
  EXPECT_FALSE(info<cl_bool>(cl.clGetMemObjectInfo, buffer.get(), CL_MEM_USES_SVM_POINTER));
}

TEST_P(clSVMAlloc, InvalidBufferSizeForABufferThatIsLarger) {
  const auto error = [&](cl_uint *host, size_t size) {
    return errorOf([&](cl_int *e) { return cl.clCreateBuffer(context, CL_MEM_USE_HOST_PTR, size, host, e); });
  };
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, error(shared, count * sizeof(cl_uint) + 1));
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, error(shared + 1, count * sizeof(cl_uint)));
}

TEST_P(clEnqueueSVMFree, EndsAfterItsCallback) {
  void *pointers[] = {::clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0)};
  void *const pointer = pointers[0];
  Freed freed{context};
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueSVMFree(queue, 1, pointers, freeAndTell, &freed, 0, nullptr, nullptr));
  pointers[0] = nullptr; // the list was copied
  ASSERT_EQ(CL_SUCCESS, ::clFinish(queue));
  EXPECT_EQ(1u, freed.count);
  EXPECT_EQ(pointer, freed.pointer);
}

TEST_P(clEnqueueSVMFree, InvalidValue) {
  void *pointers[] = {shared};
  EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueSVMFree(queue, 0, pointers, nullptr, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueSVMFree(queue, 1, nullptr, nullptr, nullptr, 0, nullptr, nullptr));
}

} // namespace
} // namespace weft::test
