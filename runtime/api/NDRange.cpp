// Entry points that launch kernels (OpenCL 3.0 section 5.10).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/Enqueue.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "api/MutableDispatch.h"
#include "core/commands/NDRangeCommand.h"

namespace weft::api {

namespace {

Result<> enqueueKernel(Call &call, cl_command_queue queue, cl_command_type type, cl_kernel kernel,
                       const core::LaunchRequest &request, const EventArguments &events) {
  const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
  const RefPtr<core::Kernel> itsKernel = TRY(call.resolve<core::Kernel>(kernel));
  // CL_INVALID_CONTEXT: the queue and the kernel belong to different contexts.
  if (&itsQueue->context() != &itsKernel->context())
    return fail(CL_INVALID_CONTEXT, "The command-queue and the kernel belong to different contexts.");
  WaitList waitList;
  if (events.count != 0 || events.waitList) // most launches have no wait list; for them, even an empty list would take
                                            // time
    waitList = TRY(resolveWaitList(itsQueue->context(), events));
  RefPtr<core::Command> command = TRY(core::makeLaunch(*itsQueue, type, *itsKernel, request));
  return enqueue(*itsQueue, std::move(command), waitList, events.event);
}

} // namespace

cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint workDim,
                                          const size_t *globalOffset, const size_t *globalSize, const size_t *localSize,
                                          cl_uint waitCount, const cl_event *waitList, cl_event *event) {
  return run("clEnqueueNDRangeKernel", [&](Call &call) {
    return enqueueKernel(call, queue, CL_COMMAND_NDRANGE_KERNEL, kernel, {workDim, globalOffset, globalSize, localSize},
                         {waitCount, waitList, event});
  });
}

cl_int CL_API_CALL clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint waitCount, const cl_event *waitList,
                                 cl_event *event) {
  return run("clEnqueueTask", [&](Call &call) {
    // The range has one work-item, in a group of one work-item.
    constexpr size_t one = 1;
    return enqueueKernel(call, queue, CL_COMMAND_TASK, kernel, {1, nullptr, &one, &one}, {waitCount, waitList, event});
  });
}

cl_int CL_API_CALL clCommandNDRangeKernelKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                             const cl_command_properties_khr *properties, cl_kernel kernel,
                                             cl_uint workDim, const size_t *globalOffset, const size_t *globalSize,
                                             const size_t *localSize, cl_uint waitCount,
                                             const cl_sync_point_khr *waitList, cl_sync_point_khr *syncPoint,
                                             cl_mutable_command_khr *handle) {
  return run("clCommandNDRangeKernelKHR", [&](Call &call) -> Result<> {
    const RecordingArguments arguments{queue, properties, waitCount, waitList, syncPoint, handle};
    const Recording its = TRY(resolveRecording(call, buffer, arguments, Mutability::launch));
    const RefPtr<core::Kernel> itsKernel = TRY(call.resolve<core::Kernel>(kernel));
    // CL_INVALID_CONTEXT: the command-buffer and the kernel belong to different contexts.
    if (&its.buffer->context() != &itsKernel->context())
      return fail(CL_INVALID_CONTEXT, "The command-buffer and the kernel belong to different contexts.");
    return recordLaunch(its, *itsKernel, {workDim, globalOffset, globalSize, localSize});
  });
}

} // namespace weft::api
