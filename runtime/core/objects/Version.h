// The versions of OpenCL and of Weft.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_VERSION_H
#define WEFT_RUNTIME_CORE_OBJECTS_VERSION_H

#include <CL/cl.h>

#include <string>

namespace weft::core {

inline constexpr cl_version openClVersion = CL_MAKE_VERSION(3, 1, 0);
/// The project's own version, "0.1.0".
const char *driverVersion();
/// CL_PLATFORM_VERSION and CL_DEVICE_VERSION: "OpenCL 3.1 Weft <version>".
std::string platformVersion();

} // namespace weft::core

#endif
