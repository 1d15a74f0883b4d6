// Threads whose kernels write and read one pipe at once, while other pipes are released in use.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <random>
#include <thread>
#include <vector>

#include "Loads.h"
#include "Objects.h"

namespace weft::load {

namespace {

// The totals say how many packets were written and read, and what they add up to.
constexpr const char *source = R"(
  kernel void put(write_only pipe uint to, global ulong *totals, uint seed) {
    uint packet = seed * 977u + (uint)get_global_id(0) * 31u;
    if (get_global_id(0) % 3 == 0) {
      const reserve_id_t two = reserve_write_pipe(to, 2);
      if (!is_valid_reserve_id(two))
        return;
      write_pipe(to, two, 1, &packet);
      write_pipe(to, two, 0, &packet);
      commit_write_pipe(to, two);
      atom_add(totals, 2ul);
      atom_add(totals + 1, 2ul * packet);
    } else if (write_pipe(to, &packet) == 0) {
      atom_add(totals, 1ul);
      atom_add(totals + 1, (ulong)packet);
    }
  }
  kernel void take(read_only pipe uint from, global ulong *totals, uint all) {
    uint packet;
    do {
      if (read_pipe(from, &packet) != 0)
        return;
      atom_add(totals + 2, 1ul);
      atom_add(totals + 3, (ulong)packet);
    } while (all);
  })";
constexpr cl_uint room = 300;
constexpr size_t items = 500;
constexpr size_t totalCount = 4;

struct Shared {
  cl_device_id device = firstDevice();
  Ref<cl_context> context = makeContext(device);
  Ref<cl_program> program = buildProgram(context.get(), source, "-cl-std=CL3.0");
  Ref<cl_mem> pipe = makePipe();
  Ref<cl_mem> totals = makeTotals();

  Ref<cl_mem> makePipe() const {
    return make("clCreatePipe",
                [this](cl_int *error) { return clCreatePipe(context.get(), 0, 4, room, nullptr, error); });
  }
  Ref<cl_mem> makeTotals() const { return makeBuffer(context.get(), totalCount * sizeof(cl_ulong)); }
};

void launchOn(cl_command_queue queue, cl_kernel kernel, cl_mem pipe, cl_mem totals, cl_uint number, size_t count) {
  setArgument(kernel, 0, pipe);
  setArgument(kernel, 1, totals);
  check(clSetKernelArg(kernel, 2, sizeof number, &number), "clSetKernelArg");
  launch(queue, kernel, count);
}

void work(const Shared &shared, unsigned number, unsigned rounds) {
  std::mt19937 random(number);
  const auto queue = makeQueue(shared.context.get(), shared.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const auto put = makeKernel(shared.program.get(), "put"), take = makeKernel(shared.program.get(), "take");
  for (unsigned round = 0; round < rounds; ++round) {
    if (random() % 8 == 0) {
      const auto own = shared.makePipe(), totals = shared.makeTotals();
      launchOn(queue.get(), put.get(), own.get(), totals.get(), round, items);
      launchOn(queue.get(), take.get(), own.get(), totals.get(), 0, items);
    }
    launchOn(queue.get(), put.get(), shared.pipe.get(), shared.totals.get(), number * rounds + round,
             random() % items + 1);
    launchOn(queue.get(), take.get(), shared.pipe.get(), shared.totals.get(), 0, random() % items + 1);
    if (random() % 16 == 0)
      check(clFinish(queue.get()), "clFinish");
  }
  check(clFinish(queue.get()), "clFinish");
}

} // namespace

void runPipes(unsigned threads, unsigned rounds) {
  const Shared shared;
  {
    std::vector<std::jthread> running;
    for (unsigned thread = 0; thread < threads; ++thread)
      running.emplace_back([&, thread] { work(shared, thread, rounds); });
  }
  const auto queue = makeQueue(shared.context.get(), shared.device, 0);
  const auto take = makeKernel(shared.program.get(), "take");
  launchOn(queue.get(), take.get(), shared.pipe.get(), shared.totals.get(), 1, 1);
  cl_ulong totals[totalCount] = {};
  check(clEnqueueReadBuffer(queue.get(), shared.totals.get(), CL_TRUE, 0, sizeof totals, totals, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  if (totals[0] == 0 || totals[0] != totals[2] || totals[1] != totals[3])
    fail(std::to_string(totals[0]) + " packets were written and " + std::to_string(totals[2]) + " read, of " +
         std::to_string(totals[1]) + " and " + std::to_string(totals[3]) + " together");
}

} // namespace weft::load
