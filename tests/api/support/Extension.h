// Looks up functions of extensions by name, as applications do.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_EXTENSION_H
#define WEFT_TESTS_API_EXTENSION_H

#include <CL/cl_ext.h>

#include "support/Routes.h"

namespace weft::test {

/// Returns the platform's function `name`, or null if it has none. The lookup is a call of the entry points `cl`.
template <typename Function> Function extension(const cl_icd_dispatch &cl, const char *name) {
  return reinterpret_cast<Function>(cl.clGetExtensionFunctionAddressForPlatform(platform(), name));
}
template <typename Function> Function extension(Route route, const char *name) {
  return extension<Function>(entryPoints(route), name);
}

/// Returns clGetKernelSuggestedLocalWorkSize of OpenCL 3.1 from the dispatch table. Its slot follows the slots that the
/// headers know.
inline auto suggestionOfTheCore() {
  return reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
      (*reinterpret_cast<void *const *const *>(platform()))[sizeof(cl_icd_dispatch) / sizeof(void *)]);
}

} // namespace weft::test

#endif
