// Tests of the commands on rectangles of buffers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <numeric>

#include "support/ApiTest.h"

namespace weft::test {
namespace {

using Triple = std::array<size_t, 3>;

/// A buffer of 8 x 4 x 3 bytes (row pitch 8, slice pitch 32) that hold their own index.
class RectTest : public QueueTest {
protected:
  static constexpr size_t row = 8, slice = 32, bytes = 96;
  std::vector<unsigned char> numbers = [] {
    std::vector<unsigned char> values(bytes);
    std::iota(values.begin(), values.end(), 0);
    return values;
  }();
  const Handle<cl_mem> buffer_ = makeBuffer(bytes, CL_MEM_COPY_HOST_PTR, numbers.data());
  const cl_mem buffer = buffer_.get();
  const Triple zero{0, 0, 0};

  struct Pitches {
    size_t bufferRow = row, bufferSlice = slice, hostRow = 0, hostSlice = 0;
  };
  cl_int read(const Triple &from, const Triple &to, const Triple &region, const Pitches &p, void *host) {
    return cl.clEnqueueReadBufferRect(queue, buffer, CL_TRUE, from.data(), to.data(), region.data(), p.bufferRow,
                                      p.bufferSlice, p.hostRow, p.hostSlice, host, 0, nullptr, nullptr);
  }
  cl_int write(const Triple &to, const Triple &from, const Triple &region, const Pitches &p, const void *host) {
    return cl.clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, to.data(), from.data(), region.data(), p.bufferRow,
                                       p.bufferSlice, p.hostRow, p.hostSlice, host, 0, nullptr, nullptr);
  }
  cl_int copy(cl_mem target, const Triple &from, const Triple &to, const Triple &region, const Pitches &p) {
    return cl.clEnqueueCopyBufferRect(queue, buffer, target, from.data(), to.data(), region.data(), p.bufferRow,
                                      p.bufferSlice, p.hostRow, p.hostSlice, 0, nullptr, nullptr);
  }
};

WEFT_API_SUITE(clEnqueueReadBufferRect, RectTest);

TEST_P(clEnqueueReadBufferRect, TightlyPackedByDefault) {
  std::vector<unsigned char> out(12, 255);
  ASSERT_EQ(CL_SUCCESS, read({2, 1, 1}, zero, {3, 2, 2}, {}, out.data()));
  std::vector<unsigned char> expected;
  for (size_t z = 1; z < 3; ++z)
    for (size_t y = 1; y < 3; ++y)
      for (size_t x = 2; x < 5; ++x)
        expected.push_back(static_cast<unsigned char>(z * slice + y * row + x));
  EXPECT_EQ(expected, out);
}

TEST_P(clEnqueueReadBufferRect, WithHostPitchesAndOrigin) {
  std::vector<unsigned char> out(64, 255);
  ASSERT_EQ(CL_SUCCESS, read({0, 0, 2}, {1, 1, 0}, {2, 2, 1}, {row, slice, 16, 64}, out.data()));
  std::vector<unsigned char> expected(64, 255);
  expected[17] = 64, expected[18] = 65, expected[33] = 72, expected[34] = 73;
  EXPECT_EQ(expected, out);
}

TEST_P(clEnqueueReadBufferRect, PitchesDefaultToTheRegion) {
  std::vector<unsigned char> out(8, 255);
  ASSERT_EQ(CL_SUCCESS, read(zero, zero, {4, 2, 1}, {0, 0, 0, 0}, out.data()));
  EXPECT_EQ((std::vector<unsigned char>{0, 1, 2, 3, 4, 5, 6, 7}), out);
}

TEST_P(clEnqueueReadBufferRect, InvalidValueRegion) {
  unsigned char out[bytes];
  EXPECT_EQ(CL_INVALID_VALUE, read(zero, zero, {0, 1, 1}, {}, out));
  EXPECT_EQ(CL_INVALID_VALUE, read(zero, zero, {1, 0, 1}, {}, out));
  EXPECT_EQ(CL_INVALID_VALUE, read(zero, zero, {1, 1, 0}, {}, out));
  EXPECT_EQ(CL_INVALID_VALUE, read({0, 0, 3}, zero, {8, 4, 1}, {}, out));
  EXPECT_EQ(CL_INVALID_VALUE, read({0, 0, 0}, zero, {8, 4, 4}, {}, out));
  EXPECT_EQ(CL_INVALID_VALUE, read({SIZE_MAX, 0, 0}, zero, {8, 4, 1}, {}, out));
  EXPECT_EQ(CL_INVALID_VALUE, read({0, SIZE_MAX / 8, 0}, zero, {8, 4, 1}, {}, out));
}

TEST_P(clEnqueueReadBufferRect, InvalidValuePitches) {
  unsigned char out[bytes];
  EXPECT_EQ(CL_INVALID_VALUE, read(zero, zero, {4, 2, 2}, {3, 32, 0, 0}, out));
  EXPECT_EQ(CL_INVALID_VALUE, read(zero, zero, {4, 2, 2}, {8, 15, 0, 0}, out));
  EXPECT_EQ(CL_INVALID_VALUE, read(zero, zero, {4, 2, 2}, {8, 33, 0, 0}, out)); // no multiple of the row pitch
  EXPECT_EQ(CL_INVALID_VALUE, read(zero, zero, {4, 2, 2}, {8, 32, 3, 0}, out));
  EXPECT_EQ(CL_INVALID_VALUE, read(zero, zero, {4, 2, 2}, {8, 32, 4, 7}, out));
}

TEST_P(clEnqueueReadBufferRect, InvalidValuePointers) {
  unsigned char out[bytes];
  EXPECT_EQ(CL_INVALID_VALUE, read(zero, zero, {1, 1, 1}, {}, nullptr));
  const Triple one{1, 1, 1};
  EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueReadBufferRect(queue, buffer, CL_TRUE, nullptr, zero.data(), one.data(), 0, 0,
                                                         0, 0, out, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueReadBufferRect(queue, buffer, CL_TRUE, zero.data(), nullptr, one.data(), 0, 0,
                                                         0, 0, out, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clEnqueueReadBufferRect(queue, buffer, CL_TRUE, zero.data(), zero.data(), nullptr, 0,
                                                         0, 0, 0, out, 0, nullptr, nullptr));
}

TEST_P(clEnqueueReadBufferRect, InvalidOperation) {
  const auto hidden = makeBuffer(bytes, CL_MEM_HOST_WRITE_ONLY);
  unsigned char out[bytes];
  const Triple one{1, 1, 1};
  EXPECT_EQ(CL_INVALID_OPERATION, cl.clEnqueueReadBufferRect(queue, hidden.get(), CL_TRUE, zero.data(), zero.data(),
                                                             one.data(), 0, 0, 0, 0, out, 0, nullptr, nullptr));
}

WEFT_API_SUITE(clEnqueueWriteBufferRect, RectTest);

TEST_P(clEnqueueWriteBufferRect, WritesNothingElse) {
  const unsigned char in[] = {200, 201, 202, 203};
  ASSERT_EQ(CL_SUCCESS, write({6, 3, 2}, zero, {2, 1, 1}, {}, in));
  ASSERT_EQ(CL_SUCCESS, write({0, 0, 0}, zero, {1, 1, 2}, {}, in + 2));
  numbers[2 * slice + 3 * row + 6] = 200;
  numbers[2 * slice + 3 * row + 7] = 201;
  numbers[0] = 202;
  numbers[slice] = 203;
  EXPECT_EQ(numbers, contents<unsigned char>(buffer, bytes));
}

TEST_P(clEnqueueWriteBufferRect, InvalidValue) {
  const unsigned char in[bytes] = {};
  EXPECT_EQ(CL_INVALID_VALUE, write({7, 3, 2}, zero, {2, 1, 1}, {}, in));
  EXPECT_EQ(CL_INVALID_VALUE, write(zero, zero, {0, 1, 1}, {}, in));
  EXPECT_EQ(CL_INVALID_VALUE, write(zero, zero, {9, 1, 1}, {}, in));
  EXPECT_EQ(CL_INVALID_VALUE, write(zero, zero, {1, 1, 1}, {}, nullptr));
  EXPECT_EQ(numbers, contents<unsigned char>(buffer, bytes));
}

TEST_P(clEnqueueWriteBufferRect, InvalidOperation) {
  const auto hidden = makeBuffer(bytes, CL_MEM_HOST_READ_ONLY);
  const unsigned char in[4] = {};
  const Triple one{1, 1, 1};
  EXPECT_EQ(CL_INVALID_OPERATION, cl.clEnqueueWriteBufferRect(queue, hidden.get(), CL_TRUE, zero.data(), zero.data(),
                                                              one.data(), 0, 0, 0, 0, in, 0, nullptr, nullptr));
}

WEFT_API_SUITE(clEnqueueCopyBufferRect, RectTest);

TEST_P(clEnqueueCopyBufferRect, BetweenBuffersOfOtherPitches) {
  const auto target = makeBuffer(24);
  const unsigned char empty = 255;
  ASSERT_EQ(CL_SUCCESS, ::clEnqueueFillBuffer(queue, target.get(), &empty, 1, 0, 24, 0, nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, copy(target.get(), {1, 1, 1}, {1, 0, 0}, {2, 2, 2}, {row, slice, 6, 12}));
  std::vector<unsigned char> expected(24, 255);
  for (size_t z = 0; z < 2; ++z)
    for (size_t y = 0; y < 2; ++y)
      for (size_t x = 0; x < 2; ++x)
        expected[z * 12 + y * 6 + x + 1] = numbers[(z + 1) * slice + (y + 1) * row + x + 1];
  EXPECT_EQ(expected, contents<unsigned char>(target.get(), 24));
}

TEST_P(clEnqueueCopyBufferRect, WithinABufferSideBySide) {
  // The two rectangles share rows but no byte.
  ASSERT_EQ(CL_SUCCESS, copy(buffer, {0, 0, 0}, {4, 0, 0}, {4, 4, 1}, {row, slice, row, slice}));
  for (size_t y = 0; y < 4; ++y)
    std::copy_n(numbers.begin() + static_cast<long>(y * row), 4, numbers.begin() + static_cast<long>(y * row + 4));
  EXPECT_EQ(numbers, contents<unsigned char>(buffer, bytes));
}

TEST_P(clEnqueueCopyBufferRect, MemCopyOverlap) {
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(buffer, {0, 0, 0}, {2, 1, 0}, {4, 3, 1}, {row, slice, row, slice}));
}

TEST_P(clEnqueueCopyBufferRect, InvalidValue) {
  const auto target = makeBuffer(bytes);
  EXPECT_EQ(CL_INVALID_VALUE, copy(target.get(), zero, zero, {8, 4, 4}, {row, slice, row, slice}));
  EXPECT_EQ(CL_INVALID_VALUE, copy(target.get(), zero, {0, 0, 3}, {8, 4, 1}, {row, slice, row, slice}));
  EXPECT_EQ(CL_INVALID_VALUE, copy(target.get(), zero, zero, {8, 0, 1}, {row, slice, row, slice}));
  EXPECT_EQ(CL_INVALID_VALUE, copy(target.get(), zero, zero, {8, 1, 1}, {7, slice, row, slice}));
  EXPECT_EQ(CL_INVALID_VALUE, copy(target.get(), zero, zero, {8, 1, 1}, {row, slice, 7, slice}));
  // One buffer has one shape.
  EXPECT_EQ(CL_INVALID_VALUE, copy(buffer, zero, {0, 0, 2}, {4, 1, 1}, {row, slice, 16, slice}));
}

} // namespace
} // namespace weft::test
