// Tests of mapping, unmapping and migrating buffers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>
#include <numeric>
#include <set>

#include "support/ApiTest.h"

namespace weft::test {
namespace {

class MapTest : public QueueTest {
protected:
  static constexpr size_t count = 64, bytes = count * sizeof(int);
  std::vector<int> numbers = [] {
    std::vector<int> values(count);
    std::iota(values.begin(), values.end(), 1);
    return values;
  }();
  const Handle<cl_mem> buffer_ = makeBuffer(bytes, CL_MEM_COPY_HOST_PTR, numbers.data());
  const cl_mem buffer = buffer_.get();

  int *map(cl_map_flags flags, size_t offset = 0, size_t size = bytes) {
    cl_int error = 1;
    void *mapped = cl.clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, offset, size, 0, nullptr, nullptr, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    return static_cast<int *>(mapped);
  }
  cl_int mapError(cl_mem of, cl_map_flags flags, size_t offset, size_t size) {
    return errorOf([&](cl_int *error) {
      return cl.clEnqueueMapBuffer(queue, of, CL_TRUE, flags, offset, size, 0, nullptr, nullptr, error);
    });
  }
  void unmap(void *mapped) {
    EXPECT_EQ(CL_SUCCESS, cl.clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
  }
  cl_uint mapCount() { return info<cl_uint>(cl.clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT); }
};

WEFT_API_SUITE(clEnqueueMapBuffer, MapTest);

TEST_P(clEnqueueMapBuffer, ShowsTheContents) {
  int *mapped = map(CL_MAP_READ, 4 * sizeof(int), 8 * sizeof(int));
  ASSERT_NE(nullptr, mapped);
  EXPECT_EQ(5, mapped[0]);
  EXPECT_EQ(12, mapped[7]);
  unmap(mapped);
}

TEST_P(clEnqueueMapBuffer, TakesWhatTheHostWrites) {
  for (cl_map_flags flags : {cl_map_flags{CL_MAP_WRITE}, cl_map_flags{CL_MAP_READ | CL_MAP_WRITE},
                             cl_map_flags{CL_MAP_WRITE_INVALIDATE_REGION}}) {
    int *mapped = map(flags);
    ASSERT_NE(nullptr, mapped);
    for (size_t i = 0; i < count; ++i)
      mapped[i] = static_cast<int>(i * flags);
    unmap(mapped);
    EXPECT_EQ(static_cast<int>(9 * flags), contents<int>(buffer, count)[9]);
  }
}

/// Elements at one index of neighbouring buffers differ in the last twelve bits of their addresses.
TEST_P(clEnqueueMapBuffer, LargeBuffersBeginAtDifferentPlacesOfTheirPages) {
  constexpr size_t pageBytes = 4096;
  for (size_t size : {size_t{100000}, size_t{20} << 20}) {
    std::set<uintptr_t> places;
    for (int number = 0; number < 3; ++number) {
      const Handle<cl_mem> large = makeBuffer(size);
      cl_int error = 1;
      void *mapped =
          cl.clEnqueueMapBuffer(queue, large.get(), CL_TRUE, CL_MAP_WRITE, 0, size, 0, nullptr, nullptr, &error);
      ASSERT_EQ(CL_SUCCESS, error);
      const auto address = reinterpret_cast<uintptr_t>(mapped);
      EXPECT_EQ(0u, address % (info<cl_uint>(cl.clGetDeviceInfo, device(), CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8));
      places.insert(address % pageBytes);
      std::memset(mapped, number, size);
      EXPECT_EQ(CL_SUCCESS, cl.clEnqueueUnmapMemObject(queue, large.get(), mapped, 0, nullptr, nullptr));
      EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
    }
    EXPECT_EQ(3u, places.size());
  }
}

TEST_P(clEnqueueMapBuffer, SeveralAtOnceAreCounted) {
  int *first = map(CL_MAP_READ);
  int *second = map(CL_MAP_READ, bytes / 2, bytes / 2);
  EXPECT_EQ(2u, mapCount());
  EXPECT_EQ(first[count / 2], second[0]);
  unmap(first);
  EXPECT_EQ(1u, mapCount());
  unmap(second);
  EXPECT_EQ(0u, mapCount());
}

TEST_P(clEnqueueMapBuffer, WithoutBlockingWaitsForItsList) {
  const auto user = makeUserEvent();
  const cl_event event = user.get();
  Handle<cl_event> mappedEvent;
  cl_int error = 1;
  void *mapped =
      cl.clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_READ, 0, bytes, 1, &event, mappedEvent.out(), &error);
  ASSERT_EQ(CL_SUCCESS, error);
  ASSERT_NE(nullptr, mapped);
  expectHeldBack(mappedEvent.get());
  ASSERT_EQ(CL_SUCCESS, ::clSetUserEventStatus(event, CL_COMPLETE));
  unmap(mapped);
}

TEST_P(clEnqueueMapBuffer, OfASubBufferIsPartOfItsParents) {
  const size_t step = info<cl_uint>(cl.clGetDeviceInfo, device(), CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  const cl_buffer_region region{step, step};
  const auto part =
      make([&](cl_int *error) { return ::clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, error); });
  int *whole = map(CL_MAP_READ);
  cl_int error = 1;
  void *mapped = cl.clEnqueueMapBuffer(queue, part.get(), CL_TRUE, CL_MAP_READ, 0, step, 0, nullptr, nullptr, &error);
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(reinterpret_cast<char *>(whole) + step, mapped);
  EXPECT_EQ(CL_SUCCESS, cl.clEnqueueUnmapMemObject(queue, part.get(), mapped, 0, nullptr, nullptr));
  unmap(whole);
}

TEST_P(clEnqueueMapBuffer, InvalidValueRegion) {
  EXPECT_EQ(CL_INVALID_VALUE, mapError(buffer, CL_MAP_READ, 0, bytes + 1));
  EXPECT_EQ(CL_INVALID_VALUE, mapError(buffer, CL_MAP_READ, bytes, 1));
  EXPECT_EQ(CL_INVALID_VALUE, mapError(buffer, CL_MAP_READ, 8, SIZE_MAX));
  EXPECT_EQ(CL_INVALID_VALUE, mapError(buffer, CL_MAP_READ, 0, 0));
}

TEST_P(clEnqueueMapBuffer, InvalidValueFlags) {
  EXPECT_EQ(CL_INVALID_VALUE, mapError(buffer, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, bytes));
  EXPECT_EQ(CL_INVALID_VALUE, mapError(buffer, CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION, 0, bytes));
  EXPECT_EQ(CL_INVALID_VALUE, mapError(buffer, cl_map_flags{1} << 40, 0, bytes));
}

TEST_P(clEnqueueMapBuffer, InvalidOperation) {
  const auto noRead = makeBuffer(bytes, CL_MEM_HOST_WRITE_ONLY);
  EXPECT_EQ(CL_INVALID_OPERATION, mapError(noRead.get(), CL_MAP_READ, 0, bytes));
  const auto noWrite = makeBuffer(bytes, CL_MEM_HOST_READ_ONLY);
  EXPECT_EQ(CL_INVALID_OPERATION, mapError(noWrite.get(), CL_MAP_WRITE, 0, bytes));
  EXPECT_EQ(CL_INVALID_OPERATION, mapError(noWrite.get(), CL_MAP_WRITE_INVALIDATE_REGION, 0, bytes));
  const auto nothing = makeBuffer(bytes, CL_MEM_HOST_NO_ACCESS);
  EXPECT_EQ(CL_INVALID_OPERATION, mapError(nothing.get(), CL_MAP_READ, 0, bytes));
}

TEST_P(clEnqueueMapBuffer, InvalidEventWaitList) {
  const auto user = makeUserEvent();
  const cl_event event = user.get();
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, errorOf([&](cl_int *error) {
              return cl.clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, bytes, 0, &event, nullptr, error);
            }));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, errorOf([&](cl_int *error) {
              return cl.clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, bytes, 1, nullptr, nullptr, error);
            }));
}

TEST_P(clEnqueueMapBuffer, ExecStatusErrorForEventsInWaitList) {
  const auto user = makeUserEvent();
  ASSERT_EQ(CL_SUCCESS, ::clSetUserEventStatus(user.get(), -1));
  const cl_event event = user.get();
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, errorOf([&](cl_int *error) {
              return cl.clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, bytes, 1, &event, nullptr, error);
            }));
  EXPECT_EQ(0u, mapCount());
}

WEFT_API_SUITE(clEnqueueUnmapMemObject, MapTest);

TEST_P(clEnqueueUnmapMemObject, InvalidValueOfAStrangePointer) {
  int other = 0;
  EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueUnmapMemObject(queue, buffer, &other, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueUnmapMemObject(queue, buffer, nullptr, 0, nullptr, nullptr));
}

TEST_P(clEnqueueUnmapMemObject, InvalidValueTheSecondTime) {
  int *mapped = map(CL_MAP_READ);
  unmap(mapped);
  EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr));
}

TEST_P(clEnqueueUnmapMemObject, InvalidEventWaitList) {
  int *mapped = map(CL_MAP_READ);
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, cl.clEnqueueUnmapMemObject(queue, buffer, mapped, 1, nullptr, nullptr));
  unmap(mapped);
}

WEFT_API_SUITE(clEnqueueMigrateMemObjects, MapTest);

TEST_P(clEnqueueMigrateMemObjects, KeepsTheContents) {
  Handle<cl_event> event;
  ASSERT_EQ(CL_SUCCESS,
            cl.clEnqueueMigrateMemObjects(queue, 1, &buffer, CL_MIGRATE_MEM_OBJECT_HOST, 0, nullptr, event.out()));
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueMigrateMemObjects(queue, 1, &buffer, 0, 0, nullptr, nullptr));
  EXPECT_EQ(numbers, contents<int>(buffer, count));
  EXPECT_EQ(cl_command_type{CL_COMMAND_MIGRATE_MEM_OBJECTS},
            info<cl_command_type>(cl.clGetEventInfo, event.get(), CL_EVENT_COMMAND_TYPE));
}

TEST_P(clEnqueueMigrateMemObjects, InvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueMigrateMemObjects(queue, 0, &buffer, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueMigrateMemObjects(queue, 1, nullptr, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            cl.clEnqueueMigrateMemObjects(queue, 1, &buffer, cl_mem_migration_flags{1} << 30, 0, nullptr, nullptr));
}

TEST_P(clEnqueueMigrateMemObjects, InvalidMemObject) {
  const cl_mem wrong[] = {buffer, as<cl_mem>(context)};
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, cl.clEnqueueMigrateMemObjects(queue, 2, wrong, 0, 0, nullptr, nullptr));
}

} // namespace
} // namespace weft::test
