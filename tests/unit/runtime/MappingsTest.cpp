// Tests the record of mapped regions against a list that is searched linearly.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/Mappings.h"

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "TestServices.h"
#include "core/memory/Buffer.h"
#include "core/objects/Device.h"

namespace weft::core {
namespace {

constexpr size_t bytes = 4096;

struct Listed {
  const Buffer *object;
  cpu::RectangleSide side;
  Region region;
  bool writes;
};

class MappingsTest : public testing::Test {
protected:
  ~MappingsTest() override { device->releaseHandle(); }

  RefPtr<Buffer> makeBuffer() const {
    BufferRequest request;
    request.flags = CL_MEM_READ_WRITE;
    request.size = bytes;
    return *Buffer::create(*context, std::move(request));
  }
  static cl_map_flags flagsOf(bool writes) { return writes ? CL_MAP_WRITE : CL_MAP_READ; }

  const RefPtr<Device> device = makeRef<Device>(testServices(), cpu::readTopology());
  const RefPtr<Context> context = makeRef<Context>(Devices{device}, ContextRequest(), nullptr, nullptr);
  const RefPtr<Buffer> whole = makeBuffer();
  const std::array<RefPtr<Buffer>, 3> objects{whole, makeRef<Buffer>(*whole, whole->flags(), 0, bytes),
                                              makeRef<Buffer>(*whole, whole->flags(), 1024, 2048)};
  std::mt19937 random{1};
  size_t below(size_t end) { return std::uniform_int_distribution<size_t>(0, end - 1)(random); }
};

TEST_F(MappingsTest, AreThoseOfAList) {
  std::vector<Listed> listed;
  for (int step = 0; step < 5000; ++step) {
    const RefPtr<Buffer> &object = objects[below(objects.size())];
    const size_t pitch = 1 + below(64), rows = 1 + below(8), row = 1 + below(pitch);
    const size_t offset = below(object->size() - pitch * rows);
    if (below(2) == 0) {
      // Maps a contiguous range or a rectangle.
      const bool isStretch = below(2) == 0, writes = below(2) == 0;
      const cpu::RectangleSide side{
          object->data() + offset, {0, 0, 0}, isStretch ? row : pitch, isStretch ? row : pitch * rows};
      const Region region = isStretch ? Region{row, 1, 1} : Region{row, rows, 1};
      const bool isFree = std::ranges::none_of(listed, [&](const Listed &one) {
        return writes && one.writes && overlap(side, region, one.side, one.region);
      });
      const auto pointer = object->map(side, region, flagsOf(writes));
      ASSERT_EQ(pointer.has_value(), isFree) << step;
      if (isFree)
        listed.push_back({object.get(), side, region, writes});
    } else {
      // Unmaps a mapped region if there is one, or an arbitrary address.
      const std::byte *place =
          listed.empty() || below(4) == 0 ? object->data() + offset : firstByte(listed[below(listed.size())].side);
      const auto found = std::ranges::find_if(
          listed, [&](const Listed &one) { return one.object == object.get() && firstByte(one.side) == place; });
      auto taken = object->unmap(place);
      ASSERT_EQ(static_cast<bool>(taken), found != listed.end()) << step;
      if (taken && below(8) == 0)
        object->restore(std::move(taken));
      else if (taken)
        listed.erase(found);
    }
    for (const RefPtr<Buffer> &one : objects)
      ASSERT_EQ(one->mapCount(), static_cast<cl_uint>(std::ranges::count(listed, one.get(), &Listed::object)));
  }
}

TEST_F(MappingsTest, GoWithTheirObject) {
  {
    const auto part = makeRef<Buffer>(*whole, whole->flags(), 0, 128);
    ASSERT_TRUE(part->mapBytes(0, 128, CL_MAP_WRITE));
    EXPECT_FALSE(whole->mapBytes(64, 64, CL_MAP_WRITE)) << "it is mapped for writing";
  }
  EXPECT_TRUE(whole->mapBytes(64, 64, CL_MAP_WRITE));
}

} // namespace
} // namespace weft::core
