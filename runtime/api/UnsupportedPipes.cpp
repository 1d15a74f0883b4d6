// Pipes, which this device does not offer: CL_DEVICE_PIPE_SUPPORT is CL_FALSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "core/objects/Context.h"

namespace weft::api {

cl_mem clCreatePipe(cl_context context, cl_mem_flags, cl_uint, cl_uint, const cl_pipe_properties *,
                    cl_int *errcodeRet) {
  return create<cl_mem>("clCreatePipe", errcodeRet, [&](Call &call) -> Result<cl_mem> {
    static_cast<void>(TRY(call.resolve<core::Context>(context)));
    // CL_INVALID_OPERATION: no device of the context has pipes.
    return fail(CL_INVALID_OPERATION, "The device has no pipes (CL_DEVICE_PIPE_SUPPORT is CL_FALSE).");
  });
}

cl_int clGetPipeInfo(cl_mem, cl_pipe_info, size_t, void *, size_t *) {
  return run("clGetPipeInfo", [&](Call &) -> Result<> {
    return fail(CL_INVALID_MEM_OBJECT, "The handle is not a pipe: the platform makes none.");
  });
}

} // namespace weft::api
