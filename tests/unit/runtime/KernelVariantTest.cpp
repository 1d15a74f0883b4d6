// Tests which thread generates a kernel's code, at which priority, and which threads wait for the code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/KernelVariant.h"

#include <dlfcn.h>
#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "TestServices.h"
#include "common/SleepingThread.h"
#include "common/Waiting.h"
#include "stub/StubCompiler.h"

namespace weft::core {
namespace {

using test::waitUntil;
using test::WatchedThread;

/// Whether the system allows a thread to lower its priority to SCHED_IDLE.
bool mayDeprioritise() {
  bool may = false;
  std::thread([&] {
    const sched_param none{};
    may = sched_setscheduler(0, SCHED_IDLE, &none) == 0;
  }).join();
  return may;
}

const Services &makeServices(bool deprioritise) {
  const Services &given = testServices();
  return *new Services{given.cache,          *new CompilerLibrary(WEFT_STUB_COMPILER),
                       *new TaskThreads(2),  *new SpeculativeCompiles(deprioritise),
                       given.callbackThread, given.poller};
}

/// Returns services whose speculative compiles lower their priority, or don't. The services are never destroyed, as
/// their threads outlive the tests.
const Services &servicesThat(bool deprioritise) {
  static const Services &give = makeServices(true), &keep = makeServices(false);
  return deprioritise ? give : keep;
}

class KernelVariantTest : public testing::Test {
protected:
  KernelVariantTest() { generatedBefore_ = load(stub_->generated); }
  ~KernelVariantTest() override { hold(false); }

  static int load(const int &value) { return __atomic_load_n(&value, __ATOMIC_SEQ_CST); }
  void hold(bool isHeld) { __atomic_store_n(&stub_->isHeld, isHeld, __ATOMIC_SEQ_CST); }
  int policy() const { return load(stub_->policy); }
  int generated() const { return load(stub_->generated) - generatedBefore_; }

  static std::shared_ptr<KernelVariant> makeVariant(const Services &services = servicesThat(true)) {
    return std::make_shared<KernelVariant>(std::make_shared<ProgramCode>(services, "il", "hash"),
                                           requestFor("meet", CodeIndices::index32, CodeBuffers::distinct));
  }
  /// Starts a speculative compile of the code, and holds the compiler once it has begun.
  void startAheadAndHold(KernelVariant &variant) {
    hold(true);
    variant.startSpeculatively();
    waitUntil([&] { return generated() == 1; });
  }
  /// Lets the compiler continue, and waits until the code is ready.
  void finish(const KernelVariant &variant) {
    hold(false);
    waitUntil([&] { return variant.ready() != nullptr; });
  }

private:
  void *const library_ = dlopen(WEFT_STUB_COMPILER, RTLD_NOW | RTLD_LOCAL);
  StubState *const stub_ = static_cast<StubState *>(dlsym(library_, "stubState"));
  int generatedBefore_ = 0;

protected:
  const Services &services_ = servicesThat(true);
};

TEST_F(KernelVariantTest, WhatIsMadeAheadGivesWayToKernels) {
  if (!mayDeprioritise())
    GTEST_SKIP() << "Threads may not give way here.";
  const auto variant = makeVariant();
  startAheadAndHold(*variant);
  services_.speculativeCompiles.deprioritise();
  finish(*variant);
  EXPECT_EQ(policy(), SCHED_IDLE);
  EXPECT_EQ(generated(), 1);
}

TEST_F(KernelVariantTest, WhatIsWantedAheadTwiceGivesWayAsWell) {
  if (!mayDeprioritise())
    GTEST_SKIP() << "Threads may not give way here.";
  const auto variant = makeVariant();
  startAheadAndHold(*variant);
  variant->startSpeculatively();
  std::atomic<bool> isFree{false}; // whether the other of the two threads has run a task
  services_.compileThreads.post([&] { isFree = true; });
  waitUntil([&] { return isFree.load(); });
  services_.speculativeCompiles.deprioritise();
  finish(*variant);
  EXPECT_EQ(policy(), SCHED_IDLE);
  EXPECT_EQ(generated(), 1);
}

TEST_F(KernelVariantTest, WhatBeginsAmongKernelsGivesWayFromTheBeginning) {
  if (!mayDeprioritise())
    GTEST_SKIP() << "Threads may not give way here.";
  std::atomic<bool> areBusy{true};
  std::atomic<unsigned> threads{0};
  const unsigned all = services_.compileThreads.maxThreads();
  for (unsigned thread = 0; thread < all; ++thread)
    services_.compileThreads.post([&] {
      ++threads;
      waitUntil([&] { return !areBusy; });
      --threads;
    });
  waitUntil([&] { return threads == all; });
  const auto variant = makeVariant();
  variant->startSpeculatively();
  services_.speculativeCompiles.deprioritise();
  areBusy = false;
  waitUntil([&] { return variant->ready() != nullptr && threads == 0; });
  EXPECT_EQ(policy(), SCHED_IDLE);
  EXPECT_EQ(generated(), 1);
}

TEST_F(KernelVariantTest, WhatIsMadeAheadDoesNotBeforeThereAreAny) {
  services_.speculativeCompiles.deprioritise();
  const auto variant = makeVariant();
  variant->startSpeculatively();
  waitUntil([&] { return variant->ready() != nullptr; });
  EXPECT_EQ(policy(), SCHED_OTHER);
}

TEST_F(KernelVariantTest, NothingGivesWayWhereThereAreCpusEnough) {
  const Services &services = servicesThat(false);
  const auto variant = makeVariant(services);
  startAheadAndHold(*variant);
  services.speculativeCompiles.deprioritise();
  finish(*variant);
  EXPECT_EQ(policy(), SCHED_OTHER);
}

TEST_F(KernelVariantTest, WhatRunningLaunchesGainByDoesNotGiveWay) {
  const auto variant = makeVariant();
  variant->startNow();
  services_.speculativeCompiles.deprioritise();
  waitUntil([&] { return variant->ready() != nullptr; });
  EXPECT_EQ(policy(), SCHED_OTHER);
}

TEST_F(KernelVariantTest, WhatSomebodyWaitsForDoesNotGiveWay) {
  const auto variant = makeVariant();
  startAheadAndHold(*variant);
  WatchedThread waiting([&] { EXPECT_TRUE(variant->get()); });
  waiting.awaitSleep();
  services_.speculativeCompiles.deprioritise();
  hold(false);
  waiting.join();
  EXPECT_EQ(policy(), SCHED_OTHER);
  EXPECT_EQ(generated(), 1);
}

TEST_F(KernelVariantTest, WhoWaitsIsNoticed) {
  const auto variant = makeVariant();
  EXPECT_FALSE(variant->waitUntilWanted(std::chrono::steady_clock::now()));
  startAheadAndHold(*variant);
  std::thread waiting([&] { EXPECT_TRUE(variant->get()); });
  EXPECT_TRUE(variant->waitUntilWanted(std::chrono::steady_clock::now() + std::chrono::hours(1)));
  hold(false);
  waiting.join();
}

TEST_F(KernelVariantTest, WhoNeedsCodeThatComesNoFurtherMakesIt) {
  if (!mayDeprioritise())
    GTEST_SKIP() << "Threads may not give way here.";
  const auto variant = makeVariant();
  startAheadAndHold(*variant);
  services_.speculativeCompiles.deprioritise();
  const auto code = variant->get();
  ASSERT_TRUE(code);
  EXPECT_EQ(generated(), 2);
  EXPECT_EQ(policy(), SCHED_OTHER);
  // The code that is generated second is discarded.
  const cpu::KernelCode *made = (*code)->get();
  hold(false);
  waitUntil([&] { return variant.use_count() == 1; });
  EXPECT_EQ((*variant->get())->get(), made);
}

TEST_F(KernelVariantTest, WhoNeedsCodeThatSomebodyMakesNowWaits) {
  const auto variant = makeVariant();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] { EXPECT_TRUE(variant->get()); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(generated(), 1);
}

} // namespace
} // namespace weft::core
