// Tests of lists of freed memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FreeList.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <new>
#include <set>
#include <thread>

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

/// How many pieces the thread's list has; they are freed.
unsigned takeAll() {
  std::set<void *> taken;
  while (void *piece = List::take())
    EXPECT_TRUE(taken.insert(piece).second);
  for (void *piece : taken)
    ::operator delete(piece);
  return static_cast<unsigned>(taken.size());
}

TEST(FreeList, HasWhatItWasGivenUpToItsLimit) {
  EXPECT_EQ(List::take(), nullptr);
  giveNew(3);
  EXPECT_EQ(takeAll(), std::min(3u, List::most));
  giveNew(List::most + 10);
  EXPECT_EQ(takeAll(), List::most);
}

TEST(FreeList, IsOfOneThread) {
  giveNew(2);
  std::thread([] {
    EXPECT_EQ(List::take(), nullptr);
    giveNew(5); // goes with the thread, as leak checkers see
  }).join();
  EXPECT_EQ(takeAll(), std::min(2u, List::most));
}

} // namespace
} // namespace weft
