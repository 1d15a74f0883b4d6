// Access to a program's variables by their names: cl_intel_global_variable_access.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Text.h"
#include "api/EntryPoints.h"
#include "api/Transfer.h"
#include "core/commands/VariableCommand.h"
#include "core/programs/Program.h"
#include "core/programs/ProgramImage.h"

namespace weft::api {

namespace {

using core::VariableCommand;

/// Finds a variable of the executable that the program has for `device`, and the memory that it lies in.
/// CL_INVALID_PROGRAM_EXECUTABLE if there is no executable; CL_INVALID_VALUE without a name; CL_INVALID_ARG_VALUE
/// if no variable has this name.
Result<VariableCommand::Variable> findVariable(const core::Program &program, const core::Device &device,
                                               const char *name) {
  if (!name)
    return fail(CL_INVALID_VALUE, "The name of the variable is NULL.");
  for (const core::Executable &executable : TRY(program.executables())) {
    if (executable.device != &device)
      continue;
    if (const core::VariableManifest *variable = executable.image->variable(name)) {
      auto *memory = static_cast<std::byte *>(TRY(executable.image->memory()->get()));
      return VariableCommand::Variable{executable.image->memory(), memory + variable->offset, variable->bytes};
    }
    return fail(CL_INVALID_ARG_VALUE,
                concat("The program has no variable '", name, "' in global memory that others can see."));
  }
  return fail(CL_INVALID_PROGRAM_EXECUTABLE, "The program has no executable for the device.");
}

/// Enqueues a read or a write between a subrange of a variable and the application's memory.
Result<> enqueueAccess(Call &call, cl_command_queue queue, cl_program program, const char *name, cl_bool blocking,
                       size_t size, size_t offset, VariableCommand::Access access, const EventArguments &events) {
  const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
  const RefPtr<core::Program> itsProgram = TRY(call.resolve<core::Program>(program));
  // CL_INVALID_CONTEXT: the queue and the program belong to different contexts.
  if (&itsQueue->context() != &itsProgram->context())
    return fail(CL_INVALID_CONTEXT, "The command-queue and the program belong to different contexts.");
  WaitList waitList = TRY(resolveWaitList(itsQueue->context(), events));
  auto variable = TRY(findVariable(*itsProgram, itsQueue->device(), name));
  // CL_INVALID_VALUE: the subrange reaches beyond the variable's end, or the application gives no memory.
  if (offset > variable.bytes || size > variable.bytes - offset)
    return fail(CL_INVALID_VALUE, concat("Offset ", offset, " and size ", size, " are out of the bounds of '", name,
                                         "', which has ", variable.bytes, " bytes."));
  TRY(checkPointer(access.pointer(), "ptr"));
  auto command = makeRef<VariableCommand>(*itsQueue, std::move(variable), access, offset, size);
  return enqueueTransfer(*itsQueue, std::move(command), waitList, events.event, blocking);
}

} // namespace

cl_int CL_API_CALL clGetDeviceGlobalVariablePointerINTEL(cl_device_id device, cl_program program, const char *name,
                                                         size_t *sizeReturned, void **pointerReturned) {
  return run("clGetDeviceGlobalVariablePointerINTEL", [&](Call &call) -> Result<> {
    const RefPtr<core::Device> itsDevice = TRY(call.resolve<core::Device>(device));
    const RefPtr<core::Program> itsProgram = TRY(call.resolve<core::Program>(program));
    // CL_INVALID_DEVICE: the device is none of the program's.
    if (!itsProgram->has(*itsDevice))
      return fail(CL_INVALID_DEVICE, "The program is not for that device.");
    const auto variable = TRY(findVariable(*itsProgram, *itsDevice, name));
    if (sizeReturned)
      *sizeReturned = variable.bytes;
    if (pointerReturned)
      *pointerReturned = variable.data;
    return {};
  });
}

cl_int CL_API_CALL clEnqueueReadGlobalVariableINTEL(cl_command_queue queue, cl_program program, const char *name,
                                                    cl_bool blocking, size_t size, size_t offset, void *pointer,
                                                    cl_uint waitCount, const cl_event *waitList, cl_event *event) {
  return run("clEnqueueReadGlobalVariableINTEL", [&](Call &call) {
    return enqueueAccess(call, queue, program, name, blocking, size, offset, VariableCommand::readTo(pointer),
                         {waitCount, waitList, event});
  });
}

cl_int CL_API_CALL clEnqueueWriteGlobalVariableINTEL(cl_command_queue queue, cl_program program, const char *name,
                                                     cl_bool blocking, size_t size, size_t offset, const void *pointer,
                                                     cl_uint waitCount, const cl_event *waitList, cl_event *event) {
  return run("clEnqueueWriteGlobalVariableINTEL", [&](Call &call) {
    return enqueueAccess(call, queue, program, name, blocking, size, offset, VariableCommand::writeFrom(pointer),
                         {waitCount, waitList, event});
  });
}

} // namespace weft::api
