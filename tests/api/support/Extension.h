// Functions of extensions, found as applications find them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_EXTENSION_H
#define WEFT_TESTS_API_EXTENSION_H

#include <CL/cl_ext.h>

#include "support/Routes.h"

namespace weft::test {

/// The platform's function of this name, asked for by these entry points; null where it has none.
template <typename Function> Function extension(const cl_icd_dispatch &cl, const char *name) {
  return reinterpret_cast<Function>(cl.clGetExtensionFunctionAddressForPlatform(platform(), name));
}
template <typename Function> Function extension(Route route, const char *name) {
  return extension<Function>(entryPoints(route), name);
}

/// clGetKernelSuggestedLocalWorkSize of OpenCL 3.1, in the slot behind those that the headers know.
inline auto suggestionOfTheCore() {
  return reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
      (*reinterpret_cast<void *const *const *>(platform()))[sizeof(cl_icd_dispatch) / sizeof(void *)]);
}

} // namespace weft::test

#endif
