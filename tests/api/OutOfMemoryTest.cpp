// Every entry point that needs memory, where there is none: the specification's code, no output, no change, no leak.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/AllocatingTable.h"
#include "support/AllocationFailure.h"
#include "support/CommandBuffers.h"

namespace weft::test {
namespace {

TEST(OutOfHostMemoryTables, HaveEveryEntryPoint) {
  std::vector<std::string_view> lines;
  for (const AllocatingEntry &entry : allocatingEntries())
    lines.emplace_back(entry.name);
  for (const EnqueueEntry &enqueue : enqueueEntries())
    lines.emplace_back(enqueue.name);
  for (const GivingBack &one : givingBack())
    lines.emplace_back(one.name);
  for (const RecordEntry &record : recordEntries())
    lines.emplace_back(record.name);
  expectLines(lines, withoutAllocation(), [](const EntryPoint &) { return 1u; });
}

class OutOfMemoryTest : public EnqueueTableTest {
protected:
  static constexpr size_t most = 1000; ///< allocations of a call
  const Handle<cl_program> program =
      buildProgram("kernel void nothing() {} kernel void other(global int *a) {}", "-cl-kernel-arg-info");
  const Handle<cl_kernel> other = makeKernel(program.get(), "other");
  const Handle<cl_event> event = makeUserEvent(), complete = makeUserEvent();
  const Handle<cl_sampler> sampler = make(
      [&](cl_int *error) { return ::clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, error); });
  Handle<cl_event> profiled;

  Surroundings surroundings() {
    EXPECT_EQ(CL_SUCCESS, ::clSetUserEventStatus(complete.get(), CL_COMPLETE));
    EXPECT_EQ(CL_SUCCESS, ::clEnqueueMarkerWithWaitList(queue, 0, nullptr, profiled.out()));
    EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
    return {context, queue, program.get(), other.get(), event.get(), complete.get(), profiled.get(), sampler.get(), on};
  }

  /// Enqueues behind `waits` events, for which another command waits already, while an allocation fails. Whether one
  /// has failed.
  bool enqueueWithout(const EnqueueEntry &enqueue, size_t before, cl_uint waits) {
    const Handle<cl_event> first = makeUserEvent(), second = makeUserEvent();
    const cl_event list[] = {first.get(), second.get()};
    EXPECT_EQ(CL_SUCCESS, ::clEnqueueMarkerWithWaitList(on.queue, 2, list, nullptr));
    const auto open = [&] {
      for (cl_event one : list)
        EXPECT_EQ(CL_SUCCESS, ::clSetUserEventStatus(one, CL_COMPLETE));
    };
    if (enqueue.blocks)
      open();
    Handle<cl_event> event;
    bool met = false;
    {
      const AllocationFailure failure(before);
      const cl_int error = enqueue.call(cl, on, {waits, waits ? list : nullptr, event.out()});
      met = failure.met();
      EXPECT_EQ(error == CL_SUCCESS, event.get() != nullptr);
      if (error != CL_SUCCESS || !met)
        EXPECT_EQ(met ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS, error);
    }
    if (!enqueue.blocks)
      open();
    // The queue works on, and nothing stays mapped.
    EXPECT_EQ(CL_SUCCESS, ::clFinish(on.queue));
    for (cl_mem memory : {on.buffer, on.image})
      EXPECT_EQ(0u, info<cl_uint>(cl.clGetMemObjectInfo, memory, CL_MEM_MAP_COUNT));
    return met;
  }
};
WEFT_API_SUITE(OutOfHostMemory, OutOfMemoryTest);

TEST_P(OutOfHostMemory, OfWhatMakesAndDescribesObjects) {
  const Surroundings at = surroundings();
  for (const AllocatingEntry &entry : allocatingEntries())
    for (size_t before = 0; before < most; ++before) {
      SCOPED_TRACE(std::string(entry.name) + ", allocation " + std::to_string(before));
      const AllocationFailure failure(before);
      Made made;
      const cl_int error = entry.call(cl, at, made);
      if (error != CL_SUCCESS)
        EXPECT_EQ(CL_OUT_OF_HOST_MEMORY, error);
      if (failure.met())
        continue;
      EXPECT_EQ(CL_SUCCESS, error);
      break;
    }
  EXPECT_EQ(CL_SUCCESS, ::clSetUserEventStatus(event.get(), CL_COMPLETE));
}

TEST_P(OutOfHostMemory, OfCommands) {
  const auto loose = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  for (const EnqueueEntry &enqueue : enqueueEntries())
    for (cl_command_queue itsQueue : {queue, loose.get()})
      for (const cl_uint waits : {0u, 2u})
        for (size_t before = 0; before < most; ++before) {
          SCOPED_TRACE(std::string(enqueue.name) + ", allocation " + std::to_string(before));
          on.queue = itsQueue;
          if (!enqueueWithout(enqueue, before, waits))
            break;
        }
}

TEST_P(OutOfHostMemory, OfRecordedCommands) {
  const CommandBufferFunctions khr(cl);
  for (const RecordEntry &record : recordEntries())
    for (size_t before = 0; before < most; ++before) {
      SCOPED_TRACE(std::string(record.name) + ", allocation " + std::to_string(before));
      const auto buffer = makeCommandBuffer(queue);
      cl_sync_point_khr first = 0, point = 77;
      ASSERT_EQ(CL_SUCCESS, khr.barrier(buffer.get(), nullptr, nullptr, 0, nullptr, &first, nullptr));
      const AllocationFailure failure(before);
      cl_mutable_command_khr handle = nullptr;
      const cl_int error =
          record.call(cl, buffer.get(), on,
                      {.count = 1, .list = &first, .point = &point, .handle = record.takesKernel ? &handle : nullptr});
      if (error != CL_SUCCESS || !failure.met())
        EXPECT_EQ(failure.met() ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS, error);
      EXPECT_EQ(error == CL_SUCCESS, point != 77);
      if (record.takesKernel)
        EXPECT_EQ(error == CL_SUCCESS, handle != nullptr);
      // It goes on with what it had.
      EXPECT_EQ(CL_SUCCESS, khr.finalise(buffer.get()));
      EXPECT_EQ(CL_SUCCESS, khr.enqueue(0, nullptr, buffer.get(), 0, nullptr, nullptr));
      EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
      if (!failure.met())
        break;
    }
}

// What the application gives back must not stay for want of memory.
TEST_P(OutOfHostMemory, ReleasesNeedNone) {
  const Surroundings at = surroundings();
  for (const GivingBack &one : givingBack()) {
    const AllocationFailure failure(0);
    EXPECT_EQ(CL_SUCCESS, one.call(cl, at)) << one.name;
    EXPECT_FALSE(failure.met()) << one.name;
  }
}

TEST_P(OutOfHostMemory, CallbacksOfReleasesNeedNone) {
  int calls = 0;
  auto its = makeContext();
  auto buffer = make([&](cl_int *e) { return ::clCreateBuffer(its.get(), 0, 64, nullptr, e); });
  ASSERT_EQ(CL_SUCCESS, ::clSetMemObjectDestructorCallback(
                            buffer.get(), [](cl_mem, void *count) { ++*static_cast<int *>(count); }, &calls));
  ASSERT_EQ(CL_SUCCESS, ::clSetContextDestructorCallback(
                            its.get(), [](cl_context, void *count) { ++*static_cast<int *>(count); }, &calls));
  const AllocationFailure failure(0);
  EXPECT_EQ(CL_SUCCESS, underTest([&] { return cl.clReleaseContext(its.release()); }));
  EXPECT_EQ(0, calls);
  EXPECT_EQ(CL_SUCCESS, underTest([&] { return cl.clReleaseMemObject(buffer.release()); }));
  EXPECT_EQ(2, calls);
  EXPECT_FALSE(failure.met());
}

WEFT_API_SUITE(MemObjectAllocationFailure, OutOfMemoryTest);

TEST_P(MemObjectAllocationFailure, OfEveryKindOfMemory) {
  constexpr size_t large = size_t(1) << 30;
  const cl_image_desc picture = describe(CL_MEM_OBJECT_IMAGE2D, 16384, 16384);
  const AddressSpaceLimit limit(large / 4);
  const auto expectNone = [&](auto call) { EXPECT_EQ(CL_MEM_OBJECT_ALLOCATION_FAILURE, errorOf(call)); };
  expectNone([&](cl_int *e) { return cl.clCreateBuffer(context, 0, large, nullptr, e); });
  expectNone([&](cl_int *e) { return cl.clCreateBufferWithProperties(context, nullptr, 0, large, nullptr, e); });
  expectNone([&](cl_int *e) { return cl.clCreateImage(context, 0, &rgba8, &picture, nullptr, e); });
  expectNone(
      [&](cl_int *e) { return cl.clCreateImageWithProperties(context, nullptr, 0, &rgba8, &picture, nullptr, e); });
  expectNone([&](cl_int *e) { return cl.clCreateImage2D(context, 0, &rgba8, 16384, 16384, 0, nullptr, e); });
  expectNone([&](cl_int *e) { return cl.clCreateImage3D(context, 0, &rgba8, 2048, 2048, 64, 0, 0, nullptr, e); });
  EXPECT_EQ(nullptr, cl.clSVMAlloc(context, CL_MEM_READ_WRITE, large, 0));
}

} // namespace
} // namespace weft::test
