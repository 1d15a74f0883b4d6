// A platform in use, for cases that end or fork.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

#include "Cases.h"

namespace weft::load {
namespace {

constexpr const char *source = R"(
  kernel void twice(global uint *values) { values[get_global_id(0)] *= 2; }
  kernel void slow(global uint *values) {
    uint value = get_global_id(0);
    for (uint i = 0; i < 100000; ++i)
      value = value * 1664525 + 1013904223;
    values[get_global_id(0) % 16] = value;
  })";

} // namespace

World::World()
    : program(buildProgram(context.get(), source)), twice(makeKernel(program.get(), "twice")),
      slow(makeKernel(program.get(), "slow")) {
  setArgument(twice.get(), 0, buffer.get());
  setArgument(slow.get(), 0, buffer.get());
}

bool World::works() const {
  std::array<cl_uint, 16> values;
  values.fill(21);
  check(clEnqueueWriteBuffer(queue.get(), buffer.get(), CL_TRUE, 0, sizeof values, values.data(), 0, nullptr, nullptr),
        "clEnqueueWriteBuffer");
  launch(queue.get(), twice.get(), values.size());
  check(clEnqueueReadBuffer(queue.get(), buffer.get(), CL_TRUE, 0, sizeof values, values.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  return std::ranges::all_of(values, [](cl_uint value) { return value == 42; });
}

bool childSucceeds(pid_t child) {
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
}

World &leftBehind() { return *new World; }

cl_int buildAnother(const World &world, unsigned number, bool withError) {
  const std::string text = "kernel void k(global float *out) { out[0] = sin(out[1]) * " + std::to_string(number) +
                           (withError ? "; this is an error }" : "; }");
  const char *source = text.c_str();
  cl_int error = CL_SUCCESS;
  const Ref<cl_program> program(clCreateProgramWithSource(world.context.get(), 1, &source, nullptr, &error));
  return program ? clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr) : error;
}

} // namespace weft::load
