// The only table of extensions and OpenCL C features. The runtime reports its entries to applications and passes them
// to the compiler.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/objects/Extensions.h"

#include <cstring>
#include <string_view>

namespace weft::core {

namespace {

constexpr unsigned host = platformScope | deviceScope;
constexpr unsigned language = platformScope | deviceScope | languageScope;
constexpr cl_version one = CL_MAKE_VERSION(1, 0, 0);

/// Returns `scopes` if SPIR-V modules may use this SPIR-V extension, and otherwise no scopes. So an OpenCL extension
/// that corresponds to a SPIR-V extension is only reported if Weft supports that SPIR-V extension.
constexpr unsigned withSpirv(std::string_view spirvExtension, unsigned scopes) {
  for (const std::string_view known : {
#define WEFT_SPIRV_EXTENSION(name) std::string_view(name),
#include <SpirvSupport.def>
       })
    if (known == spirvExtension)
      return scopes;
  return 0;
}

// OpenCL 3.0 section 4.1: the platform lists the ICD's own extensions and those that all devices support.
constexpr Extension table[] = {
    {"cl_khr_icd", CL_MAKE_VERSION(2, 0, 0), platformScope},
#define WEFT_LANGUAGE_EXTENSION(name, major, minor, patch) {name, CL_MAKE_VERSION(major, minor, patch), language},
#define WEFT_LANGUAGE_FEATURE(name) {name, CL_MAKE_VERSION(3, 0, 0), featureScope},
#include <LanguageExtensions.def>
    {"cl_ext_buffer_device_address", CL_MAKE_VERSION(1, 0, 2), host},
    {"cl_ext_cxx_for_opencl", one, host},
    {"cl_ext_image_from_buffer", one, host},
    {"cl_ext_image_requirements_info", CL_MAKE_VERSION(0, 5, 0), host},
    {"cl_ext_immutable_memory_objects", one, host},
    {"cl_intel_bfloat16_conversions", one, withSpirv("SPV_INTEL_bfloat16_conversion", language)},
    {"cl_intel_create_buffer_with_properties", one, host},
    {"cl_intel_device_attribute_query", one, host},
    {"cl_intel_global_variable_access", one, host},
    {"cl_intel_spirv_subgroups", one, withSpirv("SPV_INTEL_subgroups", host)},
    {"cl_intel_unified_shared_memory", CL_MAKE_VERSION(1, 2, 0), host},
    {"cl_khr_command_buffer", CL_MAKE_VERSION(0, 9, 8), host},
    {"cl_khr_command_buffer_multi_device", CL_MAKE_VERSION(0, 9, 2), host},
    {"cl_khr_command_buffer_mutable_dispatch", CL_MAKE_VERSION(0, 9, 5), host},
    {"cl_khr_create_command_queue", one, host},
    {"cl_khr_device_uuid", one, host},
    {"cl_khr_extended_versioning", one, host},
    {"cl_khr_external_memory", CL_MAKE_VERSION(1, 0, 1), host},
    {"cl_khr_external_memory_opaque_fd", one, host},
    {"cl_khr_external_semaphore", CL_MAKE_VERSION(1, 0, 1), host},
    {"cl_khr_external_semaphore_opaque_fd", one, host},
    {"cl_khr_external_semaphore_sync_fd", one, host},
    {"cl_khr_il_program", one, host},
    {"cl_khr_initialize_memory", one, host},
    {"cl_khr_priority_hints", one, host},
    {"cl_khr_semaphore", one, host},
    {"cl_khr_spirv_extended_debug_info", one, host},
    {"cl_khr_spirv_linkonce_odr", one, host},
    {"cl_khr_spirv_no_integer_wrap_decoration", one, host},
    {"cl_khr_spirv_queries", one, host},
    // OpenCL C has no functions for this extension. It gets a macro, as each extension of the language does.
    {"cl_khr_subgroup_named_barrier", one, language},
    {"cl_khr_suggested_local_work_size", one, host},
    {"cl_khr_terminate_context", one, host},
    {"cl_khr_throttle_hints", one, host},
    {"cl_khr_unified_svm", CL_MAKE_VERSION(0, 9, 0), host},
};

} // namespace

std::span<const Extension> extensions() { return table; }

std::string extensionNames(unsigned scopes) {
  std::string names;
  for (const Extension &extension : table) {
    if ((extension.scopes & scopes) == 0)
      continue;
    if (!names.empty())
      names += ' ';
    names += extension.name;
  }
  return names;
}

std::vector<cl_name_version> extensionVersions(unsigned scopes) {
  std::vector<cl_name_version> versions;
  for (const Extension &extension : table) {
    if ((extension.scopes & scopes) == 0)
      continue;
    cl_name_version entry{.version = extension.version, .name = {}};
    std::strncpy(entry.name, extension.name, sizeof entry.name - 1);
    versions.push_back(entry);
  }
  return versions;
}

} // namespace weft::core
