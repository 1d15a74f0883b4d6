// The versions of OpenCL and of Weft.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/objects/Version.h"

#include "Text.h"

namespace weft::core {

const char *driverVersion() { return WEFT_VERSION; }

std::string platformVersion() { return concat("OpenCL 3.1 Weft ", driverVersion()); }

} // namespace weft::core
