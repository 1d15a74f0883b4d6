// Prints the results of an example in one form.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "common/Report.h"

#include <cstdio>
#include <exception>

namespace weft::host {
namespace {

/// A time with a unit that suits it: "12.3 us".
std::string inUnits(double seconds) {
  const char *unit = "s";
  double value = seconds;
  if (seconds < 1e-3) {
    value = seconds * 1e6;
    unit = "us";
  } else if (seconds < 1) {
    value = seconds * 1e3;
    unit = "ms";
  }
  char text[32];
  std::snprintf(text, sizeof text, "%.3g %s", value, unit);
  return text;
}

} // namespace

void printDevice(const DeviceInView &where) {
  std::printf("Device: %s (platform: %s)\n", where.deviceName.c_str(), where.platformName.c_str());
}

void printBuildTime(double seconds) { std::printf("Building the program took %s.\n", inUnits(seconds).c_str()); }

bool print(const Comparison &comparison) {
  const double ratio = comparison.openClSeconds / comparison.hostSeconds;
  std::printf("%s: OpenCL %s, C++ with OpenMP %s", comparison.what.c_str(), inUnits(comparison.openClSeconds).c_str(),
              inUnits(comparison.hostSeconds).c_str());
  std::printf(" (%.2f times the time); the results %s.\n", ratio, comparison.agree ? "agree" : "DIFFER");
  return comparison.agree;
}

int exampleMain(const std::function<bool()> &body) {
  try {
    return body() ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}

} // namespace weft::host
