// Every entry point that takes several objects, with one of them from another context.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/CommandBuffers.h"
#include "support/EnqueueTable.h"
#include "support/Extension.h"

namespace weft::test {
namespace {

class OtherContextTest : public EnqueueTableTest {
protected:
  const Handle<cl_context> other_ = makeContext();
  const cl_context other = other_.get();
  const Handle<cl_command_queue> otherQueue =
      make([&](cl_int *e) { return ::clCreateCommandQueueWithProperties(other, device(), nullptr, e); });

  Handle<cl_program> otherProgram(const char *source) const {
    return make([&](cl_int *e) { return ::clCreateProgramWithSource(other, 1, &source, nullptr, e); });
  }
};
WEFT_API_SUITE(OtherContext, OtherContextTest);

TEST_P(OtherContext, InvalidContextForEveryMemoryObjectKernelAndProgramOfACommand) {
  const CommandObjects elsewhere = makeObjects(other, otherQueue.get());
  for (const EnqueueEntry &enqueue : enqueueEntries()) {
    const auto expectRefused = [&](const CommandObjects &mixed) {
      cl_event event = nullptr;
      EXPECT_EQ(CL_INVALID_CONTEXT, enqueue.call(cl, mixed, {0, nullptr, &event})) << enqueue.name;
      EXPECT_EQ(nullptr, event) << enqueue.name;
    };
    for (cl_mem CommandObjects::*one : enqueue.memory) {
      CommandObjects mixed = on;
      mixed.*one = elsewhere.*one;
      expectRefused(mixed);
    }
    if (enqueue.takesProgram) {
      CommandObjects mixed = on;
      mixed.program = elsewhere.program;
      expectRefused(mixed);
    }
    if (enqueue.takesKernel) {
      CommandObjects mixed = on;
      mixed.kernel = elsewhere.kernel;
      expectRefused(mixed);
    }
  }
}

TEST_P(OtherContext, InvalidContextForEveryMemoryObjectAndKernelOfARecordedCommand) {
  const CommandObjects elsewhere = makeObjects(other, otherQueue.get());
  const auto buffer = makeCommandBuffer(queue);
  for (const RecordEntry &record : recordEntries()) {
    const auto expectRefused = [&](const CommandObjects &mixed) {
      cl_sync_point_khr point = 77;
      EXPECT_EQ(CL_INVALID_CONTEXT, record.call(cl, buffer.get(), mixed, {.point = &point})) << record.name;
      EXPECT_EQ(77u, point) << record.name;
    };
    for (cl_mem CommandObjects::*one : record.memory) {
      CommandObjects mixed = on;
      mixed.*one = elsewhere.*one;
      expectRefused(mixed);
    }
    if (record.takesKernel) {
      CommandObjects mixed = on;
      mixed.kernel = elsewhere.kernel;
      expectRefused(mixed);
    }
  }
}

TEST_P(OtherContext, InvalidContextForTheQueueOfACommandBuffer) {
  cl_command_queue list[] = {otherQueue.get()};
  EXPECT_EQ(CL_INVALID_CONTEXT, CommandBufferFunctions(cl).enqueue(1, list, on.commands, 0, nullptr, nullptr));
}

TEST_P(OtherContext, InvalidContextForQueuesThatAreToShareACommandBuffer) {
  const CommandBufferFunctions khr(cl);
  const cl_command_queue both[] = {queue, otherQueue.get()}, another[] = {otherQueue.get()};
  EXPECT_EQ(CL_INVALID_CONTEXT, errorOf([&](cl_int *e) { return khr.create(2, both, nullptr, e); }));
  const auto remap = [&](cl_uint count, const cl_command_queue *queues) {
    return errorOf([&](cl_int *e) { return khr.remap(on.commands, CL_TRUE, count, queues, 0, nullptr, nullptr, e); });
  };
  EXPECT_EQ(CL_INVALID_CONTEXT, remap(2, both));
  EXPECT_EQ(CL_INVALID_CONTEXT, remap(1, another));
}

TEST_P(OtherContext, InvalidContextForEventsToWaitFor) {
  const auto event = make([&](cl_int *e) { return ::clCreateUserEvent(other, e); });
  const cl_event list[] = {event.get()};
  EXPECT_EQ(CL_INVALID_CONTEXT, cl.clEnqueueWaitForEvents(queue, 1, list));
}

TEST_P(OtherContext, InvalidContextForHeaders) {
  const auto program = makeProgram("#include \"a.h\"\n"), header = otherProgram("");
  const cl_program headers[] = {header.get()};
  const char *names[] = {"a.h"};
  EXPECT_EQ(CL_INVALID_CONTEXT,
            cl.clCompileProgram(program.get(), 0, nullptr, "", 1, headers, names, nullptr, nullptr));
}

TEST_P(OtherContext, InvalidContextForProgramsToLink) {
  const auto program = otherProgram("kernel void k() {}");
  const cl_program inputs[] = {program.get()};
  EXPECT_EQ(CL_INVALID_CONTEXT, errorOf([&](cl_int *e) {
              return cl.clLinkProgram(context, 0, nullptr, "", 1, inputs, nullptr, nullptr, e);
            }));
}

TEST_P(OtherContext, InvalidContextForASuggestion) {
  const CommandObjects elsewhere = makeObjects(other, otherQueue.get());
  const auto suggest =
      extension<decltype(&::clGetKernelSuggestedLocalWorkSizeKHR)>(GetParam(), "clGetKernelSuggestedLocalWorkSizeKHR");
  const size_t global = 4;
  size_t local = 77;
  EXPECT_EQ(CL_INVALID_CONTEXT, suggest(queue, elsewhere.kernel, 1, nullptr, &global, &local));
  EXPECT_EQ(77u, local);
}

// OpenCL 3.0 section 5.3.1: mem_object is part of the description.
TEST_P(OtherContext, InvalidImageDescriptorForTheBufferOfAnImage) {
  const auto buffer = make([&](cl_int *e) { return ::clCreateBuffer(other, 0, 64, nullptr, e); });
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, 16);
  description.mem_object = buffer.get();
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, imageError(rgba8, description, 0));
}

} // namespace
} // namespace weft::test
