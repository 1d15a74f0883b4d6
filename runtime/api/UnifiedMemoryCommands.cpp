// Entry points that enqueue commands on unified shared memory: cl_intel_unified_shared_memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl_ext.h>

#include "Text.h"
#include "api/EntryPoints.h"
#include "api/Transfer.h"
#include "core/commands/FillCommand.h"
#include "core/commands/MarkerCommand.h"

namespace weft::api {

namespace {

/// The range of values that the extension reserves for advice. No value has a meaning yet.
constexpr cl_mem_advice_intel firstAdvice = 0x4208, lastAdvice = 0x420F;

} // namespace

cl_int CL_API_CALL clEnqueueMemFillINTEL(cl_command_queue queue, void *destination, const void *pattern,
                                         size_t patternSize, size_t size, cl_uint waitCount, const cl_event *waitList,
                                         cl_event *event) {
  return run("clEnqueueMemFillINTEL", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    TRY(checkPointer(destination, "dst_ptr"));
    TRY(checkPattern(pattern, patternSize, reinterpret_cast<uintptr_t>(destination), size));
    auto command =
        core::makeFill(*itsQueue, CL_COMMAND_MEMFILL_INTEL, nullptr, destination, size, pattern, patternSize);
    return enqueue(*itsQueue, std::move(command), events, event);
  });
}

cl_int CL_API_CALL clEnqueueMemcpyINTEL(cl_command_queue queue, cl_bool blocking, void *destination, const void *source,
                                        size_t size, cl_uint waitCount, const cl_event *waitList, cl_event *event) {
  return run("clEnqueueMemcpyINTEL", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    // CL_INVALID_VALUE: an address is NULL, even for a copy of no bytes.
    TRY(checkPointer(destination, "dst_ptr"));
    TRY(checkPointer(source, "src_ptr"));
    return enqueueMemoryCopy(*itsQueue, CL_COMMAND_MEMCPY_INTEL, blocking, destination, source, size,
                             {waitCount, waitList, event});
  });
}

// Host and devices access the memory where it is. So there is nothing to migrate, and advice about its location has no
// effect.

cl_int CL_API_CALL clEnqueueMigrateMemINTEL(cl_command_queue queue, const void *, size_t, cl_mem_migration_flags flags,
                                            cl_uint waitCount, const cl_event *waitList, cl_event *event) {
  return run("clEnqueueMigrateMemINTEL", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    TRY(checkMigrationFlags(flags));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    return enqueue(*itsQueue, makeRef<core::MarkerCommand>(*itsQueue, CL_COMMAND_MIGRATEMEM_INTEL), events, event);
  });
}

cl_int CL_API_CALL clEnqueueMemAdviseINTEL(cl_command_queue queue, const void *, size_t, cl_mem_advice_intel advice,
                                           cl_uint waitCount, const cl_event *waitList, cl_event *event) {
  return run("clEnqueueMemAdviseINTEL", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    // CL_INVALID_VALUE: the value is no advice.
    if (advice != 0 && (advice < firstAdvice || advice > lastAdvice))
      return fail(CL_INVALID_VALUE, concat(hex(advice), " is no advice."));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    return enqueue(*itsQueue, makeRef<core::MarkerCommand>(*itsQueue, CL_COMMAND_MEMADVISE_INTEL), events, event);
  });
}

} // namespace weft::api
