// Shared virtual memory, which this device does not offer: CL_DEVICE_SVM_CAPABILITIES is 0.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "core/CommandQueue.h"
#include "core/Context.h"
#include "core/Kernel.h"

namespace weft::api {

using namespace core;

namespace {

// OpenCL 3.0 section 5.6 names CL_INVALID_OPERATION for each command and kernel argument of a device without SVM.
std::unexpected<Error> withoutSvm() {
  return fail(CL_INVALID_OPERATION, "The device has no shared virtual memory (CL_DEVICE_SVM_CAPABILITIES is 0).");
}

cl_int refuseCommand(const char *function, cl_command_queue queue) {
  return run(function, [&](Call &call) -> Result<> {
    static_cast<void>(TRY(call.resolve<CommandQueue>(queue)));
    return withoutSvm();
  });
}

} // namespace

void *clSVMAlloc(cl_context context, cl_svm_mem_flags, size_t, cl_uint) {
  // The function has no error code; the sentence goes to the context's callback.
  return create<void *>("clSVMAlloc", nullptr, [&](Call &call) -> Result<void *> {
    static_cast<void>(TRY(call.resolve<Context>(context)));
    return withoutSvm();
  });
}

// There is no memory that it could free; of NULL the specification says that nothing happens.
void clSVMFree(cl_context, void *) {}

cl_int clEnqueueSVMFree(cl_command_queue queue, cl_uint, void *[],
                        void(CL_CALLBACK *)(cl_command_queue, cl_uint, void *[], void *), void *, cl_uint,
                        const cl_event *, cl_event *) {
  return refuseCommand("clEnqueueSVMFree", queue);
}

cl_int clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool, void *, const void *, size_t, cl_uint, const cl_event *,
                          cl_event *) {
  return refuseCommand("clEnqueueSVMMemcpy", queue);
}

cl_int clEnqueueSVMMemFill(cl_command_queue queue, void *, const void *, size_t, size_t, cl_uint, const cl_event *,
                           cl_event *) {
  return refuseCommand("clEnqueueSVMMemFill", queue);
}

cl_int clEnqueueSVMMap(cl_command_queue queue, cl_bool, cl_map_flags, void *, size_t, cl_uint, const cl_event *,
                       cl_event *) {
  return refuseCommand("clEnqueueSVMMap", queue);
}

cl_int clEnqueueSVMUnmap(cl_command_queue queue, void *, cl_uint, const cl_event *, cl_event *) {
  return refuseCommand("clEnqueueSVMUnmap", queue);
}

cl_int clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint, const void **, const size_t *, cl_mem_migration_flags,
                              cl_uint, const cl_event *, cl_event *) {
  return refuseCommand("clEnqueueSVMMigrateMem", queue);
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint, const void *) {
  return run("clSetKernelArgSVMPointer", [&](Call &call) -> Result<> {
    static_cast<void>(TRY(call.resolve<Kernel>(kernel)));
    return withoutSvm();
  });
}

cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info, size_t, const void *) {
  return run("clSetKernelExecInfo", [&](Call &call) -> Result<> {
    static_cast<void>(TRY(call.resolve<Kernel>(kernel)));
    return withoutSvm();
  });
}

} // namespace weft::api
