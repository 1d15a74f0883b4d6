// The benchmark program: lists platforms and benchmarks, or runs the turns that the driver (bench/run.py) requests.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "common/Session.h"
#include "harness/Benchmark.h"
#include "harness/BuildTime.h"
#include "harness/Contender.h"
#include "harness/LongKernel.h"

using namespace weft;
using nlohmann::json;

namespace {

constexpr std::string_view usage = R"(usage: weft-bench --platforms            names of the platforms in view, as JSON
       weft-bench --list                 names of the benchmarks and of their libraries, as JSON
       weft-bench --serve openmp|libraries|INDEX
                                          answers each line "BENCHMARK SECONDS" with one line of JSON
       weft-bench --build-time INDEX     times a one-line kernel: first and second of this process
       weft-bench --first-runs INDEX BENCHMARK   seconds from source text to the end of the 1st, 10th, 100th run
       weft-bench --compile-times INDEX  times kernels of 500 to 4000 lines and says how the time grows
       weft-bench --long-kernel KIND LINES   prints a kernel of --compile-times
       weft-bench --verify libraries|INDEX   compares every benchmark's results with the host's
INDEX counts the platforms in view from 0. Behind that of --serve and --verify, --from clang and --from translator have the
kernels come as the SPIR-V of clang-22, or of clang-15 and llvm-spirv-15.
)";

/// The seconds after which --first-runs begins no further run.
constexpr double mostOfFirstRuns = 20;

host::DeviceInView deviceByIndex(const std::string &text) {
  const auto devices = host::devicesInView();
  return devices.at(static_cast<size_t>(std::stoul(text)));
}

bench::Contender contenderFor(const std::string &name, const std::string &producer) {
  using enum bench::Contender::Reference;
  if (name == "openmp" || name == "libraries")
    return bench::Contender(name == "openmp" ? openMp : libraries);
  return bench::Contender(deviceByIndex(name), producer);
}

void listPlatforms() {
  json names = json::array();
  for (const auto &device : host::devicesInView())
    names.push_back({{"platform", device.platformName}, {"device", device.deviceName}});
  std::puts(names.dump().c_str());
}

void listBenchmarks() {
  json names = json::array();
  for (const auto &entry : bench::allBenchmarks())
    names.push_back({{"name", entry.name}, {"library", entry.library}});
  std::puts(names.dump().c_str());
}

/// Prints one answer for each line of stdin, until stdin ends.
void serve(bench::Contender contender) {
  char name[128];
  double seconds = 0;
  while (std::scanf("%127s %lf", name, &seconds) == 2) {
    json answer;
    try {
      answer["samples"] = contender.takeTurn(name, seconds);
    } catch (const std::exception &error) {
      answer["error"] = error.what();
    }
    std::puts(answer.dump(-1, ' ', true, json::error_handler_t::replace).c_str());
    std::fflush(stdout);
  }
}

/// Prints a line for each kind and length. "grows" is the ratio of the time to the time for half as many lines.
void printCompileTimes(const host::DeviceInView &where) {
  std::printf("%-12s %6s %10s %7s\n", "kernel", "lines", "seconds", "grows");
  double before = 0;
  for (const bench::CompileTime &time : bench::measureCompileTimes(where)) {
    std::printf("%-12s %6u %10.3f", time.name.c_str(), time.lines, time.seconds);
    if (time.lines == bench::shortestLongKernel)
      std::printf(" %7s\n", "");
    else
      std::printf(" %6.2fx\n", time.seconds / before);
    before = time.seconds;
  }
}

bool printLongKernel(std::string_view kind, unsigned lines) {
  for (const auto &[name, known] : bench::longKernelKinds)
    if (name == kind) {
      std::fputs(bench::longKernel(known, lines).c_str(), stdout);
      return true;
    }
  return false;
}

bool verify(bench::Contender contender) {
  bool good = true;
  for (const auto &entry : bench::allBenchmarks()) {
    if (!contender.takesPart(entry))
      continue;
    try {
      contender.takeTurn(entry.name, 0);
      std::printf("%-20s agrees with the host\n", entry.name.c_str());
    } catch (const std::exception &error) {
      std::printf("%-20s %s\n", entry.name.c_str(), error.what());
      good = false;
    }
    std::fflush(stdout);
  }
  return good;
}

} // namespace

int main(int argc, char **argv) {
  const std::string_view command = argc > 1 ? argv[1] : "";
  std::string producer;
  if (argc == 5 && argv[3] == std::string_view("--from")) {
    producer = argv[4];
    argc = 3;
  }
  try {
    if (argc == 2 && command == "--platforms") {
      listPlatforms();
    } else if (argc == 2 && command == "--list") {
      listBenchmarks();
    } else if (argc == 3 && command == "--serve") {
      serve(contenderFor(argv[2], producer));
    } else if (argc == 3 && command == "--build-time") {
      const bench::BuildTimes times = bench::measureBuildTimes(deviceByIndex(argv[2]));
      std::puts(json{{"first", times.first}, {"second", times.second}}.dump().c_str());
    } else if (argc == 4 && command == "--first-runs") {
      json times;
      for (const auto &[run, seconds] : bench::measureFirstRuns(deviceByIndex(argv[2]), argv[3], mostOfFirstRuns))
        times[std::to_string(run)] = seconds;
      std::puts(times.dump().c_str());
    } else if (argc == 3 && command == "--compile-times") {
      printCompileTimes(deviceByIndex(argv[2]));
    } else if (argc == 4 && command == "--long-kernel") {
      return printLongKernel(argv[2], static_cast<unsigned>(std::stoul(argv[3]))) ? EXIT_SUCCESS : EXIT_FAILURE;
    } else if (argc == 3 && command == "--verify") {
      return verify(contenderFor(argv[2], producer)) ? EXIT_SUCCESS : EXIT_FAILURE;
    } else {
      std::fputs(usage.data(), stderr);
      return 2;
    }
  } catch (const std::exception &error) {
    std::fprintf(stderr, "weft-bench: %s\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
