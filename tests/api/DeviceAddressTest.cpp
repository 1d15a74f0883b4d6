// Tests of cl_ext_buffer_device_address.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/ApiTest.h"
#include "support/Extension.h"

namespace weft::test {
namespace {

// The extension is younger than the headers of distributions.
constexpr cl_mem_properties privateAddress = 0x5000;   // CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT
constexpr cl_mem_info deviceAddress = 0x5001;          // CL_MEM_DEVICE_ADDRESS_EXT
constexpr cl_kernel_exec_info devicePointers = 0x5002; // CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT
using SetPointer = cl_int(CL_API_CALL *)(cl_kernel, cl_uint, cl_ulong);

class DeviceAddressTest : public ProgramTest {
protected:
  const SetPointer setPointer = extension<SetPointer>(GetParam(), "clSetKernelArgDevicePointerEXT");

  Handle<cl_mem> makeAddressed(size_t size, cl_bool addressed = CL_TRUE) const {
    const cl_mem_properties properties[] = {privateAddress, addressed, 0};
    return make([&](cl_int *e) {
      return cl.clCreateBufferWithProperties(context, properties, CL_MEM_READ_WRITE, size, nullptr, e);
    });
  }
  cl_int propertyError(const std::vector<cl_mem_properties> &properties) const {
    return errorOf([&](cl_int *e) {
      return cl.clCreateBufferWithProperties(context, properties.data(), CL_MEM_READ_WRITE, 16, nullptr, e);
    });
  }
};
WEFT_API_SUITE(BufferDeviceAddress, DeviceAddressTest);

TEST_P(BufferDeviceAddress, IsWhatKernelsSee) {
  const auto kernel = buildKernel("kernel void tell(global int *buffer, global ulong *address) {"
                                  "  *address = (ulong)buffer; buffer[1] = 42; }",
                                  "tell");
  const auto buffer = makeAddressed(256), told = makeAddressed(8);
  const auto address = info<cl_ulong>(cl.clGetMemObjectInfo, buffer.get(), deviceAddress);
  const cl_mem memory = told.get();
  // 4 bytes into the buffer.
  ASSERT_EQ(CL_SUCCESS, setPointer(kernel.get(), 0, address + 4));
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel.get(), 1, sizeof memory, &memory));
  EXPECT_EQ(CL_SUCCESS, cl.clSetKernelExecInfo(kernel.get(), devicePointers, sizeof address, &address));
  const size_t one = 1;
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(address + 4, contents<cl_ulong>(told.get(), 1)[0]);
  EXPECT_EQ(42, contents<cl_int>(buffer.get(), 3)[2]);
}

TEST_P(BufferDeviceAddress, OfASubBufferIsWithinItsParent) {
  const auto buffer = makeAddressed(1024);
  const cl_buffer_region region{256, 128};
  const auto part =
      make([&](cl_int *e) { return cl.clCreateSubBuffer(buffer.get(), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, e); });
  EXPECT_EQ(info<cl_ulong>(cl.clGetMemObjectInfo, buffer.get(), deviceAddress) + 256,
            info<cl_ulong>(cl.clGetMemObjectInfo, part.get(), deviceAddress));
}

TEST_P(BufferDeviceAddress, OfSharedVirtualMemoryIsItsPointer) {
  void *memory = ::clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
  {
    const cl_mem_properties properties[] = {privateAddress, CL_TRUE, 0};
    const auto buffer = make([&](cl_int *e) {
      return cl.clCreateBufferWithProperties(context, properties, CL_MEM_USE_HOST_PTR, 64, memory, e);
    });
    EXPECT_EQ(reinterpret_cast<cl_ulong>(memory), info<cl_ulong>(cl.clGetMemObjectInfo, buffer.get(), deviceAddress));
    EXPECT_EQ((std::vector<cl_mem_properties>{privateAddress, CL_TRUE, 0}),
              infoArray<cl_mem_properties>(cl.clGetMemObjectInfo, buffer.get(), CL_MEM_PROPERTIES));
  }
  ::clSVMFree(context, memory);
}

TEST_P(BufferDeviceAddress, InvalidOperationForOtherBuffers) {
  const auto plain = makeBuffer(16), refused = makeAddressed(16, CL_FALSE);
  for (cl_mem memory : {plain.get(), refused.get()})
    EXPECT_EQ(CL_INVALID_OPERATION, cl.clGetMemObjectInfo(memory, deviceAddress, 0, nullptr, nullptr));
}

TEST_P(BufferDeviceAddress, InvalidProperty) {
  EXPECT_EQ(CL_INVALID_PROPERTY, propertyError({privateAddress, CL_TRUE, privateAddress, CL_TRUE, 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY, propertyError({privateAddress, 2, 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY, propertyError({0x1234, 0, 0}));
}

TEST_P(BufferDeviceAddress, ErrorsOfSettingAnArgument) {
  const auto kernel = buildKernel("kernel void k(global uint *a, uint b, constant uint *c) {}", "k");
  EXPECT_EQ(CL_SUCCESS, setPointer(kernel.get(), 0, 0));
  EXPECT_EQ(CL_INVALID_KERNEL, setPointer(nullptr, 0, 0));
  for (cl_uint index : {1u, 2u, 3u})
    EXPECT_EQ(CL_INVALID_ARG_INDEX, setPointer(kernel.get(), index, 0));
}

} // namespace
} // namespace weft::test
