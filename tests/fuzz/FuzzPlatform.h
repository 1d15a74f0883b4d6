// The platform as the fuzzers see it, and building programs on it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_FUZZ_FUZZ_PLATFORM_H
#define WEFT_TESTS_FUZZ_FUZZ_PLATFORM_H

#include <CL/cl.h>

#include <string>

#include "FuzzRun.h"

namespace weft::fuzz {

struct Platform {
  cl_device_id device = nullptr;
  cl_context context = nullptr;

  /// Of this process; ends it where there is no platform.
  static const Platform &instance();
};

/// Builds the program and has its kernels' code made; runs nothing of it, for it may do anything. Releases it.
Outcome buildAndMakeCode(cl_program program, const std::string &options, size_t mostKernels = SIZE_MAX);

} // namespace weft::fuzz

#endif
