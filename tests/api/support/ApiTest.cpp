// Fixtures for tests of entry points, called by each route (support/Routes.h), with a context, a queue or programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/ApiTest.h"

namespace weft::test {

std::string ProgramTest::buildLog(cl_program program) const {
  size_t size = 0;
  EXPECT_EQ(CL_SUCCESS, ::clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_LOG, 0, nullptr, &size));
  std::string log(size, '\0');
  EXPECT_EQ(CL_SUCCESS, ::clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr));
  if (!log.empty())
    log.pop_back(); // removes the terminating zero
  return log;
}

} // namespace weft::test
