// Tests of the entry points that make and describe buffers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstring>
#include <numeric>
#include <string>

#include "support/ApiTest.h"
#include "support/Extension.h"

namespace weft::test {
namespace {

class BufferTest : public QueueTest {
protected:
  cl_int createError(cl_mem_flags flags, size_t size, void *host = nullptr) {
    return errorOf([&](cl_int *error) { return cl.clCreateBuffer(context, flags, size, host, error); });
  }
  cl_ulong maxAllocation() const { return info<cl_ulong>(cl.clGetDeviceInfo, device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE); }
  /// The bytes between two places where a sub-buffer may start.
  size_t subBufferStep() const {
    return info<cl_uint>(cl.clGetDeviceInfo, device(), CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  }

  static std::vector<int> counting(size_t count) {
    std::vector<int> values(count);
    std::iota(values.begin(), values.end(), 1);
    return values;
  }
};

WEFT_API_SUITE(clCreateBuffer, BufferTest);

TEST_P(clCreateBuffer, CopiesFromTheHost) {
  std::vector<int> host = counting(64);
  const auto buffer = make([&](cl_int *error) {
    return cl.clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 64 * sizeof(int), host.data(), error);
  });
  const std::vector<int> expected = host;
  host.assign(64, 0);
  EXPECT_EQ(expected, contents<int>(buffer.get(), 64));
}

TEST_P(clCreateBuffer, UsesTheHostsMemory) {
  alignas(128) int host[32] = {};
  const auto buffer =
      make([&](cl_int *error) { return cl.clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof host, host, error); });
  const int value = 7;
  ASSERT_EQ(CL_SUCCESS,
            ::clEnqueueWriteBuffer(queue, buffer.get(), CL_TRUE, 12, sizeof value, &value, 0, nullptr, nullptr));
  cl_int error = CL_SUCCESS;
  void *mapped =
      ::clEnqueueMapBuffer(queue, buffer.get(), CL_TRUE, CL_MAP_READ, 0, sizeof host, 0, nullptr, nullptr, &error);
  EXPECT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(host, mapped);
  EXPECT_EQ(7, host[3]);
  EXPECT_EQ(CL_SUCCESS, ::clEnqueueUnmapMemObject(queue, buffer.get(), mapped, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
}

TEST_P(clCreateBuffer, HoldsNothingOfAnother) {
  for (const size_t size : {size_t(1), size_t(508), size_t(65536), size_t(300000), size_t(3) << 20, size_t(5) << 20})
    for (int round = 0; round < 3; ++round) {
      const auto buffer =
          make([&](cl_int *error) { return cl.clCreateBuffer(context, CL_MEM_READ_WRITE, size, nullptr, error); });
      const std::vector<char> before = contents<char>(buffer.get(), size);
      EXPECT_EQ(std::ranges::count(before, 0), static_cast<std::ptrdiff_t>(size));
      const cl_uchar pattern = 0xa5;
      ASSERT_EQ(CL_SUCCESS, ::clEnqueueFillBuffer(queue, buffer.get(), &pattern, 1, 0, size, 0, nullptr, nullptr));
      ASSERT_EQ(CL_SUCCESS, ::clFinish(queue));
    }
}

TEST_P(clCreateBuffer, LeavesRoomForAKernelThatWritesTooFar) {
  // Planes of float whose heights are no multiples of eight, and a kernel on whole groups of 8 by 8 without a check.
  constexpr size_t width = 640;
  for (const size_t height : {361u, 358u, 1081u}) {
    std::vector<Handle<cl_mem>> planes;
    for (int i = 0; i < 12; ++i)
      planes.push_back(make([&](cl_int *error) {
        return cl.clCreateBuffer(context, CL_MEM_READ_WRITE, width * height * sizeof(float), nullptr, error);
      }));
    const size_t rows = (height + 7) / 8 * 8;
    for (size_t i = 0; i < planes.size(); ++i) {
      void *data = ::clEnqueueMapBuffer(queue, planes[i].get(), CL_TRUE, CL_MAP_WRITE, 0,
                                        width * height * sizeof(float), 0, nullptr, nullptr, nullptr);
      ASSERT_NE(data, nullptr);
      std::fill_n(static_cast<float *>(data), width * rows, static_cast<float>(i)); // what the kernel would do
      ASSERT_EQ(CL_SUCCESS, ::clEnqueueUnmapMemObject(queue, planes[i].get(), data, 0, nullptr, nullptr));
    }
    for (size_t i = 0; i < planes.size(); ++i) {
      const std::vector<float> plane = contents<float>(planes[i].get(), width * height);
      EXPECT_EQ(std::ranges::count(plane, static_cast<float>(i)), static_cast<std::ptrdiff_t>(plane.size()));
    }
  }
}

TEST_P(clCreateBuffer, TakesEverySensibleFlag) {
  for (cl_mem_flags flags :
       {cl_mem_flags{0}, cl_mem_flags{CL_MEM_READ_ONLY}, cl_mem_flags{CL_MEM_WRITE_ONLY},
        cl_mem_flags{CL_MEM_ALLOC_HOST_PTR}, cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS},
        cl_mem_flags{CL_MEM_HOST_READ_ONLY}, cl_mem_flags{CL_MEM_HOST_WRITE_ONLY}}) {
    const auto buffer = make([&](cl_int *error) { return cl.clCreateBuffer(context, flags, 100, nullptr, error); });
    // CL_MEM_READ_WRITE is the default.
    const cl_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
    EXPECT_EQ((flags & access) ? flags : flags | CL_MEM_READ_WRITE,
              info<cl_mem_flags>(cl.clGetMemObjectInfo, buffer.get(), CL_MEM_FLAGS));
  }
}

TEST_P(clCreateBuffer, InvalidValueUnknownFlag) { EXPECT_EQ(CL_INVALID_VALUE, createError(cl_mem_flags{1} << 50, 4)); }

TEST_P(clCreateBuffer, InvalidValueFlagsThatExcludeEachOther) {
  int host[4] = {};
  EXPECT_EQ(CL_INVALID_VALUE, createError(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 4));
  EXPECT_EQ(CL_INVALID_VALUE, createError(CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, 4));
  EXPECT_EQ(CL_INVALID_VALUE, createError(CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_READ_ONLY, 4));
  EXPECT_EQ(CL_INVALID_VALUE, createError(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 4, host));
  EXPECT_EQ(CL_INVALID_VALUE, createError(CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 4, host));
}

TEST_P(clCreateBuffer, InvalidBufferSize) {
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, createError(CL_MEM_READ_WRITE, 0));
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, createError(CL_MEM_READ_WRITE, maxAllocation() + 1));
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, createError(CL_MEM_READ_WRITE, SIZE_MAX));
}

TEST_P(clCreateBuffer, InvalidHostPtr) {
  int host[4] = {};
  EXPECT_EQ(CL_INVALID_HOST_PTR, createError(CL_MEM_USE_HOST_PTR, sizeof host, nullptr));
  EXPECT_EQ(CL_INVALID_HOST_PTR, createError(CL_MEM_COPY_HOST_PTR, sizeof host, nullptr));
  EXPECT_EQ(CL_INVALID_HOST_PTR, createError(CL_MEM_READ_WRITE, sizeof host, host));
}

WEFT_API_SUITE(clCreateBufferWithProperties, BufferTest);

TEST_P(clCreateBufferWithProperties, KeepsTheListAsGiven) {
  const cl_mem_properties empty[] = {0};
  const auto buffer = make([&](cl_int *error) {
    return cl.clCreateBufferWithProperties(context, empty, CL_MEM_READ_ONLY, 64, nullptr, error);
  });
  EXPECT_EQ(std::vector<cl_mem_properties>{0},
            infoArray<cl_mem_properties>(cl.clGetMemObjectInfo, buffer.get(), CL_MEM_PROPERTIES));
  const auto other = make([&](cl_int *error) {
    return cl.clCreateBufferWithProperties(context, nullptr, CL_MEM_READ_ONLY, 64, nullptr, error);
  });
  EXPECT_TRUE(infoArray<cl_mem_properties>(cl.clGetMemObjectInfo, other.get(), CL_MEM_PROPERTIES).empty());
}

TEST_P(clCreateBufferWithProperties, InvalidProperty) {
  const cl_mem_properties unknown[] = {0xBAD, 1, 0};
  EXPECT_EQ(CL_INVALID_PROPERTY, errorOf([&](cl_int *error) {
              return cl.clCreateBufferWithProperties(context, unknown, CL_MEM_READ_ONLY, 64, nullptr, error);
            }));
}

TEST_P(clCreateBufferWithProperties, UnderTheNameOfTheExtension) {
  const auto create = extension<clCreateBufferWithPropertiesINTEL_fn>(cl, "clCreateBufferWithPropertiesINTEL");
  const auto buffer =
      make([&](cl_int *error) { return create(context, nullptr, CL_MEM_READ_ONLY, 64, nullptr, error); });
  EXPECT_EQ(64u, info<size_t>(cl.clGetMemObjectInfo, buffer.get(), CL_MEM_SIZE));
  // The extension has this code for it.
  const cl_mem_properties unknown[] = {0xBAD, 1, 0};
  EXPECT_EQ(CL_INVALID_VALUE,
            errorOf([&](cl_int *error) { return create(context, unknown, CL_MEM_READ_ONLY, 64, nullptr, error); }));
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE,
            errorOf([&](cl_int *error) { return create(context, nullptr, CL_MEM_READ_ONLY, 0, nullptr, error); }));
}

TEST_P(clCreateBufferWithProperties, InvalidBufferSize) {
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, errorOf([&](cl_int *error) {
              return cl.clCreateBufferWithProperties(context, nullptr, CL_MEM_READ_ONLY, 0, nullptr, error);
            }));
}

TEST_P(clCreateBufferWithProperties, InvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, errorOf([&](cl_int *error) {
              return cl.clCreateBufferWithProperties(context, nullptr, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64,
                                                     nullptr, error);
            }));
}

TEST_P(clCreateBufferWithProperties, InvalidHostPtr) {
  char host[64];
  const auto error = [&](cl_mem_flags flags, void *pointer) {
    return errorOf(
        [&](cl_int *e) { return cl.clCreateBufferWithProperties(context, nullptr, flags, sizeof host, pointer, e); });
  };
  EXPECT_EQ(CL_INVALID_HOST_PTR, error(CL_MEM_USE_HOST_PTR, nullptr));
  EXPECT_EQ(CL_INVALID_HOST_PTR, error(CL_MEM_COPY_HOST_PTR, nullptr));
  EXPECT_EQ(CL_INVALID_HOST_PTR, error(CL_MEM_READ_WRITE, host));
}

class SubBufferTest : public BufferTest {
protected:
  const size_t step = subBufferStep();
  const Handle<cl_mem> parent = makeBuffer(4 * step);

  cl_int subError(cl_mem of, cl_mem_flags flags, size_t origin, size_t size,
                  cl_buffer_create_type type = CL_BUFFER_CREATE_TYPE_REGION) {
    const cl_buffer_region region{origin, size};
    return errorOf([&](cl_int *error) { return cl.clCreateSubBuffer(of, flags, type, &region, error); });
  }
  Handle<cl_mem> makePart(cl_mem of, cl_mem_flags flags, size_t origin, size_t size) {
    const cl_buffer_region region{origin, size};
    return make(
        [&](cl_int *error) { return cl.clCreateSubBuffer(of, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, error); });
  }
};
WEFT_API_SUITE(clCreateSubBuffer, SubBufferTest);

TEST_P(clCreateSubBuffer, SharesTheStorage) {
  const auto part = makePart(parent.get(), 0, step, step);
  const int value = 99;
  ASSERT_EQ(CL_SUCCESS,
            ::clEnqueueWriteBuffer(queue, part.get(), CL_TRUE, 8, sizeof value, &value, 0, nullptr, nullptr));
  EXPECT_EQ(99, contents<int>(parent.get(), 4 * step / sizeof(int))[(step + 8) / sizeof(int)]);
  EXPECT_EQ(parent.get(), info<cl_mem>(cl.clGetMemObjectInfo, part.get(), CL_MEM_ASSOCIATED_MEMOBJECT));
  EXPECT_EQ(step, info<size_t>(cl.clGetMemObjectInfo, part.get(), CL_MEM_OFFSET));
  EXPECT_EQ(step, info<size_t>(cl.clGetMemObjectInfo, part.get(), CL_MEM_SIZE));
}

TEST_P(clCreateSubBuffer, InheritsFlags) {
  const auto readOnly = makeBuffer(step, CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY);
  const auto part = makePart(readOnly.get(), 0, 0, step);
  EXPECT_EQ(cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY},
            info<cl_mem_flags>(cl.clGetMemObjectInfo, part.get(), CL_MEM_FLAGS));
}

TEST_P(clCreateSubBuffer, OutlivesTheHandleOfItsParent) {
  auto other = makeBuffer(2 * step);
  const auto part = makePart(other.get(), 0, step, step);
  other.reset();
  EXPECT_EQ(step, contents<char>(part.get(), step).size());
}

TEST_P(clCreateSubBuffer, InvalidMemObjectOfASubBuffer) {
  const auto part = makePart(parent.get(), 0, 0, 2 * step);
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, subError(part.get(), 0, 0, step));
}

TEST_P(clCreateSubBuffer, InvalidValueFlags) {
  const auto readOnly = makeBuffer(step, CL_MEM_READ_ONLY);
  EXPECT_EQ(CL_INVALID_VALUE, subError(readOnly.get(), CL_MEM_READ_WRITE, 0, step));
  EXPECT_EQ(CL_INVALID_VALUE, subError(readOnly.get(), CL_MEM_WRITE_ONLY, 0, step));
  const auto writeOnly = makeBuffer(step, CL_MEM_WRITE_ONLY);
  EXPECT_EQ(CL_INVALID_VALUE, subError(writeOnly.get(), CL_MEM_READ_ONLY, 0, step));
  const auto noHost = makeBuffer(step, CL_MEM_HOST_NO_ACCESS);
  EXPECT_EQ(CL_INVALID_VALUE, subError(noHost.get(), CL_MEM_HOST_READ_ONLY, 0, step));
  EXPECT_EQ(CL_INVALID_VALUE, subError(parent.get(), CL_MEM_ALLOC_HOST_PTR, 0, step));
  EXPECT_EQ(CL_INVALID_VALUE, subError(parent.get(), CL_MEM_COPY_HOST_PTR, 0, step));
}

TEST_P(clCreateSubBuffer, InvalidValueOutOfBounds) {
  EXPECT_EQ(CL_INVALID_VALUE, subError(parent.get(), 0, 4 * step, step));
  EXPECT_EQ(CL_INVALID_VALUE, subError(parent.get(), 0, step, 4 * step));
  EXPECT_EQ(CL_INVALID_VALUE, subError(parent.get(), 0, step, SIZE_MAX));
}

TEST_P(clCreateSubBuffer, InvalidValueTypeAndRegion) {
  EXPECT_EQ(CL_INVALID_VALUE, subError(parent.get(), 0, 0, step, 0xBAD));
  EXPECT_EQ(CL_INVALID_VALUE, errorOf([&](cl_int *error) {
              return cl.clCreateSubBuffer(parent.get(), 0, CL_BUFFER_CREATE_TYPE_REGION, nullptr, error);
            }));
}

TEST_P(clCreateSubBuffer, InvalidBufferSize) { EXPECT_EQ(CL_INVALID_BUFFER_SIZE, subError(parent.get(), 0, 0, 0)); }

TEST_P(clCreateSubBuffer, MisalignedSubBufferOffset) {
  EXPECT_EQ(CL_MISALIGNED_SUB_BUFFER_OFFSET, subError(parent.get(), 0, step / 2, step));
}

WEFT_API_SUITE(clGetMemObjectInfo, BufferTest);

TEST_P(clGetMemObjectInfo, FollowsTheRulesOfInfoQueries) {
  const auto buffer = makeBuffer(16);
  checkInfoQuery(cl.clGetMemObjectInfo, buffer.get(), cl_mem_info{CL_MEM_SIZE});
}

TEST_P(clGetMemObjectInfo, DescribesABuffer) {
  int host[4] = {};
  const auto buffer = makeBuffer(sizeof host, CL_MEM_USE_HOST_PTR, host);
  const auto query = cl.clGetMemObjectInfo;
  EXPECT_EQ(cl_mem_object_type{CL_MEM_OBJECT_BUFFER}, info<cl_mem_object_type>(query, buffer.get(), CL_MEM_TYPE));
  EXPECT_EQ(sizeof host, info<size_t>(query, buffer.get(), CL_MEM_SIZE));
  EXPECT_EQ(host, info<void *>(query, buffer.get(), CL_MEM_HOST_PTR));
  EXPECT_EQ(0u, info<cl_uint>(query, buffer.get(), CL_MEM_MAP_COUNT));
  EXPECT_EQ(1u, info<cl_uint>(query, buffer.get(), CL_MEM_REFERENCE_COUNT));
  EXPECT_EQ(context, info<cl_context>(query, buffer.get(), CL_MEM_CONTEXT));
  EXPECT_EQ(nullptr, info<cl_mem>(query, buffer.get(), CL_MEM_ASSOCIATED_MEMOBJECT));
  EXPECT_EQ(0u, info<size_t>(query, buffer.get(), CL_MEM_OFFSET));
  EXPECT_FALSE(info<cl_bool>(query, buffer.get(), CL_MEM_USES_SVM_POINTER));
}

TEST_P(clGetMemObjectInfo, HostPointerOnlyOfUsedMemory) {
  int host[4] = {};
  const auto buffer = makeBuffer(sizeof host, CL_MEM_COPY_HOST_PTR, host);
  EXPECT_EQ(nullptr, info<void *>(cl.clGetMemObjectInfo, buffer.get(), CL_MEM_HOST_PTR));
}

WEFT_API_SUITE(clRetainMemObject, BufferTest);

TEST_P(clRetainMemObject, Counts) {
  const auto buffer = makeBuffer(16);
  EXPECT_EQ(CL_SUCCESS, cl.clRetainMemObject(buffer.get()));
  EXPECT_EQ(2u, info<cl_uint>(cl.clGetMemObjectInfo, buffer.get(), CL_MEM_REFERENCE_COUNT));
  EXPECT_EQ(CL_SUCCESS, cl.clReleaseMemObject(buffer.get()));
  EXPECT_EQ(1u, info<cl_uint>(cl.clGetMemObjectInfo, buffer.get(), CL_MEM_REFERENCE_COUNT));
}

WEFT_API_SUITE(clReleaseMemObject, BufferTest);

TEST_P(clReleaseMemObject, InvalidMemObjectOnceReleased) {
  auto buffer = makeBuffer(16);
  const cl_mem raw = buffer.release();
  EXPECT_EQ(CL_SUCCESS, cl.clReleaseMemObject(raw));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, cl.clReleaseMemObject(raw));
}

WEFT_API_SUITE(clSetMemObjectDestructorCallback, BufferTest);

TEST_P(clSetMemObjectDestructorCallback, CallsInReverseOrder) {
  static std::string order;
  order.clear();
  auto buffer = makeBuffer(16);
  ASSERT_EQ(CL_SUCCESS,
            cl.clSetMemObjectDestructorCallback(buffer.get(), [](cl_mem, void *) { order += "first"; }, nullptr));
  ASSERT_EQ(CL_SUCCESS,
            cl.clSetMemObjectDestructorCallback(buffer.get(), [](cl_mem, void *) { order += "second"; }, nullptr));
  EXPECT_EQ("", order);
  buffer.reset();
  EXPECT_EQ("secondfirst", order);
}

TEST_P(clSetMemObjectDestructorCallback, InvalidValue) {
  const auto buffer = makeBuffer(16);
  EXPECT_EQ(CL_INVALID_VALUE, cl.clSetMemObjectDestructorCallback(buffer.get(), nullptr, nullptr));
}

} // namespace
} // namespace weft::test
