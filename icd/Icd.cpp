// The functions that libweft.so exports, which OpenCL loaders look for in a platform's library.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Icd.h"

#include "DispatchTable.h"
#include "api/EntryPoints.h"
#include "api/Platform.h"

#define WEFT_EXPORT extern "C" __attribute__((visibility("default")))

using namespace weft;

namespace {

/// Sets the dispatch table to which all handles will point. The functions that return the platform's handle call it
/// first, so that it is called before the first handle is created.
void provideDispatchTable() {
  static const bool done = [] {
    api::setDispatchTable(icd::dispatchTable());
    return true;
  }();
  static_cast<void>(done);
}

} // namespace

WEFT_EXPORT cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint numEntries, cl_platform_id *platforms,
                                                      cl_uint *numPlatforms) {
  provideDispatchTable();
  return api::clGetPlatformIDs(numEntries, platforms, numPlatforms);
}

WEFT_EXPORT cl_int CL_API_CALL clGetPlatformIDs(cl_uint numEntries, cl_platform_id *platforms, cl_uint *numPlatforms) {
  return clIcdGetPlatformIDsKHR(numEntries, platforms, numPlatforms);
}

WEFT_EXPORT cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info name, size_t size,
                                                 void *value, size_t *sizeReturned) {
  return api::clGetPlatformInfo(platform, name, size, value, sizeReturned);
}

WEFT_EXPORT void *CL_API_CALL clGetExtensionFunctionAddress(const char *name) {
  return name ? icd::findExtensionFunction(name) : nullptr;
}

// Loaders reach this function only through the dispatch table.
extern "C" void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name) {
  return name && api::isPlatform(platform) ? icd::findExtensionFunction(name) : nullptr;
}

WEFT_EXPORT void *CL_API_CALL clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform, const char *name) {
  return name && api::isPlatform(platform) ? icd::findEntryPoint(name) : nullptr;
}

WEFT_EXPORT cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void *dispatchData) {
  return api::setDispatchData(platform, dispatchData);
}
