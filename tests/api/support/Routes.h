// The two ways that a test calls an entry point: through the OpenCL loader, and by the object's own dispatch table.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_ROUTES_H
#define WEFT_TESTS_API_ROUTES_H

#include <CL/cl.h>
#include <CL/cl_icd.h>

#include <ostream>

namespace weft::test {

enum class Route { loader, direct };
inline void PrintTo(Route route, std::ostream *out) { *out << (route == Route::loader ? "loader" : "direct"); }

/// Returns the entry points as a test reaches them by `route`.
const cl_icd_dispatch &entryPoints(Route route);

/// Returns the functions of the loader that the tests are linked with. For an extension function that the loader does
/// not export, the table has the function of `whereMissing`.
cl_icd_dispatch loaderTable(const cl_icd_dispatch &whereMissing);

/// Returns the platform under test, which is the first that the loader shows. OCL_ICD_VENDORS decides which platform
/// that is.
cl_platform_id platform();
/// Returns the only device of the platform under test.
cl_device_id device();

/// Returns an object that another implementation might have created. To a loader it looks like an OpenCL object. Its
/// functions are those of the platform under test, but its dispatch table is not the platform's.
void *foreignObject();

} // namespace weft::test

#endif
