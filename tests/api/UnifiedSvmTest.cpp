// Tests of cl_khr_unified_svm.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <limits>

#include "NewNames.h"
#include "support/ApiTest.h"
#include "support/Extension.h"

namespace weft::test {
namespace {

using Properties = std::vector<cl_svm_alloc_properties_khr>;
using Types = std::vector<cl_svm_capabilities_khr>;
constexpr cl_uint none = std::numeric_limits<cl_uint>::max();

// The sets that the specification has names for, in the order of the types.
constexpr cl_svm_capabilities_khr usualTypes[] = {0x0F19, 0x1FD9, 0x4E05, 0x46F9, 0x46C1, 0x7FDB};

class UnifiedSvmTest : public ProgramTest {
protected:
  template <typename Function> static Function find(const char *name) { return extension<Function>(GetParam(), name); }
  const decltype(&::clSVMAllocWithPropertiesKHR) clSVMAllocWithProperties =
      find<decltype(&::clSVMAllocWithPropertiesKHR)>("clSVMAllocWithPropertiesKHR");
  const decltype(&::clSVMFreeWithPropertiesKHR) clSVMFreeWithProperties =
      find<decltype(&::clSVMFreeWithPropertiesKHR)>("clSVMFreeWithPropertiesKHR");
  const decltype(&::clGetSVMPointerInfoKHR) clGetSVMPointerInfo =
      find<decltype(&::clGetSVMPointerInfoKHR)>("clGetSVMPointerInfoKHR");
  const decltype(&::clGetSVMSuggestedTypeIndexKHR) clGetSVMSuggestedTypeIndex =
      find<decltype(&::clGetSVMSuggestedTypeIndexKHR)>("clGetSVMSuggestedTypeIndexKHR");

  Types types() const {
    size_t size = 0;
    EXPECT_EQ(CL_SUCCESS, cl.clGetDeviceInfo(device(), CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR, 0, nullptr, &size));
    Types values(size / sizeof(cl_svm_capabilities_khr));
    EXPECT_EQ(CL_SUCCESS,
              cl.clGetDeviceInfo(device(), CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR, size, values.data(), nullptr));
    return values;
  }

  static cl_svm_alloc_properties_khr number(cl_device_id one) {
    return reinterpret_cast<cl_svm_alloc_properties_khr>(one);
  }
  Properties ofDevice() const { return {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, number(device()), 0}; }

  cl_uint *allocate(cl_uint type, size_t count, const Properties &properties) const {
    cl_int error = 1;
    void *memory = clSVMAllocWithProperties(context, properties.data(), type, count * sizeof(cl_uint), &error);
    EXPECT_EQ(CL_SUCCESS, error) << type;
    return static_cast<cl_uint *>(memory);
  }
  cl_int allocationError(const Properties &properties, cl_uint type = 0, size_t size = 16) const {
    return errorOf([&](cl_int *e) { return clSVMAllocWithProperties(context, properties.data(), type, size, e); });
  }
  void free(void *memory) const { EXPECT_EQ(CL_SUCCESS, clSVMFreeWithProperties(context, nullptr, 0, memory)); }

  template <typename T> T about(const void *pointer, cl_svm_pointer_info_khr name, cl_device_id one = nullptr) const {
    T value{};
    size_t size = 0;
    EXPECT_EQ(CL_SUCCESS, clGetSVMPointerInfo(context, one, pointer, name, sizeof value, &value, &size));
    EXPECT_EQ(sizeof value, size);
    return value;
  }
  Properties propertiesOf(const void *pointer) const {
    size_t size = 1;
    EXPECT_EQ(CL_SUCCESS,
              clGetSVMPointerInfo(context, nullptr, pointer, CL_SVM_INFO_PROPERTIES_KHR, 0, nullptr, &size));
    Properties values(size / sizeof values[0]);
    EXPECT_EQ(CL_SUCCESS,
              clGetSVMPointerInfo(context, nullptr, pointer, CL_SVM_INFO_PROPERTIES_KHR, size, values.data(), nullptr));
    return values;
  }
  cl_uint suggested(cl_svm_capabilities_khr required, cl_svm_capabilities_khr desired = 0) const {
    cl_uint index = 77;
    EXPECT_EQ(CL_SUCCESS, clGetSVMSuggestedTypeIndex(context, required, desired, nullptr, 16, &index));
    return index;
  }
};

WEFT_API_SUITE(UnifiedSvmTypes, UnifiedSvmTest);

TEST_P(UnifiedSvmTypes, AreWhatTheSpecificationHasNamesFor) {
  const Types reported = types();
  ASSERT_EQ(std::size(usualTypes), reported.size());
  for (size_t i = 0; i < reported.size(); ++i)
    EXPECT_EQ(usualTypes[i], reported[i] & usualTypes[i]) << i;
  // Of what isn't known no one promises anything.
  for (const cl_svm_capabilities_khr type : reported) {
    EXPECT_EQ(0u, type >> 15);
    const bool ofDevice = type & CL_SVM_CAPABILITY_DEVICE_OWNED_KHR, ofHost = type & CL_SVM_CAPABILITY_HOST_OWNED_KHR;
    EXPECT_FALSE(ofDevice && (type & CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR));
    EXPECT_TRUE(!ofHost || (type & CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR));
  }
  size_t size = 0;
  Types ofPlatform(reported.size());
  EXPECT_EQ(CL_SUCCESS, cl.clGetPlatformInfo(platform(), CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR,
                                             ofPlatform.size() * sizeof ofPlatform[0], ofPlatform.data(), &size));
  EXPECT_EQ(reported.size() * sizeof reported[0], size);
  EXPECT_EQ(reported, ofPlatform);
}

WEFT_API_SUITE(clSVMAllocWithPropertiesKHR, UnifiedSvmTest);

TEST_P(clSVMAllocWithPropertiesKHR, GivesMemoryOfEachTypeToKernels) {
  const auto kernel = buildKernel("kernel void add(global uint *values) { values[get_global_id(0)] += 5; }", "add");
  constexpr size_t count = 100;
  for (cl_uint type = 0; type < types().size(); ++type) {
    cl_uint *memory = allocate(type, count, ofDevice());
    ASSERT_NE(nullptr, memory);
    std::vector<cl_uint> values;
    for (cl_uint i = 0; i < count; ++i)
      values.push_back(type + i);
    ASSERT_EQ(CL_SUCCESS, cl.clEnqueueSVMMemcpy(queue, CL_TRUE, memory, values.data(), count * sizeof(cl_uint), 0,
                                                nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArgSVMPointer(kernel.get(), 0, memory));
    const cl_bool yes = CL_TRUE;
    EXPECT_EQ(CL_SUCCESS,
              cl.clSetKernelExecInfo(kernel.get(), CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR, sizeof yes, &yes));
    ASSERT_EQ(CL_SUCCESS,
              cl.clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &count, nullptr, 0, nullptr, nullptr));
    std::vector<cl_uint> found(count);
    ASSERT_EQ(CL_SUCCESS, cl.clEnqueueSVMMemcpy(queue, CL_TRUE, found.data(), memory, count * sizeof(cl_uint), 0,
                                                nullptr, nullptr));
    for (cl_uint &value : values)
      value += 5;
    EXPECT_EQ(values, found) << type;
    free(memory);
  }
}

TEST_P(clSVMAllocWithPropertiesKHR, AlignsAsAsked) {
  for (size_t alignment = 1; alignment <= 128; alignment *= 2) {
    cl_uint *memory = allocate(1, 3, {CL_SVM_ALLOC_ALIGNMENT_KHR, alignment, 0});
    EXPECT_EQ(0u, reinterpret_cast<uintptr_t>(memory) % alignment);
    free(memory);
  }
  cl_uint *memory = allocate(1, 3, {CL_SVM_ALLOC_ALIGNMENT_KHR, 0, 0});
  EXPECT_EQ(0u, reinterpret_cast<uintptr_t>(memory) % 128);
  free(memory);
}

TEST_P(clSVMAllocWithPropertiesKHR, NoMemoryAndNoErrorForNoBytes) {
  for (cl_uint type = 0; type < types().size(); ++type) {
    cl_int error = 1;
    EXPECT_EQ(nullptr, clSVMAllocWithProperties(context, ofDevice().data(), type, 0, &error));
    EXPECT_EQ(CL_SUCCESS, error);
  }
}

TEST_P(clSVMAllocWithPropertiesKHR, InvalidProperty) {
  const Properties wrong[] = {{0x1234, 0, 0},
                              {CL_SVM_ALLOC_ALIGNMENT_KHR, 8, CL_SVM_ALLOC_ALIGNMENT_KHR, 8, 0},
                              {CL_SVM_ALLOC_ALIGNMENT_KHR, 3, 0},
                              {CL_SVM_ALLOC_ALIGNMENT_KHR, 4097, 0},
                              {CL_SVM_ALLOC_ACCESS_FLAGS_KHR, 1 << 2, 0},
                              {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, number(foreign<cl_device_id>()), 0}};
  for (const Properties &properties : wrong) {
    EXPECT_EQ(CL_INVALID_PROPERTY, allocationError(properties)) << properties[0] << " " << properties[1];
    cl_uint index = 77;
    EXPECT_EQ(CL_INVALID_PROPERTY, clGetSVMSuggestedTypeIndex(context, 0, 0, properties.data(), 16, &index));
    EXPECT_EQ(77u, index);
  }
  // Memory of a device, and no device.
  EXPECT_EQ(CL_INVALID_PROPERTY, allocationError({0}, 2));
  EXPECT_EQ(CL_INVALID_PROPERTY, allocationError({CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, 0, 0}, 2));
}

TEST_P(clSVMAllocWithPropertiesKHR, InvalidValueForTypesThatThereAreNone) {
  for (const cl_uint type : {static_cast<cl_uint>(types().size()), none})
    EXPECT_EQ(CL_INVALID_VALUE, allocationError({0}, type));
}

TEST_P(clSVMAllocWithPropertiesKHR, InvalidContext) {
  EXPECT_EQ(CL_INVALID_CONTEXT,
            errorOf([&](cl_int *e) { return clSVMAllocWithProperties(nullptr, nullptr, 0, 16, e); }));
}

TEST_P(clSVMAllocWithPropertiesKHR, OutOfHostMemoryForMoreThanThereIs) {
  const size_t tooMuch = info<cl_ulong>(cl.clGetDeviceInfo, device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE) + 1;
  EXPECT_EQ(CL_OUT_OF_HOST_MEMORY, allocationError({0}, 0, tooMuch));
}

WEFT_API_SUITE(clSVMFreeWithPropertiesKHR, UnifiedSvmTest);

TEST_P(clSVMFreeWithPropertiesKHR, FreesWhatEitherFunctionGave) {
  void *plain = ::clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
  free(plain);
  EXPECT_EQ(none, about<cl_uint>(plain, CL_SVM_INFO_TYPE_INDEX_KHR));
  cl_uint *memory = allocate(4, 16, {0});
  ::clSVMFree(context, memory);
  EXPECT_EQ(none, about<cl_uint>(memory, CL_SVM_INFO_TYPE_INDEX_KHR));
  void *last = allocate(3, 16, {0});
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueSVMFree(queue, 1, &last, nullptr, nullptr, 0, nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, ::clFinish(queue));
  EXPECT_EQ(none, about<cl_uint>(last, CL_SVM_INFO_TYPE_INDEX_KHR));
  free(nullptr);
}

TEST_P(clSVMFreeWithPropertiesKHR, InvalidValueForOtherPointers) {
  cl_uint *memory = allocate(0, 16, {0});
  for (void *pointer : {static_cast<void *>(&memory), static_cast<void *>(memory + 1)})
    EXPECT_EQ(CL_INVALID_VALUE, clSVMFreeWithProperties(context, nullptr, 0, pointer));
  free(memory);
  EXPECT_EQ(CL_INVALID_VALUE, clSVMFreeWithProperties(context, nullptr, 0, memory));
}

TEST_P(clSVMFreeWithPropertiesKHR, InvalidValueForFlagsAndInvalidProperty) {
  cl_uint *memory = allocate(0, 16, {0});
  const cl_svm_free_properties_khr nothing[] = {0};
  const cl_svm_free_properties_khr some[] = {0x1234, 0, 0};
  EXPECT_EQ(CL_INVALID_VALUE, clSVMFreeWithProperties(context, nothing, 1, memory));
  EXPECT_EQ(CL_INVALID_PROPERTY, clSVMFreeWithProperties(context, some, 0, memory));
  EXPECT_EQ(CL_INVALID_CONTEXT, clSVMFreeWithProperties(nullptr, nothing, 0, memory));
  EXPECT_EQ(CL_SUCCESS, clSVMFreeWithProperties(context, nothing, 0, memory));
}

WEFT_API_SUITE(clGetSVMPointerInfoKHR, UnifiedSvmTest);

TEST_P(clGetSVMPointerInfoKHR, SaysWhatWasAskedFor) {
  const Types all = types();
  const Properties properties = {CL_SVM_ALLOC_ACCESS_FLAGS_KHR,
                                 CL_SVM_ALLOC_ACCESS_HOST_NOREAD_KHR,
                                 CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR,
                                 number(device()),
                                 CL_SVM_ALLOC_ALIGNMENT_KHR,
                                 64,
                                 0};
  for (cl_uint type = 0; type < all.size(); ++type) {
    cl_uint *memory = allocate(type, 16, properties);
    for (const cl_uint *pointer : {memory, memory + 15})
      for (const cl_device_id one : {cl_device_id(nullptr), device()}) {
        EXPECT_EQ(type, about<cl_uint>(pointer, CL_SVM_INFO_TYPE_INDEX_KHR, one));
        EXPECT_EQ(all[type], about<cl_svm_capabilities_khr>(pointer, CL_SVM_INFO_CAPABILITIES_KHR, one));
        EXPECT_EQ(CL_SVM_ALLOC_ACCESS_HOST_NOREAD_KHR,
                  about<cl_svm_alloc_access_flags_khr>(pointer, CL_SVM_INFO_ACCESS_FLAGS_KHR, one));
        EXPECT_EQ(memory, about<void *>(pointer, CL_SVM_INFO_BASE_PTR_KHR, one));
        EXPECT_EQ(64u, about<size_t>(pointer, CL_SVM_INFO_SIZE_KHR, one));
        EXPECT_EQ(device(), about<cl_device_id>(pointer, CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR, one));
        EXPECT_EQ(properties, propertiesOf(pointer));
      }
    free(memory);
  }
}

TEST_P(clGetSVMPointerInfoKHR, KnowsMemoryWithoutProperties) {
  cl_int error = 1;
  void *memory = clSVMAllocWithProperties(context, nullptr, 3, 64, &error);
  EXPECT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(Properties(), propertiesOf(memory));
  EXPECT_EQ(nullptr, about<cl_device_id>(memory, CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR));
  free(memory);
  memory = allocate(3, 16, {0});
  EXPECT_EQ(Properties{0}, propertiesOf(memory));
  free(memory);
}

TEST_P(clGetSVMPointerInfoKHR, KnowsMemoryOfTheOtherFunction) {
  void *coarse = ::clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
  void *fine = ::clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, 64, 0);
  EXPECT_EQ(0u, about<cl_uint>(coarse, CL_SVM_INFO_TYPE_INDEX_KHR));
  EXPECT_EQ(1u, about<cl_uint>(fine, CL_SVM_INFO_TYPE_INDEX_KHR));
  EXPECT_EQ(Properties(), propertiesOf(fine));
  free(coarse);
  free(fine);
}

TEST_P(clGetSVMPointerInfoKHR, OtherPointersAreOfNoType) {
  const auto unified = extension<clHostMemAllocINTEL_fn>(cl, "clHostMemAllocINTEL");
  void *ofIntel = unified(context, nullptr, 64, 0, nullptr);
  for (const void *pointer :
       {static_cast<const void *>(nullptr), static_cast<const void *>(&ofIntel), static_cast<const void *>(ofIntel)}) {
    EXPECT_EQ(none, about<cl_uint>(pointer, CL_SVM_INFO_TYPE_INDEX_KHR));
    EXPECT_EQ(0u, about<cl_svm_capabilities_khr>(pointer, CL_SVM_INFO_CAPABILITIES_KHR, device()));
    EXPECT_EQ(0u, about<cl_svm_alloc_access_flags_khr>(pointer, CL_SVM_INFO_ACCESS_FLAGS_KHR));
    EXPECT_EQ(nullptr, about<void *>(pointer, CL_SVM_INFO_BASE_PTR_KHR));
    EXPECT_EQ(0u, about<size_t>(pointer, CL_SVM_INFO_SIZE_KHR));
    EXPECT_EQ(nullptr, about<cl_device_id>(pointer, CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR));
    EXPECT_EQ(Properties(), propertiesOf(pointer));
  }
  EXPECT_EQ(CL_SUCCESS, extension<clMemFreeINTEL_fn>(cl, "clMemFreeINTEL")(context, ofIntel));
}

TEST_P(clGetSVMPointerInfoKHR, Errors) {
  cl_uint small = 0;
  EXPECT_EQ(CL_INVALID_CONTEXT,
            clGetSVMPointerInfo(nullptr, nullptr, &small, CL_SVM_INFO_SIZE_KHR, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_DEVICE,
            clGetSVMPointerInfo(context, foreign<cl_device_id>(), &small, CL_SVM_INFO_SIZE_KHR, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clGetSVMPointerInfo(context, nullptr, &small, 0x1234, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            clGetSVMPointerInfo(context, nullptr, &small, CL_SVM_INFO_SIZE_KHR, sizeof small, &small, nullptr));
}

WEFT_API_SUITE(clGetSVMSuggestedTypeIndexKHR, UnifiedSvmTest);

TEST_P(clGetSVMSuggestedTypeIndexKHR, HasWhatIsRequired) {
  const Types all = types();
  for (cl_uint type = 0; type < std::size(usualTypes); ++type) {
    const cl_uint found = suggested(usualTypes[type]);
    ASSERT_LT(found, all.size()) << type;
    EXPECT_EQ(usualTypes[type], all[found] & usualTypes[type]) << type;
  }
  for (int bit = 0; bit < 15; ++bit) {
    const cl_svm_capabilities_khr one = cl_svm_capabilities_khr(1) << bit;
    const cl_uint found = suggested(one);
    ASSERT_LT(found, all.size()) << bit;
    EXPECT_NE(0u, all[found] & one) << bit;
  }
  // What is owned by a device and by the host; what no one knows.
  EXPECT_EQ(none, suggested(CL_SVM_CAPABILITY_DEVICE_OWNED_KHR | CL_SVM_CAPABILITY_HOST_OWNED_KHR));
  EXPECT_EQ(none, suggested(cl_svm_capabilities_khr(1) << 40));
}

TEST_P(clGetSVMSuggestedTypeIndexKHR, HasMostOfWhatIsDesired) {
  EXPECT_EQ(0u, suggested(CL_SVM_CAPABILITY_DEVICE_READ_KHR));
  EXPECT_EQ(1u, suggested(CL_SVM_CAPABILITY_DEVICE_READ_KHR, CL_SVM_CAPABILITY_HOST_READ_KHR));
  EXPECT_EQ(2u, suggested(CL_SVM_CAPABILITY_DEVICE_READ_KHR, CL_SVM_CAPABILITY_DEVICE_OWNED_KHR));
  EXPECT_EQ(3u, suggested(CL_SVM_CAPABILITY_HOST_READ_KHR,
                          CL_SVM_CAPABILITY_HOST_OWNED_KHR | CL_SVM_CAPABILITY_DEVICE_OWNED_KHR));
}

TEST_P(clGetSVMSuggestedTypeIndexKHR, Errors) {
  cl_uint index = 77;
  EXPECT_EQ(CL_INVALID_CONTEXT, clGetSVMSuggestedTypeIndex(nullptr, 0, 0, nullptr, 16, &index));
  EXPECT_EQ(77u, index);
  EXPECT_EQ(CL_INVALID_VALUE, clGetSVMSuggestedTypeIndex(context, 0, 0, nullptr, 16, nullptr));
}

} // namespace
} // namespace weft::test
