// The only table of extensions and OpenCL C features. Everything that the runtime reports to applications or to the
// compiler about them comes from this table.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_EXTENSIONS_H
#define WEFT_RUNTIME_CORE_OBJECTS_EXTENSIONS_H

#include <CL/cl.h>

#include <span>
#include <string>
#include <vector>

namespace weft::core {

/// Where a name is reported or used. The bits can be combined.
enum ExtensionScope : unsigned {
  platformScope = 1u << 0, ///< CL_PLATFORM_EXTENSIONS
  deviceScope = 1u << 1,   ///< CL_DEVICE_EXTENSIONS
  languageScope = 1u << 2, ///< changes OpenCL C: the compiler defines the macro of this name
  featureScope = 1u << 3,  ///< CL_DEVICE_OPENCL_C_FEATURES
};

struct Extension {
  const char *name;
  cl_version version;
  unsigned scopes; ///< a combination of ExtensionScope bits
};

std::span<const Extension> extensions();

/// The names of all entries that have one of `scopes`, separated by spaces.
std::string extensionNames(unsigned scopes);
/// The names and versions of the entries that extensionNames returns, in the form of CL_*_EXTENSIONS_WITH_VERSION and
/// CL_DEVICE_OPENCL_C_FEATURES.
std::vector<cl_name_version> extensionVersions(unsigned scopes);

/// The text for WeftCompileRequest::extensions.
inline std::string compilerExtensions() {
  return extensionNames(languageScope | featureScope) + "|" + extensionNames(platformScope | deviceScope);
}

} // namespace weft::core

#endif
