// The functions that libweft.so exports, which OpenCL loaders look for in a platform's library.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_ICD_ICD_H
#define WEFT_ICD_ICD_H

#include <CL/cl.h>

/// cl_khr_icd: returns the platforms of this library. Loaders call this function before any other.
extern "C" cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint numEntries, cl_platform_id *platforms,
                                                     cl_uint *numPlatforms);

/// Returns an extension function's address, as clGetExtensionFunctionAddressForPlatform does.
extern "C" void *CL_API_CALL clGetExtensionFunctionAddress(const char *name);
extern "C" void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name);

/// cl_khr_icd 2.0.0: returns the entry point with this name, or NULL. A loader that makes a dispatch table of its own
/// calls it for each entry.
extern "C" void *CL_API_CALL clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform, const char *name);

/// cl_khr_icd 2.0.0: sets the value of the second word of the platform's handle and of all handles that are created
/// after that.
extern "C" cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void *dispatchData);

#endif
