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

/// The entry points by one route.
const cl_icd_dispatch &entryPoints(Route route);

/// The functions of the loader that the tests are linked with. Extension functions that it does not export are those of
/// another table.
cl_icd_dispatch loaderTable(const cl_icd_dispatch &whereMissing);

/// The platform under test, the first that the loader shows. OCL_ICD_VENDORS decides which that is.
cl_platform_id platform();
/// Its one device.
cl_device_id device();

/// An object that another implementation might have made: it looks like an OpenCL object to a loader, its functions
/// are those of the platform under test, but its table is not the platform's.
void *foreignObject();

} // namespace weft::test

#endif
