// Handles of the OpenCL API that release themselves, and the failure of its functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_EXEC_HANDLES_H
#define WEFT_TESTS_EXEC_HANDLES_H

#include <memory>
#include <stdexcept>
#include <string>

#include <CL/cl.h>

namespace weft::exectest {

/// Owns a handle of the OpenCL API.
template <class Handle, cl_int(CL_API_CALL *release)(Handle)> struct Releaser {
  using pointer = Handle;
  void operator()(Handle handle) const { release(handle); }
};
using Context = std::unique_ptr<cl_context, Releaser<cl_context, clReleaseContext>>;
using Queue = std::unique_ptr<cl_command_queue, Releaser<cl_command_queue, clReleaseCommandQueue>>;
using Program = std::unique_ptr<cl_program, Releaser<cl_program, clReleaseProgram>>;
using Kernel = std::unique_ptr<cl_kernel, Releaser<cl_kernel, clReleaseKernel>>;
using Event = std::unique_ptr<cl_event, Releaser<cl_event, clReleaseEvent>>;
using Sampler = std::unique_ptr<cl_sampler, Releaser<cl_sampler, clReleaseSampler>>;
using Buffer = std::unique_ptr<cl_mem, Releaser<cl_mem, clReleaseMemObject>>;

inline void succeed(cl_int code, const char *call) {
  if (code != CL_SUCCESS)
    throw std::runtime_error(std::string(call) + " returned " + std::to_string(code));
}

} // namespace weft::exectest

#endif
