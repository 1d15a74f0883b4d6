// Declares the OpenCL functions in weft::api; icd/ exports them to the application.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_ENTRY_POINTS_H
#define WEFT_RUNTIME_API_ENTRY_POINTS_H

#include <CL/cl.h>
#include <CL/cl_egl.h>
#include <CL/cl_ext.h>
#include <CL/cl_gl.h>

#include "api/NewNames.h"

namespace weft::api {

// Each function in weft::api has the same signature as the function of OpenCL's header with the same name.
#define WEFT_ENTRY(name) decltype(::name) name;
#define WEFT_ENTRY_AS(name, like) decltype(::like) name;
#include "EntryPoints.def"

} // namespace weft::api

#endif
