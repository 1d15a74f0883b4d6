// The functions of the platform that the installable client driver needs besides the entry points.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_PLATFORM_H
#define WEFT_RUNTIME_API_PLATFORM_H

#include <CL/cl.h>

namespace weft::api {

/// Sets the dispatch table that every handle points to (cl_khr_icd). Must be called before the first entry point. The
/// table lives as long as the process.
void setDispatchTable(const void *table);

/// Whether this is the handle of Weft's platform. Any pointer value is allowed.
bool isPlatform(cl_platform_id platform);

/// cl_khr_icd 2.0.0: sets the loader's data in the second word of the platform and of all objects created from it.
cl_int setDispatchData(cl_platform_id platform, void *data);

} // namespace weft::api

#endif
