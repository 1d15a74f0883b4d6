// Tests of cl_intel_unified_shared_memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl_ext.h>

#include <numeric>

#include "support/ApiTest.h"
#include "support/Extension.h"

namespace weft::test {
namespace {

using Properties = std::vector<cl_mem_properties_intel>;
constexpr cl_uint count = 1024;

class UnifiedMemoryTest : public ProgramTest {
protected:
#define WEFT_FIND(name) const name##INTEL_fn name = extension<name##INTEL_fn>(GetParam(), #name "INTEL")
  WEFT_FIND(clHostMemAlloc);
  WEFT_FIND(clDeviceMemAlloc);
  WEFT_FIND(clSharedMemAlloc);
  WEFT_FIND(clMemFree);
  WEFT_FIND(clMemBlockingFree);
  WEFT_FIND(clGetMemAllocInfo);
  WEFT_FIND(clSetKernelArgMemPointer);
  WEFT_FIND(clEnqueueMemFill);
  WEFT_FIND(clEnqueueMemcpy);
  WEFT_FIND(clEnqueueMigrateMem);
  WEFT_FIND(clEnqueueMemAdvise);
#undef WEFT_FIND

  cl_uint *ints = nullptr;

  void SetUp() override {
    ProgramTest::SetUp();
    cl_int error = 1;
    ints = static_cast<cl_uint *>(clSharedMemAlloc(context, device(), nullptr, count * sizeof(cl_uint), 0, &error));
    ASSERT_EQ(CL_SUCCESS, error);
    std::iota(ints, ints + count, 0u);
  }
  void TearDown() override {
    ::clFinish(queue);
    EXPECT_EQ(CL_SUCCESS, clMemFree(context, ints));
    ProgramTest::TearDown();
  }

  template <typename T> T about(const void *pointer, cl_mem_info_intel name) const {
    T value{};
    size_t size = 0;
    EXPECT_EQ(CL_SUCCESS, clGetMemAllocInfo(context, pointer, name, sizeof value, &value, &size));
    EXPECT_EQ(sizeof value, size);
    return value;
  }
  cl_int hostError(const Properties &properties, size_t size = 16, cl_uint alignment = 0) const {
    return errorOf([&](cl_int *e) { return clHostMemAlloc(context, properties.data(), size, alignment, e); });
  }
  cl_int deviceError(cl_device_id one, const Properties &properties, size_t size = 16, cl_uint alignment = 0) const {
    return errorOf([&](cl_int *e) { return clDeviceMemAlloc(context, one, properties.data(), size, alignment, e); });
  }
  cl_int sharedError(cl_device_id one, const Properties &properties, size_t size = 16, cl_uint alignment = 0) const {
    return errorOf([&](cl_int *e) { return clSharedMemAlloc(context, one, properties.data(), size, alignment, e); });
  }
  static cl_command_type typeOf(cl_event event) {
    return info<cl_command_type>(::clGetEventInfo, event, CL_EVENT_COMMAND_TYPE);
  }
};

WEFT_API_SUITE(UnifiedMemoryAllocation, UnifiedMemoryTest);

TEST_P(UnifiedMemoryAllocation, IsDescribedAsItWasMade) {
  const Properties combined{CL_MEM_ALLOC_FLAGS_INTEL, CL_MEM_ALLOC_WRITE_COMBINED_INTEL, 0};
  const Properties placed{CL_MEM_ALLOC_FLAGS_INTEL, CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL, 0};
  struct Expected {
    void *memory;
    cl_unified_shared_memory_type_intel type;
    cl_device_id device;
    cl_mem_alloc_flags_intel flags;
  };
  const Expected expected[] = {
      {clHostMemAlloc(context, combined.data(), 100, 64, nullptr), CL_MEM_TYPE_HOST_INTEL, nullptr,
       CL_MEM_ALLOC_WRITE_COMBINED_INTEL},
      {clDeviceMemAlloc(context, device(), nullptr, 100, 0, nullptr), CL_MEM_TYPE_DEVICE_INTEL, device(), 0},
      {clSharedMemAlloc(context, device(), placed.data(), 100, 1, nullptr), CL_MEM_TYPE_SHARED_INTEL, device(),
       CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL},
      {clSharedMemAlloc(context, nullptr, nullptr, 100, 0, nullptr), CL_MEM_TYPE_SHARED_INTEL, nullptr, 0},
  };
  for (const Expected &one : expected) {
    ASSERT_NE(nullptr, one.memory);
    const void *inside = static_cast<char *>(one.memory) + 99;
    EXPECT_EQ(one.type, about<cl_unified_shared_memory_type_intel>(inside, CL_MEM_ALLOC_TYPE_INTEL));
    EXPECT_EQ(one.memory, about<void *>(inside, CL_MEM_ALLOC_BASE_PTR_INTEL));
    EXPECT_EQ(100u, about<size_t>(inside, CL_MEM_ALLOC_SIZE_INTEL));
    EXPECT_EQ(one.device, about<cl_device_id>(inside, CL_MEM_ALLOC_DEVICE_INTEL));
    EXPECT_EQ(one.flags, about<cl_mem_alloc_flags_intel>(inside, CL_MEM_ALLOC_FLAGS_INTEL));
    EXPECT_EQ(CL_SUCCESS, clMemFree(context, one.memory));
    EXPECT_EQ(CL_MEM_TYPE_UNKNOWN_INTEL,
              cl_int(about<cl_unified_shared_memory_type_intel>(inside, CL_MEM_ALLOC_TYPE_INTEL)));
  }
}

// Of pages, as HIP's runtime asks for, and of more than a huge page; for sizes that different allocators serve.
TEST_P(UnifiedMemoryAllocation, BeginsAtAnyPowerOfTwo) {
  for (const cl_uint alignment : {256u, 4096u, 1u << 16, 1u << 23})
    for (const size_t size : {size_t(1), size_t(5000), size_t(100'000), size_t(9) << 20}) {
      void *const all[] = {clHostMemAlloc(context, nullptr, size, alignment, nullptr),
                           clDeviceMemAlloc(context, device(), nullptr, size, alignment, nullptr),
                           clSharedMemAlloc(context, nullptr, nullptr, size, alignment, nullptr),
                           ::clSVMAlloc(context, CL_MEM_READ_WRITE, size, alignment)};
      for (void *memory : all) {
        ASSERT_NE(nullptr, memory);
        EXPECT_EQ(0u, reinterpret_cast<uintptr_t>(memory) % alignment) << alignment << ", " << size;
        static_cast<char *>(memory)[0] = static_cast<char *>(memory)[size - 1] = 1;
      }
      for (void *memory : {all[0], all[1], all[2]})
        EXPECT_EQ(CL_SUCCESS, clMemFree(context, memory));
      ::clSVMFree(context, all[3]);
    }
}

TEST_P(UnifiedMemoryAllocation, OtherPointersAreOfUnknownType) {
  void *ofSvm = ::clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
  for (const void *pointer : {static_cast<const void *>(nullptr), static_cast<const void *>(&ofSvm),
                              static_cast<const void *>(ofSvm), static_cast<const void *>(ints + count)}) {
    EXPECT_EQ(CL_MEM_TYPE_UNKNOWN_INTEL,
              cl_int(about<cl_unified_shared_memory_type_intel>(pointer, CL_MEM_ALLOC_TYPE_INTEL)));
    EXPECT_EQ(nullptr, about<void *>(pointer, CL_MEM_ALLOC_BASE_PTR_INTEL));
    EXPECT_EQ(0u, about<size_t>(pointer, CL_MEM_ALLOC_SIZE_INTEL));
    EXPECT_EQ(nullptr, about<cl_device_id>(pointer, CL_MEM_ALLOC_DEVICE_INTEL));
    EXPECT_EQ(0u, about<cl_mem_alloc_flags_intel>(pointer, CL_MEM_ALLOC_FLAGS_INTEL));
  }
  ::clSVMFree(context, ofSvm);
}

TEST_P(UnifiedMemoryAllocation, InvalidHandles) {
  const auto errorWithout = [](auto make) { return errorOf(make); };
  EXPECT_EQ(CL_INVALID_CONTEXT, errorWithout([&](cl_int *e) { return clHostMemAlloc(nullptr, nullptr, 16, 0, e); }));
  EXPECT_EQ(CL_INVALID_CONTEXT,
            errorWithout([&](cl_int *e) { return clDeviceMemAlloc(nullptr, device(), nullptr, 16, 0, e); }));
  EXPECT_EQ(CL_INVALID_CONTEXT,
            errorWithout([&](cl_int *e) { return clSharedMemAlloc(nullptr, device(), nullptr, 16, 0, e); }));
  EXPECT_EQ(CL_INVALID_DEVICE, deviceError(nullptr, {0}));
  EXPECT_EQ(CL_INVALID_DEVICE, sharedError(foreign<cl_device_id>(), {0}));
  EXPECT_EQ(CL_INVALID_CONTEXT, clMemFree(nullptr, ints));
  EXPECT_EQ(CL_INVALID_CONTEXT, clMemBlockingFree(nullptr, ints));
  EXPECT_EQ(CL_INVALID_CONTEXT, clGetMemAllocInfo(nullptr, ints, CL_MEM_ALLOC_SIZE_INTEL, 0, nullptr, nullptr));
}

TEST_P(UnifiedMemoryAllocation, InvalidValueForAlignment) {
  for (cl_uint alignment : {3u, 4097u, ~0u}) {
    EXPECT_EQ(CL_INVALID_VALUE, hostError({0}, 16, alignment));
    EXPECT_EQ(CL_INVALID_VALUE, deviceError(device(), {0}, 16, alignment));
    EXPECT_EQ(CL_INVALID_VALUE, sharedError(device(), {0}, 16, alignment));
  }
}

TEST_P(UnifiedMemoryAllocation, InvalidProperty) {
  const Properties unknown{0x1234, 0, 0};
  const Properties twice{CL_MEM_ALLOC_FLAGS_INTEL, 0, CL_MEM_ALLOC_FLAGS_INTEL, 0, 0};
  const Properties badFlags{CL_MEM_ALLOC_FLAGS_INTEL, 1u << 10, 0};
  for (const Properties &properties : {unknown, twice, badFlags}) {
    EXPECT_EQ(CL_INVALID_PROPERTY, hostError(properties));
    EXPECT_EQ(CL_INVALID_PROPERTY, deviceError(device(), properties));
    EXPECT_EQ(CL_INVALID_PROPERTY, sharedError(device(), properties));
  }
  const Properties placed{CL_MEM_ALLOC_FLAGS_INTEL, CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL, 0};
  EXPECT_EQ(CL_INVALID_PROPERTY, hostError(placed));
  EXPECT_EQ(CL_INVALID_PROPERTY, deviceError(device(), placed));
  EXPECT_EQ(CL_INVALID_PROPERTY,
            sharedError(device(),
                        {CL_MEM_ALLOC_FLAGS_INTEL,
                         CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL, 0}));
}

TEST_P(UnifiedMemoryAllocation, InvalidBufferSize) {
  const size_t tooMuch = info<cl_ulong>(cl.clGetDeviceInfo, device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE) + 1;
  for (size_t size : {size_t(0), tooMuch}) {
    EXPECT_EQ(CL_INVALID_BUFFER_SIZE, hostError({0}, size));
    EXPECT_EQ(CL_INVALID_BUFFER_SIZE, deviceError(device(), {0}, size));
    EXPECT_EQ(CL_INVALID_BUFFER_SIZE, sharedError(device(), {0}, size));
  }
}

TEST_P(UnifiedMemoryAllocation, InvalidValueForOtherPointersToFree) {
  void *ofSvm = ::clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
  for (void *pointer : {static_cast<void *>(&ofSvm), static_cast<void *>(ints + 1), ofSvm}) {
    EXPECT_EQ(CL_INVALID_VALUE, clMemFree(context, pointer));
    EXPECT_EQ(CL_INVALID_VALUE, clMemBlockingFree(context, pointer));
  }
  EXPECT_EQ(CL_SUCCESS, clMemFree(context, nullptr));
  EXPECT_EQ(CL_SUCCESS, clMemBlockingFree(context, nullptr));
  // Neither does clSVMFree free what is not its own.
  ::clSVMFree(context, ints);
  EXPECT_EQ(ints, about<void *>(ints, CL_MEM_ALLOC_BASE_PTR_INTEL));
  ::clSVMFree(context, ofSvm);
}

TEST_P(UnifiedMemoryAllocation, InvalidValueForQueries) {
  cl_uint small = 0;
  EXPECT_EQ(CL_INVALID_VALUE, clGetMemAllocInfo(context, ints, CL_MEM_ALLOC_SIZE_INTEL, 4, &small, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clGetMemAllocInfo(context, ints, 0x1234, 0, nullptr, nullptr));
}

TEST_P(UnifiedMemoryAllocation, BlockingFreeWaitsForCommands) {
  const auto kernel = buildKernel("kernel void fill(global uint *out) { out[get_global_id(0)] = 5; }", "fill");
  auto *memory = static_cast<cl_uint *>(clHostMemAlloc(context, nullptr, 1 << 22, 0, nullptr));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArgMemPointer(kernel.get(), 0, memory));
  const size_t size = (1 << 22) / sizeof(cl_uint);
  const auto other = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  std::vector<Handle<cl_event>> events(20);
  for (auto &event : events)
    ASSERT_EQ(CL_SUCCESS, cl.clEnqueueNDRangeKernel(other.get(), kernel.get(), 1, nullptr, &size, nullptr, 0, nullptr,
                                                    event.out()));
  ASSERT_EQ(CL_SUCCESS, clMemBlockingFree(context, memory));
  for (auto &event : events)
    EXPECT_EQ(CL_COMPLETE, info<cl_int>(::clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS));
}

WEFT_API_SUITE(UnifiedMemoryInKernels, UnifiedMemoryTest);

TEST_P(UnifiedMemoryInKernels, PointersAnywhereReachTheirMemory) {
  const auto kernel = buildKernel("kernel void add(global ulong *table) {"
                                  "  ((global uint *)table[1])[get_global_id(0)] += *(global uint *)table[0]; }",
                                  "add");
  auto **table = static_cast<cl_uint **>(clDeviceMemAlloc(context, device(), nullptr, 2 * sizeof(void *), 0, nullptr));
  cl_uint onTheStack = 7;
  table[0] = &onTheStack;
  table[1] = ints + 4;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArgMemPointer(kernel.get(), 0, table));
  const cl_bool yes = CL_TRUE;
  for (cl_kernel_exec_info name :
       {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL, CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
        CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL}) {
    EXPECT_EQ(CL_SUCCESS, cl.clSetKernelExecInfo(kernel.get(), name, sizeof yes, &yes));
    EXPECT_EQ(CL_INVALID_VALUE, cl.clSetKernelExecInfo(kernel.get(), name, sizeof yes, nullptr));
    EXPECT_EQ(CL_INVALID_VALUE, cl.clSetKernelExecInfo(kernel.get(), name, 1, &yes));
  }
  const void *const used[] = {ints, &onTheStack};
  EXPECT_EQ(CL_SUCCESS, cl.clSetKernelExecInfo(kernel.get(), CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, sizeof used, used));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clSetKernelExecInfo(kernel.get(), CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 7, used));
  const size_t size = count - 4;
  ASSERT_EQ(CL_SUCCESS,
            cl.clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &size, nullptr, 0, nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, cl.clFinish(queue));
  for (cl_uint i = 0; i < count; ++i)
    EXPECT_EQ(i < 4 ? i : i + 7, ints[i]);
  EXPECT_EQ(CL_SUCCESS, clMemFree(context, table));
}

TEST_P(UnifiedMemoryInKernels, ErrorsOfSettingAnArgument) {
  const auto kernel = buildKernel("kernel void k(global uint *a, uint b, local uint *c) {}", "k");
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgMemPointer(kernel.get(), 0, nullptr));
  EXPECT_EQ(CL_INVALID_KERNEL, clSetKernelArgMemPointer(nullptr, 0, ints));
  EXPECT_EQ(CL_INVALID_ARG_INDEX, clSetKernelArgMemPointer(kernel.get(), 3, ints));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, clSetKernelArgMemPointer(kernel.get(), 1, ints));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, clSetKernelArgMemPointer(kernel.get(), 2, ints));
}

WEFT_API_SUITE(UnifiedMemoryCommands, UnifiedMemoryTest);

TEST_P(UnifiedMemoryCommands, FillCopyAndHints) {
  const cl_ushort pattern = 0xABCD;
  auto *target = static_cast<cl_ushort *>(clDeviceMemAlloc(context, device(), nullptr, 64, 0, nullptr));
  Handle<cl_event> filled, copied, moved, advised;
  ASSERT_EQ(CL_SUCCESS, clEnqueueMemFill(queue, ints, &pattern, sizeof pattern, 64, 0, nullptr, filled.out()));
  const cl_event wait = filled.get();
  ASSERT_EQ(CL_SUCCESS, clEnqueueMemcpy(queue, CL_TRUE, target, ints, 64, 1, &wait, copied.out()));
  for (int i = 0; i < 32; ++i)
    EXPECT_EQ(pattern, target[i]);
  ASSERT_EQ(CL_SUCCESS, clEnqueueMigrateMem(queue, ints, 64, 0, 0, nullptr, moved.out()));
  ASSERT_EQ(CL_SUCCESS, clEnqueueMemAdvise(queue, ints, 64, 0x4208, 0, nullptr, advised.out()));
  ASSERT_EQ(CL_SUCCESS, ::clFinish(queue));
  EXPECT_EQ(CL_COMMAND_MEMFILL_INTEL, cl_int(typeOf(filled.get())));
  EXPECT_EQ(CL_COMMAND_MEMCPY_INTEL, cl_int(typeOf(copied.get())));
  EXPECT_EQ(CL_COMMAND_MIGRATEMEM_INTEL, cl_int(typeOf(moved.get())));
  EXPECT_EQ(CL_COMMAND_MEMADVISE_INTEL, cl_int(typeOf(advised.get())));
  EXPECT_EQ(CL_SUCCESS, clMemFree(context, target));
}

TEST_P(UnifiedMemoryCommands, InvalidCommandQueue) {
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clEnqueueMemFill(nullptr, ints, ints, 4, 4, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clEnqueueMemcpy(nullptr, CL_TRUE, ints, ints + 4, 4, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clEnqueueMigrateMem(nullptr, ints, 4, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clEnqueueMemAdvise(nullptr, ints, 4, 0, 0, nullptr, nullptr));
}

TEST_P(UnifiedMemoryCommands, InvalidContextAndWaitList) {
  const auto other = makeContext();
  const auto elsewhere = make([&](cl_int *e) { return ::clCreateUserEvent(other.get(), e); });
  const cl_event event = elsewhere.get();
  EXPECT_EQ(CL_INVALID_CONTEXT, clEnqueueMemFill(queue, ints, ints, 4, 4, 1, &event, nullptr));
  EXPECT_EQ(CL_INVALID_CONTEXT, clEnqueueMemcpy(queue, CL_FALSE, ints, ints + 4, 4, 1, &event, nullptr));
  EXPECT_EQ(CL_INVALID_CONTEXT, clEnqueueMigrateMem(queue, ints, 4, 0, 1, &event, nullptr));
  EXPECT_EQ(CL_INVALID_CONTEXT, clEnqueueMemAdvise(queue, ints, 4, 0, 1, &event, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMemFill(queue, ints, ints, 4, 4, 1, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMemcpy(queue, CL_FALSE, ints, ints + 4, 4, 1, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMigrateMem(queue, ints, 4, 0, 1, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMemAdvise(queue, ints, 4, 0, 1, nullptr, nullptr));
}

TEST_P(UnifiedMemoryCommands, InvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueMemFill(queue, nullptr, ints, 4, 4, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueMemFill(queue, ints, nullptr, 4, 4, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueMemFill(queue, ints + 1, ints, 8, 8, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueMemFill(queue, ints, ints, 3, 6, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueMemFill(queue, ints, ints, 256, 256, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueMemFill(queue, ints, ints, 8, 12, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueMemcpy(queue, CL_TRUE, nullptr, ints, 4, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueMemcpy(queue, CL_TRUE, ints, nullptr, 4, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueMemcpy(queue, CL_TRUE, ints, nullptr, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueMemFill(queue, nullptr, ints, 4, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueMigrateMem(queue, ints, 4, 1u << 10, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueMemAdvise(queue, ints, 4, 1, 0, nullptr, nullptr));
}

TEST_P(UnifiedMemoryCommands, MemCopyOverlap) {
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, clEnqueueMemcpy(queue, CL_TRUE, ints, ints + 1, 8, 0, nullptr, nullptr));
}

TEST_P(UnifiedMemoryCommands, ExecStatusErrorForEventsInWaitList) {
  const auto failed = makeUserEvent();
  const cl_event event = failed.get();
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(event, -5));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
            clEnqueueMemcpy(queue, CL_TRUE, ints, ints + 4, 4, 1, &event, nullptr));
}

} // namespace
} // namespace weft::test
