// Functions of extensions, found as applications find them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_EXTENSION_H
#define WEFT_TESTS_API_EXTENSION_H

#include <CL/cl_ext.h>

#include "support/Routes.h"

namespace weft::test {

/// The platform's function of this name; null where it has none.
template <typename Function> Function extension(Route route, const char *name) {
  return reinterpret_cast<Function>(entryPoints(route).clGetExtensionFunctionAddressForPlatform(platform(), name));
}

} // namespace weft::test

#endif
