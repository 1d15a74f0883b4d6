// Tests of pipes: making them, asking about them, and what they keep from kernel to kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <numeric>

#include "support/ApiTest.h"

namespace weft::test {
namespace {

class PipeTest : public ProgramTest {
protected:
  static constexpr cl_uint room = 5;

  Handle<cl_mem> makePipe(cl_uint packetBytes = 4, cl_uint packets = room, cl_mem_flags flags = 0) const {
    return make([&](cl_int *e) { return cl.clCreatePipe(context, flags, packetBytes, packets, nullptr, e); });
  }
  cl_int pipeError(cl_mem_flags flags, cl_uint packetBytes, cl_uint packets,
                   const cl_pipe_properties *properties = nullptr) const {
    return errorOf([&](cl_int *e) { return cl.clCreatePipe(context, flags, packetBytes, packets, properties, e); });
  }
  cl_uint limit(cl_device_info name) const { return info<cl_uint>(cl.clGetDeviceInfo, device(), name); }

  static constexpr const char *source = R"(
    kernel void put(write_only pipe int to, global int *data) {
      data[3] = 0;
      for (int i = 0; i < 3; ++i)
        data[3] += write_pipe(to, data + i) == 0;
    }
    kernel void take(read_only pipe int from, global int *data) {
      data[3] = 0;
      for (int i = 0; i < 3; ++i)
        data[3] += read_pipe(from, data + i) == 0;
    })";
};

WEFT_API_SUITE(clCreatePipe, PipeTest);

TEST_P(clCreatePipe, HasTheFlagsThatAreGivenOrTheDefault) {
  const auto flagsOf = [&](cl_mem_flags flags) {
    const auto pipe = makePipe(4, 4, flags);
    return info<cl_mem_flags>(cl.clGetMemObjectInfo, pipe.get(), CL_MEM_FLAGS);
  };
  EXPECT_EQ(cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS}, flagsOf(0));
  EXPECT_EQ(cl_mem_flags{CL_MEM_READ_WRITE}, flagsOf(CL_MEM_READ_WRITE));
  EXPECT_EQ(cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS}, flagsOf(CL_MEM_HOST_NO_ACCESS));
  const auto pipe = makePipe();
  EXPECT_EQ(cl_mem_object_type{CL_MEM_OBJECT_PIPE},
            info<cl_mem_object_type>(cl.clGetMemObjectInfo, pipe.get(), CL_MEM_TYPE));
  EXPECT_GE(info<size_t>(cl.clGetMemObjectInfo, pipe.get(), CL_MEM_SIZE), 4u * room);
}

TEST_P(clCreatePipe, InvalidValue) {
  for (cl_mem_flags flags : {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_USE_HOST_PTR, CL_MEM_HOST_READ_ONLY})
    EXPECT_EQ(CL_INVALID_VALUE, pipeError(flags, 4, 4)) << flags;
  const cl_pipe_properties none[] = {0};
  EXPECT_EQ(CL_INVALID_VALUE, pipeError(0, 4, 4, none));
}

TEST_P(clCreatePipe, InvalidPipeSize) {
  EXPECT_EQ(CL_INVALID_PIPE_SIZE, pipeError(0, 0, 4));
  EXPECT_EQ(CL_INVALID_PIPE_SIZE, pipeError(0, 4, 0));
  const cl_uint most = limit(CL_DEVICE_PIPE_MAX_PACKET_SIZE);
  EXPECT_EQ(CL_INVALID_PIPE_SIZE, pipeError(0, most + 1, 1));
  makePipe(most, 1); // checks that it succeeds
}

TEST_P(clCreatePipe, MemObjectAllocationFailure) {
  EXPECT_EQ(CL_MEM_OBJECT_ALLOCATION_FAILURE,
            pipeError(0, limit(CL_DEVICE_PIPE_MAX_PACKET_SIZE), std::numeric_limits<cl_uint>::max()));
}

TEST_P(clCreatePipe, KeepsItsPacketsFromKernelToKernel) {
  const auto pipe = makePipe();
  const auto buffer = makeBuffer(4 * sizeof(cl_int));
  const cl_mem pipeHandle = pipe.get(), data = buffer.get();
  const auto program = buildProgram(source, "-cl-std=CL3.0");
  const auto put = makeKernel(program.get(), "put"), take = makeKernel(program.get(), "take");
  for (cl_kernel kernel : {put.get(), take.get()}) {
    ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel, 0, sizeof pipeHandle, &pipeHandle));
    ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel, 1, sizeof data, &data));
  }
  const auto run = [&](cl_kernel kernel, std::vector<cl_int> values) {
    EXPECT_EQ(CL_SUCCESS,
              ::clEnqueueWriteBuffer(queue, data, CL_TRUE, 0, 4 * sizeof(cl_int), values.data(), 0, nullptr, nullptr));
    const size_t one = 1;
    EXPECT_EQ(CL_SUCCESS, cl.clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
    return contents<cl_int>(data, 4);
  };
  using Ints = std::vector<cl_int>;
  EXPECT_EQ((Ints{-1, -1, -1, 0}), run(take.get(), {-1, -1, -1, 0}));
  // Round the ring many times.
  for (cl_int i = 0; i < 60; i += 3) {
    EXPECT_EQ((Ints{i, i + 1, i + 2, 3}), run(put.get(), {i, i + 1, i + 2, 0}));
    EXPECT_EQ((Ints{i, i + 1, i + 2, 3}), run(take.get(), {-1, -1, -1, 0}));
  }
  EXPECT_EQ((Ints{1, 2, 3, 3}), run(put.get(), {1, 2, 3, 0}));
  EXPECT_EQ((Ints{4, 5, 6, 2}), run(put.get(), {4, 5, 6, 0}));
  EXPECT_EQ((Ints{1, 2, 3, 3}), run(take.get(), {-1, -1, -1, 0}));
  EXPECT_EQ((Ints{4, 5, -1, 2}), run(take.get(), {-1, -1, -1, 0}));
}

// A program whose packets are not of the pipe's size.
TEST_P(clCreatePipe, TakesNoPacketsOfAnotherSize) {
  const auto pipe = makePipe(8);
  const auto buffer = makeBuffer(4 * sizeof(cl_int));
  const cl_mem pipeHandle = pipe.get(), data = buffer.get();
  const auto put = buildKernel(source, "put", "-cl-std=CL3.0");
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(put.get(), 0, sizeof pipeHandle, &pipeHandle));
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(put.get(), 1, sizeof data, &data));
  const size_t one = 1;
  EXPECT_EQ(CL_SUCCESS, cl.clEnqueueNDRangeKernel(queue, put.get(), 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(0, contents<cl_int>(data, 4)[3]);
}

WEFT_API_SUITE(clGetPipeInfo, PipeTest);

TEST_P(clGetPipeInfo, AnswersWhatThePipeWasMadeWith) {
  const auto pipe = makePipe(12, 34);
  checkInfoQuery(cl.clGetPipeInfo, pipe.get(), cl_pipe_info{CL_PIPE_PACKET_SIZE});
  EXPECT_EQ(12u, info<cl_uint>(cl.clGetPipeInfo, pipe.get(), CL_PIPE_PACKET_SIZE));
  EXPECT_EQ(34u, info<cl_uint>(cl.clGetPipeInfo, pipe.get(), CL_PIPE_MAX_PACKETS));
  EXPECT_TRUE(infoArray<cl_pipe_properties>(cl.clGetPipeInfo, pipe.get(), CL_PIPE_PROPERTIES).empty());
}

TEST_P(clGetPipeInfo, InvalidMemObject) {
  const auto buffer = makeBuffer(64);
  cl_uint value = 0;
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, cl.clGetPipeInfo(buffer.get(), CL_PIPE_PACKET_SIZE, sizeof value, &value, nullptr));
}

class PipeArgumentTest : public PipeTest {
protected:
  const Handle<cl_kernel> put_ = buildKernel(source, "put", "-cl-std=CL3.0 -cl-kernel-arg-info");
  const cl_kernel put = put_.get();
};
WEFT_API_SUITE(PipeArguments, PipeArgumentTest);

TEST_P(PipeArguments, AreDescribed) {
  const auto about = [&](cl_uint argument, cl_kernel_arg_info name) {
    cl_ulong value = 0;
    size_t size = 0;
    EXPECT_EQ(CL_SUCCESS, cl.clGetKernelArgInfo(put, argument, name, sizeof value, &value, &size));
    return value;
  };
  EXPECT_EQ(cl_ulong{CL_KERNEL_ARG_TYPE_PIPE}, about(0, CL_KERNEL_ARG_TYPE_QUALIFIER));
  EXPECT_EQ(cl_ulong{CL_KERNEL_ARG_ACCESS_WRITE_ONLY}, about(0, CL_KERNEL_ARG_ACCESS_QUALIFIER));
  EXPECT_EQ(cl_ulong{CL_KERNEL_ARG_TYPE_NONE}, about(1, CL_KERNEL_ARG_TYPE_QUALIFIER));
}

TEST_P(PipeArguments, AreRefusedWhereTheyAreNone) {
  const auto pipe = makePipe();
  const auto buffer = makeBuffer(64);
  const cl_mem aPipe = pipe.get(), aBuffer = buffer.get(), none = nullptr;
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, cl.clSetKernelArg(put, 0, sizeof aBuffer, &aBuffer));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, cl.clSetKernelArg(put, 0, sizeof none, &none));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, cl.clSetKernelArg(put, 0, sizeof none, nullptr));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, cl.clSetKernelArg(put, 0, 4, &aPipe));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, cl.clSetKernelArg(put, 1, sizeof aPipe, &aPipe));
  const auto otherContext = makeContext();
  const auto other = make([&](cl_int *e) { return ::clCreatePipe(otherContext.get(), 0, 4, room, nullptr, e); });
  const cl_mem foreignPipe = other.get();
  EXPECT_EQ(CL_INVALID_CONTEXT, cl.clSetKernelArg(put, 0, sizeof foreignPipe, &foreignPipe));
}

// The host has no access to what is in a pipe.
TEST_P(PipeArguments, AreNoBuffersOrImages) {
  const auto pipe = makePipe();
  cl_int value = 0;
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            cl.clEnqueueReadBuffer(queue, pipe.get(), CL_TRUE, 0, 4, &value, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, cl.clEnqueueUnmapMemObject(queue, pipe.get(), &value, 0, nullptr, nullptr));
  size_t size = 0;
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, cl.clGetImageInfo(pipe.get(), CL_IMAGE_WIDTH, 0, nullptr, &size));
  const cl_mem aPipe = pipe.get();
  EXPECT_EQ(CL_SUCCESS, cl.clEnqueueMigrateMemObjects(queue, 1, &aPipe, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
}

// The launch keeps the pipe.
TEST_P(PipeArguments, MayBeReleasedWhileInUse) {
  auto pipe = makePipe();
  const auto buffer = makeBuffer(64);
  const cl_mem aPipe = pipe.get(), data = buffer.get();
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(put, 0, sizeof aPipe, &aPipe));
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(put, 1, sizeof data, &data));
  const auto gate = makeUserEvent();
  const cl_event wait = gate.get();
  const size_t one = 1;
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueNDRangeKernel(queue, put, 1, nullptr, &one, nullptr, 1, &wait, nullptr));
  pipe.reset();
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, cl.clEnqueueNDRangeKernel(queue, put, 1, nullptr, &one, nullptr, 1, &wait, nullptr));
  ASSERT_EQ(CL_SUCCESS, ::clSetUserEventStatus(wait, CL_COMPLETE));
  EXPECT_EQ(3, contents<cl_int>(data, 4)[3]);
}

} // namespace
} // namespace weft::test
