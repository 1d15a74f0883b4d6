// Tests which pieces of a job a thread claims, depending on its execution slot.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/JobQueue.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace weft::cpu {
namespace {

class Pieces : public Work, public Completion, public Job {
public:
  explicit Pieces(uint64_t size) : Job(static_cast<Work &>(*this), *this), size_(size) {}
  uint64_t size() const override { return size_; }
  void run(uint64_t, uint64_t, Arena &) override {}
  void finished() override {}

private:
  const uint64_t size_;
};

/// A fixture with a job from which threads of all slots may claim pieces.
class JobQueueTest : public testing::TestWithParam<unsigned> {
protected:
  JobQueueTest() {
    JobQueue::prepare(job, threads);
    queue.push(job, JobPriority::normal);
  }
  bool claim(unsigned slot) { return JobQueue::claim(job, threads, slot, chunk); }

  const unsigned threads = GetParam();
  Pieces job{1024};
  JobQueue queue;
  JobQueue::Chunk chunk;
};

INSTANTIATE_TEST_SUITE_P(Threads, JobQueueTest, testing::Values(2, 3, 8, 16, 31, 64),
                         [](const auto &info) { return std::to_string(info.param); });

TEST_P(JobQueueTest, PlacesBeginInTheirOrder) {
  uint64_t before = 0;
  for (unsigned slot = 0; slot < threads; ++slot) {
    ASSERT_TRUE(claim(slot));
    EXPECT_GE(chunk.begin, before);
    // The chunk begins at the same fraction of the job as the slot's fraction of all slots, to within a sixteenth.
    EXPECT_NEAR(double(chunk.begin) / 1024, double(slot) / threads, 1.0 / 16) << slot;
    before = chunk.begin;
  }
  ASSERT_TRUE(claim(threads)) << "a spare worker's slot";
  EXPECT_LT(chunk.begin, 1024 / 2);
}

TEST_P(JobQueueTest, ClaimsWhatIsNearFirstAndEachPieceOnce) {
  std::vector<unsigned> claims(1024, 0);
  bool leftItsHalf = false;
  while (claim(0)) {
    for (uint64_t piece = chunk.begin; piece < chunk.end; ++piece)
      ++claims[piece];
    leftItsHalf |= chunk.begin >= 1024 / 2 + 1024 / 16;
    if (leftItsHalf && threads % 2 == 0) {
      EXPECT_GE(chunk.begin, 1024 / 2);
    }
  }
  EXPECT_EQ(claims, std::vector<unsigned>(1024, 1));
}

TEST_P(JobQueueTest, TheLastSlotClaimsFromTheEnd) {
  uint64_t least = 1024;
  for (unsigned i = 0; i < 3; ++i) {
    ASSERT_TRUE(claim(threads - 1));
    least = std::min(least, chunk.begin);
  }
  EXPECT_GE(least, 1024 - 1024 / std::min(threads, 16u) - 1);
}

} // namespace
} // namespace weft::cpu
