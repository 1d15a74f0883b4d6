// Times builds and first runs: of one-line kernels that no cache contains, and of benchmarks from their source text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/BuildTime.h"

#include <chrono>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/Timing.h"
#include "harness/Benchmark.h"

namespace weft::bench {

BuildTimes measureBuildTimes(const host::DeviceInView &where) {
  const host::Session session(where);
  constexpr size_t count = 1024;
  std::vector<cl_uint> values(count);
  const host::Buffer buffer = session.upload(values);
  std::random_device random;

  const auto buildAndRun = [&] {
    const unsigned unique = random();
    const std::string source = "kernel void once(global uint *x) { x[get_global_id(0)] = get_global_id(0) + " +
                               std::to_string(unique) + "u; }";
    const double seconds = host::secondsOf([&] {
      const host::Program program = session.build(source);
      const host::Kernel kernel = session.kernel(program, "once");
      host::setArguments(kernel, buffer);
      const size_t global[] = {count};
      session.launch(kernel, global);
      session.finish();
    });
    session.download(buffer, values);
    for (size_t i = 0; i < count; ++i)
      if (values[i] != static_cast<cl_uint>(i + unique))
        throw std::runtime_error("wrong result of the one-line kernel");
    return seconds;
  };
  const double first = buildAndRun();
  return {.first = first, .second = buildAndRun()};
}

std::map<unsigned, double> measureFirstRuns(const host::DeviceInView &where, const std::string &benchmark,
                                            double most) {
  const Entry &entry = entryOf(benchmark);
  const host::Session session(where);
  const std::unique_ptr<Benchmark> made = entry.make(); // the creation of its input data isn't timed
  const std::string source = host::readFile(BENCHMARKS_DIR "/" + entry.kernelFile);

  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  made->prepare(session, source);
  std::map<unsigned, double> times;
  double seconds = 0;
  for (unsigned run = 1; run <= 100 && seconds < most; ++run) {
    made->runDevice();
    seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (run == 1 || run == 10 || run == 100)
      times[run] = seconds;
  }
  return times;
}

} // namespace weft::bench
