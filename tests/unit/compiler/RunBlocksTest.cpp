// The record of what a run has on the heap.
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

TEST(RunBlocks, BlocksOfOtherRunsStay) {
  RunBlocks mine, other;
  void *lost = std::malloc(RunBlocks::leastBytes);
  auto *kept = static_cast<char *>(std::calloc(RunBlocks::leastBytes, 1));
  mine.add(lost);
  other.add(kept);
  mine.giveBack(); // LeakSanitizer misses none of it
  kept[0] = 1;     // AddressSanitizer sees that it is there
  other.giveBack();
}

TEST(RunBlocks, RemovedBlocksStay) {
  RunBlocks run;
  auto *kept = static_cast<char *>(std::calloc(RunBlocks::leastBytes, 1));
  run.add(kept);
  RunBlocks::remove(kept);
  run.giveBack();
  kept[0] = 1;
  std::free(kept);
}

// More than the table holds: what finds no place is lost, and whatever is freed is freed once.
TEST(RunBlocks, FullTable) {
  std::vector<char> bytes(100'000); // addresses that nobody frees
  RunBlocks run;
  for (char &byte : bytes)
    run.add(&byte);
  for (const char &byte : bytes)
    RunBlocks::remove(&byte);
  run.giveBack();
}

TEST(RunBlocks, ThreadsAtOnce) {
  std::vector<std::thread> threads;
  for (int index = 0; index < 4; ++index)
    threads.emplace_back([] {
      for (int round = 0; round < 20; ++round) {
        RunBlocks run;
        for (int block = 0; block < 1'000; ++block) {
          void *made = std::malloc(RunBlocks::leastBytes);
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
