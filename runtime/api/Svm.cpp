// Entry points for shared virtual memory (OpenCL 3.0 section 5.6).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <bit>

#include "Text.h"
#include "api/EntryPoints.h"
#include "api/MutableDispatch.h"
#include "api/NewNames.h"
#include "api/Recording.h"
#include "api/Transfer.h"
#include "api/UnifiedSvm.h"
#include "core/commands/FillCommand.h"
#include "core/commands/MarkerCommand.h"
#include "core/commands/SvmFreeCommand.h"
#include "core/objects/Device.h"
#include "core/objects/Limits.h"
#include "core/programs/Kernel.h"

namespace weft::api {

namespace {

/// Checks the arguments of clSVMAlloc. The function can't return an error code, so the codes only appear in the log and
/// in the report to the context's callback.
Result<> checkAllocation(const core::Context &context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  constexpr cl_svm_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
  if (flags & ~(access | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS))
    return fail(CL_INVALID_VALUE, concat(hex(flags), " has flags that are not for shared virtual memory."));
  if (std::popcount(flags & access) > 1)
    return fail(CL_INVALID_VALUE, "CL_MEM_READ_WRITE, CL_MEM_READ_ONLY and CL_MEM_WRITE_ONLY exclude each other.");
  if ((flags & CL_MEM_SVM_ATOMICS) && !(flags & CL_MEM_SVM_FINE_GRAIN_BUFFER))
    return fail(CL_INVALID_VALUE, "CL_MEM_SVM_ATOMICS needs CL_MEM_SVM_FINE_GRAIN_BUFFER.");
  const cl_ulong most = context.devices().front()->maxAllocationBytes();
  if (size == 0 || size > most)
    return fail(CL_INVALID_VALUE, concat("An allocation has 1 to ", most, " bytes, not ", size, "."));
  if (std::popcount(alignment) > 1)
    return fail(CL_INVALID_VALUE, concat("An alignment is a power of two, not ", alignment, "."));
  return {};
}

/// Checks region `number` of a migration. A size of 0 stands for the whole allocation in which the address lies.
/// CL_INVALID_VALUE: the address is NULL, or the region begins in an allocation and ends after it. Memory outside of
/// all allocations is valid, because any memory of the process can be shared virtual memory here.
Result<> checkMigration(const core::SharedMemory &memory, cl_uint number, const void *pointer, size_t size) {
  if (size == 0)
    return {};
  if (!pointer)
    return fail(CL_INVALID_VALUE, concat("Region ", number, " of ", size, " bytes is at NULL."));
  if (memory.find(pointer) && !memory.find(pointer, size))
    return fail(CL_INVALID_VALUE, concat("Region ", number, " ends behind its allocation of shared virtual memory."));
  return {};
}

} // namespace

void *CL_API_CALL clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  return create<void *>("clSVMAlloc", nullptr, [&](Call &call) -> Result<void *> {
    const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
    TRY(checkAllocation(*itsContext, flags, size, alignment));
    core::SharedAllocation request;
    request.bytes = size;
    request.svmType = flags & CL_MEM_SVM_FINE_GRAIN_BUFFER ? fineGrainSvm : coarseGrainSvm;
    void *memory =
        itsContext->allocateShared(std::move(request), alignment ? alignment : core::limits::memoryAlignment);
    if (!memory)
      return fail(CL_MEM_OBJECT_ALLOCATION_FAILURE, concat("There is no memory for ", size, " bytes."));
    return memory;
  });
}

void CL_API_CALL clSVMFree(cl_context context, void *pointer) {
  run("clSVMFree", [&](Call &call) -> Result<> {
    const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
    if (pointer && !itsContext->sharedMemory().free(pointer))
      return fail(CL_INVALID_VALUE, "The pointer is not one of shared virtual memory of this context.");
    return {};
  });
}

cl_int CL_API_CALL clEnqueueSVMFree(cl_command_queue queue, cl_uint count, void *pointers[],
                                    void(CL_CALLBACK *callback)(cl_command_queue, cl_uint, void *[], void *),
                                    void *userData, cl_uint waitCount, const cl_event *waitList, cl_event *event) {
  return run("clEnqueueSVMFree", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    // CL_INVALID_VALUE: a count without a list, or a list without a count.
    if ((count == 0) != (pointers == nullptr))
      return fail(CL_INVALID_VALUE, "The list of pointers and its length contradict each other.");
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    auto command =
        makeRef<core::SvmFreeCommand>(*itsQueue, std::vector<void *>(pointers, pointers + count), callback, userData);
    return enqueue(*itsQueue, std::move(command), events, event);
  });
}

cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking, void *destination, const void *source,
                                      size_t size, cl_uint waitCount, const cl_event *waitList, cl_event *event) {
  return run("clEnqueueSVMMemcpy", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    return enqueueMemoryCopy(*itsQueue, CL_COMMAND_SVM_MEMCPY, blocking, destination, source, size,
                             {waitCount, waitList, event});
  });
}

cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue queue, void *pointer, const void *pattern, size_t patternSize,
                                       size_t size, cl_uint waitCount, const cl_event *waitList, cl_event *event) {
  return run("clEnqueueSVMMemFill", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    TRY(checkSvmPointer(pointer, size, "svm_ptr"));
    TRY(checkPattern(pattern, patternSize, reinterpret_cast<uintptr_t>(pointer), size));
    auto command = core::makeFill(*itsQueue, CL_COMMAND_SVM_MEMFILL, nullptr, pointer, size, pattern, patternSize);
    return enqueue(*itsQueue, std::move(command), events, event);
  });
}

cl_int CL_API_CALL clCommandSVMMemcpyKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                         const cl_command_properties_khr *properties, void *destination,
                                         const void *source, size_t size, cl_uint waitCount,
                                         const cl_sync_point_khr *waitList, cl_sync_point_khr *syncPoint,
                                         cl_mutable_command_khr *handle) {
  return run("clCommandSVMMemcpyKHR", [&](Call &call) -> Result<> {
    const RecordingArguments arguments{queue, properties, waitCount, waitList, syncPoint, handle};
    const Recording its = TRY(resolveRecording(call, buffer, arguments));
    TRY(checkMemoryCopy(destination, source, size));
    return record(its, core::recordCopy({nullptr, destination}, {nullptr, source}, size));
  });
}

cl_int CL_API_CALL clCommandSVMMemFillKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                          const cl_command_properties_khr *properties, void *pointer,
                                          const void *pattern, size_t patternSize, size_t size, cl_uint waitCount,
                                          const cl_sync_point_khr *waitList, cl_sync_point_khr *syncPoint,
                                          cl_mutable_command_khr *handle) {
  return run("clCommandSVMMemFillKHR", [&](Call &call) -> Result<> {
    const RecordingArguments arguments{queue, properties, waitCount, waitList, syncPoint, handle};
    const Recording its = TRY(resolveRecording(call, buffer, arguments));
    TRY(checkSvmPointer(pointer, size, "svm_ptr"));
    TRY(checkPattern(pattern, patternSize, reinterpret_cast<uintptr_t>(pointer), size));
    return record(its, core::recordFill(nullptr, pointer, size, pattern, patternSize));
  });
}

cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void *pointer,
                                   size_t size, cl_uint waitCount, const cl_event *waitList, cl_event *event) {
  return run("clEnqueueSVMMap", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    TRY(checkPointer(pointer, "svm_ptr"));
    // CL_INVALID_VALUE: the region to map is empty.
    if (size == 0)
      return fail(CL_INVALID_VALUE, "The size to map is 0.");
    TRY(checkMapFlags(flags));
    auto command = makeRef<core::MarkerCommand>(*itsQueue, CL_COMMAND_SVM_MAP);
    return enqueueTransfer(*itsQueue, std::move(command), events, event, blocking);
  });
}

cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue queue, void *pointer, cl_uint waitCount, const cl_event *waitList,
                                     cl_event *event) {
  return run("clEnqueueSVMUnmap", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    TRY(checkPointer(pointer, "svm_ptr"));
    return enqueue(*itsQueue, makeRef<core::MarkerCommand>(*itsQueue, CL_COMMAND_SVM_UNMAP), events, event);
  });
}

cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint count, const void **pointers,
                                          const size_t *sizes, cl_mem_migration_flags flags, cl_uint waitCount,
                                          const cl_event *waitList, cl_event *event) {
  return run("clEnqueueSVMMigrateMem", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    // CL_INVALID_VALUE: there are no pointers.
    if (count == 0 || !pointers)
      return fail(CL_INVALID_VALUE, "The list of pointers is empty.");
    TRY(checkMigrationFlags(flags));
    for (cl_uint i = 0; i < count; ++i)
      TRY(checkMigration(itsQueue->context().sharedMemory(), i, pointers[i], sizes ? sizes[i] : 0));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    return enqueue(*itsQueue, makeRef<core::MarkerCommand>(*itsQueue, CL_COMMAND_SVM_MIGRATE_MEM), events, event);
  });
}

cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void *pointer) {
  return run("clSetKernelArgSVMPointer", [&](Call &call) -> Result<> {
    return TRY(call.resolve<core::Kernel>(kernel))->setPointer(index, pointer);
  });
}

Result<> checkExecInfo(cl_uint name, size_t size, const void *value) {
  switch (name) {
  case CL_KERNEL_EXEC_INFO_SVM_PTRS:
  case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL:
  case CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT:
    // CL_INVALID_VALUE: there is a size without a list, or the size is not that of a list of pointers.
    if (size % sizeof(void *) != 0 || (!value && size > 0))
      return fail(CL_INVALID_VALUE, "The value is no list of pointers.");
    return {};
  case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
  case CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR:
  case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL:
  case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL:
  case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL:
    // CL_INVALID_VALUE: the value is no cl_bool.
    if (size != sizeof(cl_bool) || !value)
      return fail(CL_INVALID_VALUE, "The value is no cl_bool.");
    return {};
  default:
    // CL_INVALID_VALUE: the name is unknown.
    return fail(CL_INVALID_VALUE, concat("There is no execution information ", hex(name), "."));
  }
}

cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info name, size_t size, const void *value) {
  return run("clSetKernelExecInfo", [&](Call &call) -> Result<> {
    TRY(call.resolve<core::Kernel>(kernel));
    return checkExecInfo(name, size, value);
  });
}

} // namespace weft::api
