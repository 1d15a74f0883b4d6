// The entry point that gives pointers to a program's functions: cl_intel_function_pointers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Text.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "core/programs/Program.h"
#include "core/programs/ProgramImage.h"

namespace weft::api {

cl_int CL_API_CALL clGetDeviceFunctionPointerINTEL(cl_device_id device, cl_program program, const char *name,
                                                   cl_ulong *pointerReturned) {
  return run("clGetDeviceFunctionPointerINTEL", [&](Call &call) -> Result<> {
    const RefPtr<core::Device> itsDevice = TRY(call.resolve<core::Device>(device));
    const RefPtr<core::Program> itsProgram = TRY(call.resolve<core::Program>(program));
    // CL_INVALID_DEVICE: the device is none of the program's.
    if (!itsProgram->has(*itsDevice))
      return fail(CL_INVALID_DEVICE, "The program is not for that device.");
    // CL_INVALID_ARG_VALUE: there is no name, no address for the pointer, or no function with that name.
    if (!name || !pointerReturned)
      return fail(CL_INVALID_ARG_VALUE, "The name of the function, or the place for its pointer, is NULL.");
    for (const core::Executable &executable : TRY(itsProgram->executables())) {
      if (executable.device != itsDevice.get())
        continue;
      const core::FunctionManifest *function = executable.image->function(name);
      if (!function)
        return fail(CL_INVALID_ARG_VALUE,
                    concat("The program has no function '", name, "' that pointers from the host may point to."));
      *pointerReturned = function->number;
      return {};
    }
    // CL_INVALID_PROGRAM_EXECUTABLE: the program was not built for the device.
    return fail(CL_INVALID_PROGRAM_EXECUTABLE, "The program has no executable for the device.");
  });
}

} // namespace weft::api
