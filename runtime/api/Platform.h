// What the installable client driver needs of the platform besides the entry points.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_PLATFORM_H
#define WEFT_RUNTIME_API_PLATFORM_H

#include <CL/cl.h>

namespace weft::api {

/// The dispatch table that every handle is to point to (cl_khr_icd). To be set before the first entry point is called;
/// it lives as long as the process.
void setDispatchTable(const void *table);

/// Whether this is our platform's handle. Any pointer value is allowed.
bool isPlatform(cl_platform_id platform);

/// cl_khr_icd 2.0.0: what the loader wants in the second word of the platform and of all objects made from it.
cl_int setDispatchData(cl_platform_id platform, void *data);

} // namespace weft::api

#endif
