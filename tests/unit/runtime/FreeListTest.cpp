// Tests free lists, which store freed memory for reuse per thread and in a common depot.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FreeList.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <new>
#include <set>
#include <thread>
#include <vector>

namespace weft {
namespace {

struct Large {
  char bytes[2000];
};
using List = FreeList<Large>;

void giveNew(unsigned count) {
  for (unsigned i = 0; i < count; ++i)
    List::give(::operator new(sizeof(Large)));
}

/// Takes all pieces that this thread can take, frees them, and returns their number.
unsigned takeAll() {
  std::set<void *> taken;
  while (void *piece = List::take())
    EXPECT_TRUE(taken.insert(piece).second);
  for (void *piece : taken)
    ::operator delete(piece);
  return static_cast<unsigned>(taken.size());
}

/// The greatest number of pieces that a thread stores for itself.
constexpr unsigned most = 2 * List::magazineSize;

TEST(FreeList, HasWhatItWasGivenUpToTheLimitsOfTheThreadAndTheDepot) {
  EXPECT_EQ(List::take(), nullptr);
  giveNew(3);
  EXPECT_EQ(takeAll(), std::min(3u, most));
  giveNew(most + 10);
  EXPECT_EQ(takeAll(), List::magazineSize != 0 ? most + 10 : 0);
  giveNew(most + List::depotSize * List::magazineSize + 1);
  EXPECT_EQ(takeAll(), most + List::depotSize * List::magazineSize - (most != 0 ? List::magazineSize - 1 : 0));
}

TEST(FreeList, LeavesFewPiecesToTheirThread) {
  giveNew(2);
  std::thread([] {
    EXPECT_EQ(List::take(), nullptr);
    giveNew(5); // freed at the thread's end, or a leak checker would report the pieces
  }).join();
  EXPECT_EQ(takeAll(), std::min(2u, most));
}

TEST(FreeList, HandsFullStacksToOtherThreads) {
  std::set<void *> given;
  std::thread([&] {
    for (unsigned i = 0; i < most + 1; ++i) {
      void *piece = ::operator new(sizeof(Large));
      given.insert(piece);
      List::give(piece);
    }
  }).join();
  for (unsigned i = 0; i < List::magazineSize; ++i) {
    void *piece = List::take();
    EXPECT_TRUE(given.contains(piece));
    ::operator delete(piece);
  }
  EXPECT_EQ(List::take(), nullptr);
}

TEST(FreeList, HasEachPieceOnceWhileThreadsTakeAndGive) {
  constexpr unsigned threads = 4;
  constexpr unsigned pieces = 3 * most + 7;
  const auto giveAndTake = [] {
    std::vector<void *> mine;
    for (unsigned round = 0; round < 50; ++round) {
      while (mine.size() < pieces) {
        void *piece = List::take();
        mine.push_back(piece ? piece : ::operator new(sizeof(Large)));
        *static_cast<void **>(mine.back()) = &mine;
      }
      for (void *piece : mine) {
        EXPECT_EQ(*static_cast<void **>(piece), &mine) << "another thread has it, too";
        List::give(piece);
      }
      mine.clear();
    }
  };
  std::vector<std::jthread> running;
  for (unsigned i = 0; i < threads; ++i)
    running.emplace_back(giveAndTake);
  running.clear();
  takeAll();
}

} // namespace
} // namespace weft
