// The functions of the platform that the folder icd/ needs besides the entry points.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_PLATFORM_H
#define WEFT_RUNTIME_API_PLATFORM_H

#include <CL/cl.h>

namespace weft::api {

/// Sets the dispatch table to which every handle points (cl_khr_icd). Must be called before the first entry point. The
/// table lives as long as the process.
void setDispatchTable(const void *table);

/// Whether this is the handle of Weft's platform. Any pointer value is allowed.
bool isPlatform(cl_platform_id platform);

/// cl_khr_icd 2.0.0: sets the second word, which belongs to the loader, of the platform's handle and of all later
/// handles.
cl_int setDispatchData(cl_platform_id platform, void *data);

} // namespace weft::api

#endif
