// Tests the record of a run's heap blocks, which frees them when the run is abandoned.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/RunBlocks.h"

#include <cstdlib>
#include <malloc.h>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "CompilerTest.h"

namespace weft::compiler {
namespace {

/// Larger than the blocks that malloc stores in a thread's cache, because freed blocks in the cache count as allocated.
constexpr size_t blockBytes = 10'000;
static_assert(blockBytes > RunBlocks::leastBytes);

/// Returns the bytes that malloc has allocated. Returns 0 under sanitizers, whose malloc doesn't report them.
size_t heapBytes() {
#if defined(WEFT_UNDER_SANITIZER)
  return 0;
#else
  return mallinfo2().uordblks;
#endif
}

TEST(RunBlocks, BlocksOfOtherRunsStay) {
  RunBlocks mine, other;
  void *lost = std::malloc(blockBytes);
  auto *kept = static_cast<char *>(std::calloc(blockBytes, 1));
  mine.add(lost);
  other.add(kept);
  const size_t before = heapBytes();
  mine.giveBack(); // frees the block, or LeakSanitizer would report it
  const size_t between = heapBytes();
  kept[0] = 1; // AddressSanitizer would report a freed block
  other.giveBack();
  if (before != 0) {
    EXPECT_GE(before - between, blockBytes);
    EXPECT_LT(before - between, 2 * blockBytes) << "the other run's block is gone, too";
    EXPECT_GE(between - heapBytes(), blockBytes);
  }
}

TEST(RunBlocks, RemovedBlocksStay) {
  RunBlocks run;
  auto *kept = static_cast<char *>(std::calloc(blockBytes, 1));
  run.add(kept);
  RunBlocks::remove(kept);
  const size_t before = heapBytes();
  run.giveBack();
  EXPECT_EQ(before, heapBytes());
  kept[0] = 1;
  std::free(kept);
}

// The run has more blocks than the table can record. The unrecorded blocks are lost, and no block is freed twice.
TEST(RunBlocks, FullTable) {
  std::vector<char> bytes(100'000); // their addresses stand for blocks, and none may be freed
  RunBlocks run;
  for (char &byte : bytes)
    run.add(&byte);
  for (const char &byte : bytes)
    RunBlocks::remove(&byte);
  const size_t before = heapBytes();
  run.giveBack();
  EXPECT_EQ(before, heapBytes());
}

TEST(RunBlocks, ThreadsAtOnce) {
  const size_t before = heapBytes();
  std::vector<std::thread> threads;
  for (int index = 0; index < 4; ++index)
    threads.emplace_back([] {
      for (int round = 0; round < 20; ++round) {
        RunBlocks run;
        for (int block = 0; block < 1'000; ++block) {
          void *made = std::malloc(blockBytes);
          run.add(made);
          if (block % 3 == 0) {
            RunBlocks::remove(made);
            std::free(made);
          }
        }
        run.giveBack();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  // Of the 80,000 blocks, 53,280 were still recorded, and `giveBack` had to free them.
  EXPECT_LT(heapBytes(), before + 100 * blockBytes);
}

#if !defined(WEFT_UNDER_SANITIZER)
TEST(RunBlocks, MemoryIsGivenBack) {
  const size_t before = mallinfo2().uordblks;
  RunBlocks run;
  for (int block = 0; block < 1'000; ++block)
    run.add(std::malloc(10'000));
  EXPECT_GT(mallinfo2().uordblks, before + 9'000'000);
  run.giveBack();
  EXPECT_LT(mallinfo2().uordblks, before + 1'000'000);
}
#endif

} // namespace
} // namespace weft::compiler
