// The platform: its handle, its queries, and the loader's data in its objects (OpenCL 3.0 section 4.1).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/Platform.h"

#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "api/ExternalHandles.h"
#include "api/Info.h"
#include "api/NewNames.h"
#include "api/UnifiedSvm.h"
#include "core/Platform.h"
#include "core/objects/Extensions.h"
#include "core/objects/Limits.h"
#include "core/objects/Version.h"

namespace weft::api {

namespace {

using core::Platform;

const InfoQuery<Platform> platformQueries[] = {
    {CL_PLATFORM_PROFILE, [](Platform &) -> Answer { return text(Platform::profile); }},
    {CL_PLATFORM_VERSION, [](Platform &) -> Answer { return text(core::platformVersion()); }},
    {CL_PLATFORM_NUMERIC_VERSION, [](Platform &) -> Answer { return scalar<cl_version>(core::openClVersion); }},
    {CL_PLATFORM_NAME, [](Platform &) -> Answer { return text(Platform::name); }},
    {CL_PLATFORM_VENDOR, [](Platform &) -> Answer { return text(Platform::vendor); }},
    {CL_PLATFORM_EXTENSIONS, [](Platform &) -> Answer { return text(core::extensionNames(core::platformScope)); }},
    {CL_PLATFORM_EXTENSIONS_WITH_VERSION,
     [](Platform &) -> Answer { return array(core::extensionVersions(core::platformScope)); }},
    {CL_PLATFORM_HOST_TIMER_RESOLUTION,
     [](Platform &) -> Answer { return scalar<cl_ulong>(core::limits::timerResolution); }},
    {CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR,
     [](Platform &) -> Answer {
       return scalar<cl_platform_command_buffer_capabilities_khr>(CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR |
                                                                  CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR |
                                                                  CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR);
     }},
    {CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR, [](Platform &) -> Answer { return array(memoryHandles); }},
    {CL_PLATFORM_SEMAPHORE_TYPES_KHR, [](Platform &) -> Answer { return array(semaphoreTypes); }},
    {CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR, [](Platform &) -> Answer { return array(semaphoreHandles); }},
    {CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, [](Platform &) -> Answer { return array(semaphoreHandles); }},
    {CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR,
     [](Platform &) -> Answer { return array<cl_svm_capabilities_khr>(svmTypes); }},
    {CL_PLATFORM_ICD_SUFFIX_KHR, [](Platform &) -> Answer { return text(Platform::icdSuffix); }},
};

} // namespace

void setDispatchTable(const void *table) { core::HandleTable::instance().setDispatch(table); }

bool isPlatform(cl_platform_id platform) { return core::resolve<Platform>(platform).has_value(); }

cl_int setDispatchData(cl_platform_id platform, void *data) {
  return run("clIcdSetPlatformDispatchDataKHR", [&](Call &call) -> Result<> {
    static_cast<void>(TRY(call.resolve<Platform>(platform)));
    core::HandleTable::instance().setDispatchData(data);
    return {};
  });
}

cl_int clGetPlatformIDs(cl_uint numEntries, cl_platform_id *platforms, cl_uint *numPlatforms) {
  return run("clGetPlatformIDs", [&](Call &) -> Result<> {
    // CL_INVALID_VALUE: the array has no elements, or neither an array nor an address for the count is given.
    if (platforms && numEntries == 0)
      return fail(CL_INVALID_VALUE, "The array platforms is given, but num_entries is 0.");
    if (!platforms && !numPlatforms)
      return fail(CL_INVALID_VALUE, "Both platforms and num_platforms are NULL.");
    if (platforms)
      platforms[0] = Platform::instance().show();
    if (numPlatforms)
      *numPlatforms = 1;
    return {};
  });
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info name, size_t size, void *value,
                         size_t *sizeReturned) {
  return run("clGetPlatformInfo", [&](Call &call) -> Result<> {
    const RefPtr<Platform> object = TRY(call.resolve<Platform>(platform));
    return answerQuery(platformQueries, *object, name, {size, value, sizeReturned});
  });
}

} // namespace weft::api
