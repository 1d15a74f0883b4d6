// A table with every handle parameter of every entry point, for tests that pass invalid handles.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_INVALID_HANDLE_TABLE_H
#define WEFT_TESTS_API_INVALID_HANDLE_TABLE_H

#include <functional>
#include <span>

#include "support/CommandBufferHandle.h"
#include "support/Semaphores.h"

namespace weft::test {

/// The valid objects that the calls under test need besides the wrong handle.
struct HandleSurroundings {
  cl_context context;
  cl_command_queue queue;
  cl_mem buffer, image;
  cl_event event;
  cl_program program; ///< built
  cl_kernel kernel;
  cl_command_buffer_khr commands; ///< not finalised, so it can record commands
  cl_semaphore_khr semaphore;
};

/// A call with one wrong handle, and the code that it must return.
struct HandleCase {
  const char *function;
  const char *handle; ///< the name of the wrong handle
  cl_int expected;
  std::function<cl_int(const cl_icd_dispatch &cl, const HandleSurroundings &at, void *handle)> call;
  bool mayBeNull = false;
};

std::span<const HandleCase> handleCases();

} // namespace weft::test

#endif
