// Names of cl_khr_unified_svm, which the headers of Linux distributions don't have yet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_UNIFIED_SVM_NAMES_H
#define WEFT_RUNTIME_API_UNIFIED_SVM_NAMES_H

#include <CL/cl_ext.h>

// The names are those of the specification.
// NOLINTBEGIN(readability-identifier-naming)

#ifndef CL_KHR_UNIFIED_SVM_EXTENSION_NAME
using cl_svm_capabilities_khr = cl_bitfield;
using cl_svm_alloc_properties_khr = cl_properties;
using cl_svm_alloc_access_flags_khr = cl_bitfield;
using cl_svm_free_properties_khr = cl_properties;
using cl_svm_free_flags_khr = cl_bitfield;
using cl_svm_pointer_info_khr = cl_uint;

inline constexpr cl_platform_info CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR = 0x0909;
inline constexpr cl_device_info CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR = 0x1077;
inline constexpr cl_kernel_exec_info CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR = 0x11BB;

inline constexpr cl_svm_capabilities_khr CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR = 1 << 0;
inline constexpr cl_svm_capabilities_khr CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR = 1 << 1;
inline constexpr cl_svm_capabilities_khr CL_SVM_CAPABILITY_DEVICE_OWNED_KHR = 1 << 2;
inline constexpr cl_svm_capabilities_khr CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR = 1 << 3;
inline constexpr cl_svm_capabilities_khr CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR = 1 << 4;
inline constexpr cl_svm_capabilities_khr CL_SVM_CAPABILITY_HOST_OWNED_KHR = 1 << 5;
inline constexpr cl_svm_capabilities_khr CL_SVM_CAPABILITY_HOST_READ_KHR = 1 << 6;
inline constexpr cl_svm_capabilities_khr CL_SVM_CAPABILITY_HOST_WRITE_KHR = 1 << 7;
inline constexpr cl_svm_capabilities_khr CL_SVM_CAPABILITY_HOST_MAP_KHR = 1 << 8;
inline constexpr cl_svm_capabilities_khr CL_SVM_CAPABILITY_DEVICE_READ_KHR = 1 << 9;
inline constexpr cl_svm_capabilities_khr CL_SVM_CAPABILITY_DEVICE_WRITE_KHR = 1 << 10;
inline constexpr cl_svm_capabilities_khr CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR = 1 << 11;
inline constexpr cl_svm_capabilities_khr CL_SVM_CAPABILITY_CONCURRENT_ACCESS_KHR = 1 << 12;
inline constexpr cl_svm_capabilities_khr CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR = 1 << 13;
inline constexpr cl_svm_capabilities_khr CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR = 1 << 14;

inline constexpr cl_svm_alloc_properties_khr CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR = 0x2078;
inline constexpr cl_svm_alloc_properties_khr CL_SVM_ALLOC_ACCESS_FLAGS_KHR = 0x2079;
inline constexpr cl_svm_alloc_properties_khr CL_SVM_ALLOC_ALIGNMENT_KHR = 0x207A;

inline constexpr cl_svm_alloc_access_flags_khr CL_SVM_ALLOC_ACCESS_HOST_NOREAD_KHR = 1 << 0;
inline constexpr cl_svm_alloc_access_flags_khr CL_SVM_ALLOC_ACCESS_HOST_NOWRITE_KHR = 1 << 1;
inline constexpr cl_svm_alloc_access_flags_khr CL_SVM_ALLOC_ACCESS_DEVICE_NOREAD_KHR = 1 << 8;
inline constexpr cl_svm_alloc_access_flags_khr CL_SVM_ALLOC_ACCESS_DEVICE_NOWRITE_KHR = 1 << 9;

inline constexpr cl_svm_pointer_info_khr CL_SVM_INFO_TYPE_INDEX_KHR = 0x2088;
inline constexpr cl_svm_pointer_info_khr CL_SVM_INFO_CAPABILITIES_KHR = 0x2089;
inline constexpr cl_svm_pointer_info_khr CL_SVM_INFO_PROPERTIES_KHR = 0x208A;
inline constexpr cl_svm_pointer_info_khr CL_SVM_INFO_ACCESS_FLAGS_KHR = 0x208B;
inline constexpr cl_svm_pointer_info_khr CL_SVM_INFO_BASE_PTR_KHR = 0x419B;
inline constexpr cl_svm_pointer_info_khr CL_SVM_INFO_SIZE_KHR = 0x419C;
inline constexpr cl_svm_pointer_info_khr CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR = 0x419D;

extern "C" void *CL_API_CALL clSVMAllocWithPropertiesKHR(cl_context context,
                                                         const cl_svm_alloc_properties_khr *properties,
                                                         cl_uint typeIndex, size_t size, cl_int *errcodeRet);
extern "C" cl_int CL_API_CALL clSVMFreeWithPropertiesKHR(cl_context context,
                                                         const cl_svm_free_properties_khr *properties,
                                                         cl_svm_free_flags_khr flags, void *pointer);
extern "C" cl_int CL_API_CALL clGetSVMPointerInfoKHR(cl_context context, cl_device_id device, const void *pointer,
                                                     cl_svm_pointer_info_khr name, size_t size, void *value,
                                                     size_t *sizeReturned);
extern "C" cl_int CL_API_CALL clGetSVMSuggestedTypeIndexKHR(cl_context context, cl_svm_capabilities_khr required,
                                                            cl_svm_capabilities_khr desired,
                                                            const cl_svm_alloc_properties_khr *properties, size_t size,
                                                            cl_uint *typeIndexReturned);
#endif

// NOLINTEND(readability-identifier-naming)

#endif
