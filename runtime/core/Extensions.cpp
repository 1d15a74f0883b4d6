// The one table of extensions and OpenCL C features: what is reported is what the compiler is told, and nothing else.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/Extensions.h"

#include <cstring>

namespace weft::core {

namespace {

constexpr unsigned host = platformScope | deviceScope;
constexpr unsigned language = platformScope | deviceScope | languageScope;
constexpr cl_version one = CL_MAKE_VERSION(1, 0, 0);
constexpr cl_version three = CL_MAKE_VERSION(3, 0, 0);

// OpenCL 3.0 section 4.1: the platform lists the ICD's own extensions and those that all devices support.
constexpr Extension table[] = {
    {"cl_khr_icd", CL_MAKE_VERSION(2, 0, 0), platformScope},
    {"cl_khr_byte_addressable_store", one, language},
    {"cl_khr_expect_assume", one, language},
    {"cl_khr_extended_bit_ops", one, language},
    {"cl_khr_fp16", one, language},
    {"cl_khr_fp64", one, language},
    {"cl_khr_global_int32_base_atomics", one, language},
    {"cl_khr_global_int32_extended_atomics", one, language},
    {"cl_khr_local_int32_base_atomics", one, language},
    {"cl_khr_local_int32_extended_atomics", one, language},
    {"cl_khr_integer_dot_product", CL_MAKE_VERSION(2, 0, 0), language},
    {"cl_khr_int64_base_atomics", one, language},
    {"cl_khr_int64_extended_atomics", one, language},
    {"cl_ext_float_atomics", one, language},
    {"cl_khr_async_work_group_copy_fence", one, language},
    {"cl_khr_extended_async_copies", one, language},
    {"cl_khr_kernel_clock", one, language},
    {"cl_khr_3d_image_writes", one, language},
    {"cl_khr_depth_images", one, language},
    {"cl_khr_image2d_from_buffer", one, language},
    {"cl_khr_mipmap_image", one, language},
    {"cl_khr_mipmap_image_writes", one, language},
    {"cl_khr_srgb_image_writes", one, language},
    {"cl_khr_subgroup_ballot", one, language},
    {"cl_khr_subgroup_clustered_reduce", one, language},
    {"cl_khr_subgroup_extended_types", one, language},
    {"cl_khr_subgroup_non_uniform_arithmetic", one, language},
    {"cl_khr_subgroup_non_uniform_vote", one, language},
    {"cl_khr_subgroup_rotate", one, language},
    {"cl_khr_subgroup_shuffle", one, language},
    {"cl_khr_subgroup_shuffle_relative", one, language},
    {"cl_khr_subgroups", one, language},
    {"cl_khr_work_group_uniform_arithmetic", one, language},
    {"cl_ext_image_unorm_int_2_101010", one, language},
    {"cl_ext_image_unsigned_10x6_12x4_14x2", one, language},
    {"cl_ext_buffer_device_address", CL_MAKE_VERSION(1, 0, 2), host},
    {"cl_ext_image_from_buffer", one, host},
    {"cl_ext_image_requirements_info", CL_MAKE_VERSION(0, 5, 0), host},
    {"cl_intel_required_subgroup_size", one, language},
    {"cl_intel_subgroups", one, language},
    {"cl_intel_unified_shared_memory", CL_MAKE_VERSION(1, 2, 0), host},
    {"cl_khr_create_command_queue", one, host},
    {"cl_khr_device_uuid", one, host},
    {"cl_khr_extended_versioning", one, host},
    {"cl_khr_initialize_memory", one, host},
    {"cl_khr_priority_hints", one, host},
    {"cl_khr_suggested_local_work_size", one, host},
    {"cl_khr_terminate_context", one, host},
    {"cl_khr_throttle_hints", one, host},
    {"__opencl_c_3d_image_writes", three, featureScope},
    {"__opencl_c_atomic_order_acq_rel", three, featureScope},
    {"__opencl_c_atomic_order_seq_cst", three, featureScope},
    {"__opencl_c_atomic_scope_device", three, featureScope},
    {"__opencl_c_atomic_scope_all_devices", three, featureScope},
    {"__opencl_c_ext_fp16_global_atomic_add", three, featureScope},
    {"__opencl_c_ext_fp16_global_atomic_load_store", three, featureScope},
    {"__opencl_c_ext_fp16_global_atomic_min_max", three, featureScope},
    {"__opencl_c_ext_fp16_local_atomic_add", three, featureScope},
    {"__opencl_c_ext_fp16_local_atomic_load_store", three, featureScope},
    {"__opencl_c_ext_fp16_local_atomic_min_max", three, featureScope},
    {"__opencl_c_ext_fp32_global_atomic_add", three, featureScope},
    {"__opencl_c_ext_fp32_global_atomic_min_max", three, featureScope},
    {"__opencl_c_ext_fp32_local_atomic_add", three, featureScope},
    {"__opencl_c_ext_fp32_local_atomic_min_max", three, featureScope},
    {"__opencl_c_ext_fp64_global_atomic_add", three, featureScope},
    {"__opencl_c_ext_fp64_global_atomic_min_max", three, featureScope},
    {"__opencl_c_ext_fp64_local_atomic_add", three, featureScope},
    {"__opencl_c_ext_fp64_local_atomic_min_max", three, featureScope},
    {"__opencl_c_ext_image_unorm_int_2_101010", three, featureScope},
    {"__opencl_c_ext_image_unsigned_10x6_12x4_14x2", three, featureScope},
    {"__opencl_c_fp64", three, featureScope},
    {"__opencl_c_generic_address_space", three, featureScope},
    {"__opencl_c_images", three, featureScope},
    {"__opencl_c_integer_dot_product_input_4x8bit", three, featureScope},
    {"__opencl_c_integer_dot_product_input_4x8bit_packed", three, featureScope},
    {"__opencl_c_int64", three, featureScope},
    {"__opencl_c_program_scope_global_variables", three, featureScope},
    {"__opencl_c_kernel_clock_scope_device", three, featureScope},
    {"__opencl_c_kernel_clock_scope_work_group", three, featureScope},
    {"__opencl_c_read_write_images", three, featureScope},
    {"__opencl_c_subgroups", three, featureScope},
    {"__opencl_c_work_group_collective_functions", three, featureScope},
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
