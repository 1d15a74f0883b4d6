// The entry point that sets a kernel's argument to a buffer's address on the device: cl_ext_buffer_device_address.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Text.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "core/programs/Kernel.h"

namespace weft::api {

cl_int CL_API_CALL clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint index, cl_mem_device_address_ext address) {
  return run("clSetKernelArgDevicePointerEXT", [&](Call &call) -> Result<> {
    const RefPtr<core::Kernel> itsKernel = TRY(call.resolve<core::Kernel>(kernel));
    // CL_INVALID_ARG_INDEX: there is no such argument, or it is no pointer to global memory.
    if (const auto &arguments = itsKernel->manifest().arguments;
        index >= arguments.size() || arguments[index].kind != core::ArgumentKind::global)
      return fail(CL_INVALID_ARG_INDEX, concat("Argument ", index, " is no pointer to global memory."));
    return itsKernel->setPointer(index, reinterpret_cast<const void *>(address));
  });
}

} // namespace weft::api
