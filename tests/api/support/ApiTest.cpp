// Fixtures for tests of entry points: by each route, with the objects that a chapter needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/ApiTest.h"

namespace weft::test {

std::string ProgramTest::buildLog(cl_program program) const {
  size_t size = 0;
  EXPECT_EQ(CL_SUCCESS, ::clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_LOG, 0, nullptr, &size));
  std::string log(size, '\0');
  EXPECT_EQ(CL_SUCCESS, ::clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr));
  if (!log.empty())
    log.pop_back(); // the ending zero
  return log;
}

} // namespace weft::test
