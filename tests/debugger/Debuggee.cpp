// weft-debuggee <file.cl> <build options>: launches the kernel `k` of a file, for debuggers and profilers to look at.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "Objects.h"

int main(int count, char **arguments) {
  using namespace weft::load;
  if (count != 3)
    fail("usage: weft-debuggee FILE OPTIONS");
  std::ifstream file(arguments[1]);
  const std::string source(std::istreambuf_iterator<char>(file), {});
  const cl_device_id device = firstDevice();
  const Ref<cl_context> context = makeContext(device);
  const Ref<cl_command_queue> queue = makeQueue(context.get(), device, 0);
  const char *text = source.c_str();
  const auto program = make("clCreateProgramWithSource", [&](cl_int *error) {
    return clCreateProgramWithSource(context.get(), 1, &text, nullptr, error);
  });
  check(clBuildProgram(program.get(), 0, nullptr, arguments[2], nullptr, nullptr), "clBuildProgram");
  const Ref<cl_kernel> kernel = makeKernel(program.get(), "k");
  constexpr size_t width = 16, height = 4;
  const Ref<cl_mem> in = makeBuffer(context.get(), width * height * sizeof(float)),
                    out = makeBuffer(context.get(), width * height * sizeof(float));
  std::vector<float> values(width * height);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(i) + 0.5f;
  check(clEnqueueWriteBuffer(queue.get(), in.get(), CL_TRUE, 0, values.size() * sizeof(float), values.data(), 0,
                             nullptr, nullptr),
        "clEnqueueWriteBuffer");
  setArgument(kernel.get(), 0, in.get());
  setArgument(kernel.get(), 1, out.get());
  const cl_int factor = 3;
  check(clSetKernelArg(kernel.get(), 2, sizeof factor, &factor), "clSetKernelArg");
  const std::array<size_t, 2> global{width, height}, local{8, 2};
  check(clEnqueueNDRangeKernel(queue.get(), kernel.get(), 2, nullptr, global.data(), local.data(), 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clFinish(queue.get()), "clFinish");
}
