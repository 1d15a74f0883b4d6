// Fills pipes and empties them, by kernels of its own: the host has no other way.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/PipeTransfer.h"

namespace weft::exectest {

namespace {

constexpr const char *source = R"(
  typedef struct { uchar bytes[BYTES]; } Packet;
  kernel void fill(write_only pipe Packet to, global Packet *packets, global uint *count) {
    uint i = 0;
    for (; i < *count; ++i) {
      Packet packet = packets[i];
      if (write_pipe(to, &packet) != 0)
        break;
    }
    *count = i;
  }
  kernel void empty(read_only pipe Packet from, global Packet *packets, global uint *count) {
    uint i = 0;
    Packet packet;
    for (; read_pipe(from, &packet) == 0; ++i)
      packets[i] = packet;
    *count = i;
  })";

} // namespace

Buffer PipeTransfer::makeBuffer(size_t bytes, const void *contents) {
  cl_int code = CL_SUCCESS;
  Buffer buffer(clCreateBuffer(context_, contents ? CL_MEM_COPY_HOST_PTR : cl_mem_flags{0}, bytes,
                               const_cast<void *>(contents), &code));
  succeed(code, "clCreateBuffer");
  return buffer;
}

void PipeTransfer::run(const PipeLayout &layout, const char *name, cl_mem pipe, cl_mem packets, cl_mem count) {
  cl_int code = CL_SUCCESS;
  Program &program = programs_[layout.packetBytes];
  if (!program) {
    const char *text = source;
    program.reset(clCreateProgramWithSource(context_, 1, &text, nullptr, &code));
    succeed(code, "clCreateProgramWithSource");
    const std::string options = "-cl-std=CL3.0 -DBYTES=" + std::to_string(layout.packetBytes);
    succeed(clBuildProgram(program.get(), 1, &device_, options.c_str(), nullptr, nullptr), "clBuildProgram for pipes");
  }
  const Kernel kernel(clCreateKernel(program.get(), name, &code));
  succeed(code, "clCreateKernel");
  cl_uint index = 0;
  for (cl_mem argument : {pipe, packets, count})
    succeed(clSetKernelArg(kernel.get(), index++, sizeof argument, &argument), "clSetKernelArg");
  const size_t one = 1;
  succeed(clEnqueueNDRangeKernel(queue_, kernel.get(), 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
}

Buffer PipeTransfer::fill(const PipeLayout &layout, const Bytes &packets) {
  cl_int code = CL_SUCCESS;
  Buffer pipe(clCreatePipe(context_, 0, static_cast<cl_uint>(layout.packetBytes), static_cast<cl_uint>(layout.room),
                           nullptr, &code));
  succeed(code, "clCreatePipe");
  if (packets.empty())
    return pipe;
  const auto count = static_cast<cl_uint>(packets.size() / layout.packetBytes);
  const Buffer contents = makeBuffer(packets.size(), packets.data());
  const Buffer number = makeBuffer(sizeof count, &count);
  run(layout, "fill", pipe.get(), contents.get(), number.get());
  cl_uint written = 0;
  succeed(clEnqueueReadBuffer(queue_, number.get(), CL_TRUE, 0, sizeof written, &written, 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
  if (written != count)
    throw std::runtime_error("a pipe took " + std::to_string(written) + " packets of " + std::to_string(count));
  return pipe;
}

Bytes PipeTransfer::empty(const PipeLayout &layout, cl_mem pipe) {
  const Buffer contents = makeBuffer(layout.room * layout.packetBytes, nullptr);
  const Buffer number = makeBuffer(sizeof(cl_uint), nullptr);
  run(layout, "empty", pipe, contents.get(), number.get());
  cl_uint count = 0;
  succeed(clEnqueueReadBuffer(queue_, number.get(), CL_TRUE, 0, sizeof count, &count, 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
  Bytes packets(count * layout.packetBytes);
  if (count != 0)
    succeed(
        clEnqueueReadBuffer(queue_, contents.get(), CL_TRUE, 0, packets.size(), packets.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  return packets;
}

} // namespace weft::exectest
