// Tests kernels that fault: the message, the end of the process, and its continuation where a fault fails an event.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <csignal>
#include <functional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Device.h"
#include "Faults.h"
#include "OneLaunch.h"
#include "TestJob.h"
#include "base/Sanitizers.h"
#include "kernels/Arguments.h"

namespace weft::cpu {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr uint64_t nowhere = 0x40;
constexpr uint64_t items = 64, groupSize = 8;

struct Outcome {
  int status = 0;
  std::string errors; ///< the text that the child wrote to standard error

  int signal() const { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }
  bool succeeded() const { return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS; }
};

/// Runs `body` in a child process, whose exit status shows the result. A process can choose its handling of faults only
/// once, so each test needs a new process.
Outcome inChild(const std::function<bool()> &body) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    const rlimit noCore{0, 0};
    setrlimit(RLIMIT_CORE, &noCore);
    dup2(ends[1], STDERR_FILENO);
    _exit(body() ? EXIT_SUCCESS : EXIT_FAILURE);
  }
  close(ends[1]);
  Outcome outcome;
  std::array<char, 4096> part{};
  for (ssize_t count = 0; (count = read(ends[0], part.data(), part.size())) > 0;)
    outcome.errors.append(part.data(), size_t(count));
  close(ends[0]);
  waitpid(child, &outcome.status, 0);
  return outcome;
}

/// A launch of 8 groups in which work-item 19 faults.
struct Launch {
  std::vector<uint32_t> done = std::vector<uint32_t>(items);
  FaultingArguments args{done.data(), FAULT_NONE, 19, nowhere, 64};

  /// Runs the launch. Returns the sentence about its fault, or an empty string.
  std::string run(WorkerPool &pool, const std::string &kernel, FaultKind kind, uint64_t address = nowhere,
                  std::shared_ptr<const KernelCode> fullGroupCode = nullptr) {
    auto code = KernelCode::loadFile(std::string(WEFT_TEST_KERNELS) + "/faulting-" + kernel + ".so");
    std::fill(done.begin(), done.end(), 0);
    args.kind = kind;
    args.address = address;
    NDRange range;
    range.globalSize[0] = items;
    range.localSize[0] = groupSize;
    Finishing<OneLaunch> job(pool, *code, range, &args, 0, nullptr, std::move(fullGroupCode));
    job.runToEnd();
    return job.fault() != nullptr ? job.fault() : "";
  }
};

using Case = std::tuple<const char *, unsigned>;

/// Runs each test with each executor, and by workers alone or by a thread that helps.
class FaultsTest : public testing::TestWithParam<Case> {
protected:
  void SetUp() override {
    if (sanitizer::present)
      GTEST_SKIP() << "sanitizers handle these signals";
  }
  std::string kernel() const { return std::get<0>(GetParam()); }
  unsigned workers() const { return std::get<1>(GetParam()); }

  Outcome reportOf(FaultKind kind, uint64_t address = nowhere) const {
    return inChild([&] {
      handleFaults(FaultHandling::report);
      WorkerPool pool(workers(), {}, workers() == 0);
      Launch().run(pool, kernel(), kind, address);
      return true;
    });
  }
};

INSTANTIATE_TEST_SUITE_P(Executors, FaultsTest,
                         testing::Combine(testing::Values("loops", "fibers", "own-stack"), testing::Values(0u, 2u)),
                         [](const auto &info) {
                           std::string name = std::get<0>(info.param);
                           std::erase(name, '-');
                           return name + "_" + std::to_string(std::get<1>(info.param));
                         });

TEST_P(FaultsTest, NamesKernelLineAddressAndGroup) {
  const Outcome outcome = reportOf(FAULT_WRITE);
  EXPECT_EQ(outcome.signal(), SIGSEGV);
  EXPECT_TRUE(outcome.errors.starts_with("weft fault: kernel '")) << outcome.errors;
  EXPECT_TRUE(outcome.errors.ends_with("global size (64), local size (8), offset (0)\n")) << outcome.errors;
  EXPECT_EQ(std::ranges::count(outcome.errors, '\n'), 1);
  EXPECT_THAT(outcome.errors,
              AllOf(HasSubstr("faulting-" + kernel()), HasSubstr("faulting.h:26) wrote to address 0x40"),
                    HasSubstr("(SIGSEGV)"), HasSubstr("work-group (2)")));
  if (kernel() == "fibers")
    EXPECT_THAT(outcome.errors, HasSubstr("local id (3)"));
}

TEST_P(FaultsTest, TellsKindsOfFaultsApart) {
  EXPECT_THAT(reportOf(FAULT_READ).errors, HasSubstr("faulting.h:29) read from address 0x40"));
  EXPECT_THAT(reportOf(FAULT_JUMP).errors, HasSubstr("jumped to address 0x40"));
  EXPECT_THAT(reportOf(FAULT_COPY).errors, AllOf(HasSubstr("faulting.h:"), HasSubstr("wrote to address 0x40")));
  EXPECT_THAT(reportOf(FAULT_READ, uint64_t(1) << 62).errors, HasSubstr("an address that no memory can have"));
  const Outcome divided = reportOf(FAULT_DIVIDE, 0);
  EXPECT_EQ(divided.signal(), SIGFPE);
  EXPECT_THAT(divided.errors, HasSubstr("(SIGFPE)"));
  const Outcome instruction = reportOf(FAULT_INSTRUCTION);
  EXPECT_EQ(instruction.signal(), SIGILL);
  EXPECT_THAT(instruction.errors, HasSubstr("(SIGILL)"));
  void *behindTheEnd = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, memfd_create("empty", MFD_CLOEXEC), 0);
  const Outcome bus = reportOf(FAULT_READ, reinterpret_cast<uint64_t>(behindTheEnd));
  EXPECT_EQ(bus.signal(), SIGBUS);
  EXPECT_THAT(bus.errors, HasSubstr("(SIGBUS)"));
}

TEST_P(FaultsTest, ReportsAnOverflowOfTheStack) {
  const Outcome outcome = reportOf(FAULT_STACK, uint64_t(1) << 40);
  EXPECT_EQ(outcome.signal(), SIGSEGV);
  EXPECT_THAT(outcome.errors, HasSubstr("used up its stack"));
}

TEST_P(FaultsTest, EndAsTheyWouldWhereNobodyHandlesThem) {
  const auto run = [&](FaultKind kind) {
    return inChild([&] {
      handleFaults(FaultHandling::off);
      WorkerPool pool(workers(), {}, workers() == 0);
      Launch().run(pool, kernel(), kind, 0);
      return true;
    });
  };
  for (const auto &[kind, signal] : {std::pair(FAULT_WRITE, SIGSEGV), std::pair(FAULT_DIVIDE, SIGFPE)}) {
    const Outcome outcome = run(kind);
    EXPECT_EQ(outcome.signal(), signal);
    EXPECT_EQ(outcome.errors, "");
  }
}

TEST_P(FaultsTest, AreEventsThatLeaveThePoolAndItsMemoryInOrder) {
  const Outcome outcome = inChild([&] {
    handleFaults(FaultHandling::event);
    WorkerPool pool(workers(), {}, workers() == 0);
    Launch launch;
    for (unsigned round = 0; round < 200; ++round) {
      const bool faulted = !launch.run(pool, kernel(), FAULT_WRITE).empty();
      const bool isOnce = std::ranges::all_of(launch.done, [](uint32_t count) { return count <= 1; });
      const bool worksAgain = launch.run(pool, kernel(), FAULT_NONE).empty() &&
                              std::ranges::all_of(launch.done, [](uint32_t count) { return count == 1; });
      if (!faulted || !isOnce || !worksAgain)
        return false;
    }
    return !launch.run(pool, kernel(), FAULT_JUMP).empty() && !launch.run(pool, kernel(), FAULT_COPY).empty() &&
           !launch.run(pool, kernel(), FAULT_DIVIDE, 0).empty() &&
           !launch.run(pool, kernel(), FAULT_INSTRUCTION).empty() &&
           !launch.run(pool, kernel(), FAULT_STACK, uint64_t(1) << 40).empty() &&
           launch.run(pool, kernel(), FAULT_NONE).empty();
  });
  EXPECT_TRUE(outcome.succeeded()) << outcome.status << "\n" << outcome.errors.substr(0, 2000);
  EXPECT_EQ(std::ranges::count(outcome.errors, '\n'), 205);
}

/// Returns the number of this process's memory mappings as the system counts them.
size_t mappings() {
  FILE *file = std::fopen("/proc/self/maps", "r");
  size_t lines = 0;
  for (int letter = 0; (letter = std::fgetc(file)) != EOF;)
    lines += letter == '\n';
  std::fclose(file);
  return lines;
}

TEST_P(FaultsTest, LoseNoMappings) {
  const Outcome outcome = inChild([&] {
    handleFaults(FaultHandling::event);
    WorkerPool pool(workers(), {}, workers() == 0);
    Launch launch;
    const auto rounds = [&](unsigned count) {
      for (; count != 0; --count)
        launch.run(pool, kernel(), FAULT_WRITE);
      return mappings();
    };
    const size_t before = rounds(20);
    return rounds(100) <= before + 40; // each of three threads may have 9 stacks in 10 mappings
  });
  EXPECT_TRUE(outcome.succeeded()) << outcome.status;
}

TEST_P(FaultsTest, LeaveOutGroupsThatHaveNotBegun) {
  const Outcome outcome = inChild([&] {
    handleFaults(FaultHandling::event);
    WorkerPool pool(0); // without workers, the groups run one after the other
    Launch launch;
    launch.run(pool, kernel(), FAULT_WRITE);
    return std::all_of(launch.done.begin() + 24, launch.done.end(), [](uint32_t count) { return count == 0; });
  });
  EXPECT_TRUE(outcome.succeeded()) << outcome.status;
}

TEST_P(FaultsTest, OfAnApplicationAreItsOwn) {
  const auto faultOf = [&](FaultHandling handling) {
    return inChild([&] {
      handleFaults(handling);
      WorkerPool pool(workers(), {}, workers() == 0);
      Launch().run(pool, kernel(), FAULT_NONE);
      TestJob native(pool, 1, [](uint64_t) { *reinterpret_cast<volatile int *>(nowhere) = 1; });
      pool.submit(native);
      native.help();
      return true;
    });
  };
  for (const FaultHandling handling : {FaultHandling::off, FaultHandling::report, FaultHandling::event}) {
    const Outcome outcome = faultOf(handling);
    EXPECT_EQ(outcome.signal(), SIGSEGV);
    EXPECT_EQ(outcome.errors, "");
  }
}

TEST(Faults, NameTheLineInTheCodeOfWholeGroups) {
  if (sanitizer::present)
    GTEST_SKIP() << "sanitizers handle these signals";
  const Outcome outcome = inChild([] {
    handleFaults(FaultHandling::report);
    WorkerPool pool(0);
    Launch().run(pool, "own-stack", FAULT_WRITE, nowhere,
                 *KernelCode::loadFile(std::string(WEFT_TEST_KERNELS) + "/faulting-loops.so"));
    return true;
  });
  EXPECT_THAT(outcome.errors, HasSubstr("faulting.h:26) wrote to address 0x40"));
}

TEST(Faults, LinesAreThoseOfTheSource) {
  const auto code = KernelCode::loadFile(WEFT_TEST_KERNELS "/faulting-loops.so");
  ASSERT_TRUE(code);
  const auto entry = reinterpret_cast<uintptr_t>((*code)->info().entry);
  EXPECT_TRUE((*code)->contains(entry));
  const SourceLine place = (*code)->sourceLineOf(entry);
  ASSERT_NE(place.file, nullptr);
  EXPECT_THAT(place.file, testing::EndsWith("faulting-loops.c"));
  EXPECT_EQ(place.line, 5u);
  EXPECT_FALSE((*code)->contains(reinterpret_cast<uintptr_t>(&place)));
  EXPECT_EQ((*code)->sourceLineOf(reinterpret_cast<uintptr_t>(&place)).file, nullptr);
}

} // namespace
} // namespace weft::cpu
