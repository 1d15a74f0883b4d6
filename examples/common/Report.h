// What every example prints: where it ran, how long each side took, and whether the results agree.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_EXAMPLES_COMMON_REPORT_H
#define WEFT_EXAMPLES_COMMON_REPORT_H

#include <functional>
#include <string>

#include "common/Session.h"

namespace weft::host {

/// Times of the same work: as OpenCL kernel (arguments resident, clFinish included) and as C++ with OpenMP.
struct Comparison {
  std::string what;
  double openClSeconds;
  double hostSeconds;
  bool agree;
};

void printDevice(const DeviceInView &where);
void printBuildTime(double seconds);
/// Returns `comparison.agree`.
bool print(const Comparison &comparison);

/// Runs an example's body, which returns whether all results agreed. The exit status: 0 if so; an error goes to stderr.
int exampleMain(const std::function<bool()> &body);

} // namespace weft::host

#endif
