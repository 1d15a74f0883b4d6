// Tests launches on loops and on fibers: each work-item runs once; partial groups, local memory, scratch and barriers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <map>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <pthread.h>

#include "Device.h"
#include "OneLaunch.h"
#include "TestJob.h"
#include "TestKernel.h"
#include "kernels/Arguments.h"

namespace weft::cpu {
namespace {

struct Shape {
  const char *name;
  NDRange range;
};

class NDRangeTest : public testing::TestWithParam<std::tuple<Shape, const char *, unsigned>> {
protected:
  const Shape &shape() const { return std::get<0>(GetParam()); }
  std::string executor() const { return std::get<1>(GetParam()); }
  unsigned workers() const { return std::get<2>(GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(
    Shapes, NDRangeTest,
    testing::Combine(testing::Values(Shape{"One", {1, {}, {1, 1, 1}, {1, 1, 1}}},
                                     Shape{"Line", {1, {}, {1024, 1, 1}, {64, 1, 1}}},
                                     Shape{"LinePartial", {1, {}, {1000, 1, 1}, {64, 1, 1}}},
                                     Shape{"GroupLargerThanRange", {1, {}, {10, 1, 1}, {64, 1, 1}}},
                                     Shape{"Plane", {2, {}, {32, 16, 1}, {8, 4, 1}}},
                                     Shape{"PlanePartial", {2, {}, {33, 18, 1}, {8, 4, 1}}},
                                     Shape{"CubePartial", {3, {}, {9, 7, 5}, {4, 2, 3}}},
                                     // Dimensions beyond workDim are not looked at.
                                     Shape{"UnusedDimensions", {1, {}, {40, 99, 99}, {8, 99, 99}}}),
                     testing::Values("loops", "fibers"), testing::Values(0u, 2u, 8u)),
    [](const auto &info) {
      return std::string(std::get<0>(info.param).name) + "_" + std::get<1>(info.param) + "_" +
             std::to_string(std::get<2>(info.param));
    });

TEST_P(NDRangeTest, RunsEachWorkItemOnceInItsGroup) {
  const NDRange &range = shape().range;
  std::array<uint64_t, 3> size{1, 1, 1};
  std::array<uint64_t, 3> local{1, 1, 1};
  for (unsigned d = 0; d < range.workDim; ++d) {
    size[d] = range.globalSize[d];
    local[d] = range.localSize[d];
  }
  const size_t items = size[0] * size[1] * size[2];
  std::vector<uint32_t> visits(items);
  std::vector<uint64_t> groupIds(items);
  std::vector<uint64_t> groupSizes(items);
  const MarkArguments args{visits.data(), groupIds.data(), groupSizes.data()};
  WorkerPool pool(workers());
  Finishing<OneLaunch> job(pool, load("mark-" + executor()), range, &args, 0);
  job.runToEnd();
  EXPECT_FALSE(job.ranOutOfMemory());

  EXPECT_EQ(visits, std::vector<uint32_t>(items, 1));
  // The expected id of a group comes from a division, and its expected size from counting its work-items.
  std::map<uint64_t, uint64_t> members;
  std::vector<uint64_t> expectedIds;
  const uint64_t groups[2] = {(size[0] + local[0] - 1) / local[0], (size[1] + local[1] - 1) / local[1]};
  for (uint64_t i = 0; i < items; ++i) {
    const uint64_t x = i % size[0] / local[0];
    const uint64_t y = i / size[0] % size[1] / local[1];
    const uint64_t z = i / size[0] / size[1] / local[2];
    expectedIds.push_back((z * groups[1] + y) * groups[0] + x);
    ++members[expectedIds.back()];
  }
  EXPECT_EQ(groupIds, expectedIds);
  for (uint64_t i = 0; i < items; ++i)
    ASSERT_EQ(groupSizes[i], members[expectedIds[i]]) << i;
}

/// Whether the work-item `id` belongs to a whole group, which follows from the launch's sizes.
bool isInWholeGroup(const NDRange &range, const std::array<uint64_t, 3> &id) {
  for (unsigned d = 0; d < 3; ++d)
    if (id[d] >= range.globalSize[d] / range.localSize[d] * range.localSize[d])
      return false;
  return true;
}

TEST(LaunchExecution, RunsWholeGroupsWithTheirCode) {
  for (const NDRange &range : {NDRange{1, {}, {1000, 1, 1}, {64, 1, 1}}, NDRange{1, {}, {10, 1, 1}, {64, 1, 1}},
                               NDRange{2, {}, {33, 18, 1}, {8, 4, 1}}, NDRange{3, {}, {9, 7, 5}, {4, 2, 3}}}) {
    const auto &size = range.globalSize;
    std::vector<uint32_t> visits(range.workItems());
    std::vector<uint64_t> groupIds(range.workItems());
    std::vector<uint64_t> groupSizes(range.workItems());
    const MarkArguments args{visits.data(), groupIds.data(), groupSizes.data()};
    for (const unsigned workers : {0u, 2u}) {
      WorkerPool pool(workers);
      Finishing<OneLaunch> job(pool, load("mark-loops"), range, &args, 0, nullptr, load("mark-whole-loops"));
      job.runToEnd();
      EXPECT_FALSE(job.ranOutOfMemory());
    }
    for (uint64_t i = 0; i < range.workItems(); ++i)
      ASSERT_EQ(visits[i],
                isInWholeGroup(range, {i % size[0], i / size[0] % size[1], i / size[0] / size[1]}) ? 200u : 2u)
          << i;
  }
}

class ReverseTest : public testing::TestWithParam<std::tuple<const char *, uint64_t, unsigned>> {};

INSTANTIATE_TEST_SUITE_P(Groups, ReverseTest,
                         testing::Combine(testing::Values("loops", "fibers"), testing::Values(1u, 3u, 16u, 61u),
                                          testing::Values(0u, 1u, 2u, 8u)),
                         [](const auto &info) {
                           return std::string(std::get<0>(info.param)) + "_" + std::to_string(std::get<1>(info.param)) +
                                  "_" + std::to_string(std::get<2>(info.param));
                         });

TEST_P(ReverseTest, ReversesEachGroupThroughLocalMemory) {
  const auto [executor, local, workers] = GetParam();
  constexpr uint64_t items = 1000; // the last group is partial for most sizes
  std::vector<uint32_t> source(items);
  std::iota(source.begin(), source.end(), 1);
  std::vector<uint32_t> destination(items);
  const ReverseArguments args{source.data(), destination.data(), WEFT_MEMORY_ALIGNMENT};
  NDRange range;
  range.globalSize[0] = items;
  range.localSize[0] = local;
  WorkerPool pool(workers);
  const auto code = load(std::string("reverse-") + executor);
  for (unsigned repeat = 0; repeat < 3; ++repeat) {
    std::fill(destination.begin(), destination.end(), 0);
    Finishing<OneLaunch> job(pool, code, range, &args, WEFT_MEMORY_ALIGNMENT + local * sizeof(uint32_t));
    job.runToEnd();
    EXPECT_FALSE(job.ranOutOfMemory());
    std::vector<uint32_t> expected = source;
    for (uint64_t first = 0; first < items; first += local)
      std::reverse(expected.begin() + ptrdiff_t(first),
                   expected.begin() + ptrdiff_t(std::min<uint64_t>(first + local, items)));
    EXPECT_EQ(destination, expected);
  }
}

/// An enqueuer that counts requests and ends for each group of a one-dimensional launch.
struct CountingEnqueuer : WeftEnqueuer {
  explicit CountingEnqueuer(size_t groups) : WeftEnqueuer{}, requests(groups), ends(groups), requestsAtEnd(groups) {
    enqueue = [](const WeftEnqueuer *self, const WeftGroup *group, const WeftEnqueueRequest *) {
      ++of(self).requests[group->id[0]];
      return int32_t{WEFT_ENQUEUED};
    };
    groupEnded = [](const WeftEnqueuer *self, const WeftGroup *group) {
      ++of(self).ends[group->id[0]];
      of(self).requestsAtEnd[group->id[0]] = of(self).requests[group->id[0]];
    };
  }
  static CountingEnqueuer &of(const WeftEnqueuer *self) {
    return *static_cast<CountingEnqueuer *>(const_cast<WeftEnqueuer *>(self));
  }
  // The counters need no lock, because one thread runs a group.
  std::vector<uint64_t> requests;
  std::vector<uint64_t> ends;
  std::vector<uint64_t> requestsAtEnd;
};

class EnqueuerTest : public testing::TestWithParam<std::tuple<const char *, unsigned>> {};

INSTANTIATE_TEST_SUITE_P(Executors, EnqueuerTest,
                         testing::Combine(testing::Values("loops", "fibers"), testing::Values(0u, 2u)),
                         [](const auto &info) {
                           return std::string(std::get<0>(info.param)) + "_" + std::to_string(std::get<1>(info.param));
                         });

TEST_P(EnqueuerTest, IsAskedByWorkItemsAndToldOnceWhenAllOfAGroupHaveEnded) {
  const auto [executor, workers] = GetParam();
  NDRange range;
  range.globalSize[0] = 1000; // the last group has 40 work-items
  range.localSize[0] = 64;
  CountingEnqueuer enqueuer(16);
  WorkerPool pool(workers);
  Finishing<OneLaunch> job(pool, load(std::string("enqueue-") + executor), range, nullptr, 0, &enqueuer);
  job.runToEnd();
  std::vector<uint64_t> expected(16, 64);
  expected.back() = 40;
  EXPECT_EQ(enqueuer.requests, expected);
  EXPECT_EQ(enqueuer.requestsAtEnd, expected);
  EXPECT_EQ(enqueuer.ends, std::vector<uint64_t>(16, 1));
}

TEST(LaunchExecution, RunsLaunchesFromManyThreadsAtOnce) {
  WorkerPool pool(2);
  const auto code = load("reverse-fibers");
  std::vector<std::jthread> threads;
  for (unsigned t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      std::vector<uint32_t> source(256, 7);
      for (unsigned i = 0; i < 10; ++i) {
        std::vector<uint32_t> destination(256);
        const ReverseArguments args{source.data(), destination.data(), WEFT_MEMORY_ALIGNMENT};
        NDRange range;
        range.globalSize[0] = 256;
        range.localSize[0] = 32;
        Finishing<OneLaunch> job(pool, code, range, &args, 4096);
        job.runToEnd();
        EXPECT_EQ(destination, source);
      }
    });
}

TEST(LaunchExecution, SaysThatItRanOutOfMemory) {
  WorkerPool pool(0);
  uint32_t source = 1;
  uint32_t destination = 0;
  const ReverseArguments args{&source, &destination, 0};
  NDRange range;
  Finishing<OneLaunch> local(pool, load("reverse-loops"), range, &args, uint64_t(1) << 61);
  local.runToEnd();
  EXPECT_TRUE(local.ranOutOfMemory());
  EXPECT_EQ(destination, 0u);
  // The group has so many work-items that neither its scratch nor its stacks can be allocated.
  range.globalSize[0] = range.localSize[0] = uint64_t(1) << 62;
  Finishing<OneLaunch> scratch(pool, load("reverse-loops"), range, &args, 4096);
  scratch.runToEnd();
  EXPECT_TRUE(scratch.ranOutOfMemory());
  Finishing<OneLaunch> stacks(pool, load("reverse-fibers"), range, &args, 4096);
  stacks.runToEnd();
  EXPECT_TRUE(stacks.ranOutOfMemory());
  EXPECT_EQ(destination, 0u);
}

TEST(LaunchExecution, GivesLargePrivateMemoryAStackOfItsOwn) {
  // The helping thread has less stack than the 2 MiB of the kernel's array.
  struct Context {
    WorkerPool pool{0};
    std::vector<uint64_t> sums = std::vector<uint64_t>(20);
  } context;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 512 * 1024);
  pthread_t thread;
  const auto body = [](void *argument) -> void * {
    auto &context = *static_cast<Context *>(argument);
    NDRange range;
    range.globalSize[0] = context.sums.size();
    Finishing<OneLaunch> job(context.pool, load("large-private"), range, context.sums.data(), 0);
    job.runToEnd();
    EXPECT_FALSE(job.ranOutOfMemory());
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, body, &context), 0);
  pthread_attr_destroy(&attributes);
  pthread_join(thread, nullptr);
  constexpr uint64_t words = 256 * 1024;
  for (uint64_t group = 0; group < context.sums.size(); ++group)
    EXPECT_EQ(context.sums[group], words * (words - 1) / 2 + words * group);
}

TEST(LaunchExecution, HasNoPiecesForAnEmptyRange) {
  WorkerPool pool(2);
  NDRange range;
  range.workDim = 2;
  range.globalSize = {0, 5, 1};
  Finishing<OneLaunch> job(pool, load("mark-loops"), range, nullptr, 0);
  EXPECT_EQ(job.size(), 0u);
  job.runToEnd();
}

} // namespace
} // namespace weft::cpu
