// Tests launches that are prepared without a queue, and then executed by commands of several queues.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/launches/PreparedLaunch.h"

#include <atomic>
#include <chrono>
#include <cstring>
#include <latch>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "TestServices.h"
#include "core/commands/CommandQueue.h"
#include "core/commands/NDRangeCommand.h"
#include "core/memory/Buffer.h"
#include "stub/Meet.h"

namespace weft::core {
namespace {

constexpr const char *manifest = R"({"kernels": [{"name": "meet", "attributes": "", "requiredLocalSize": [0, 0, 0],
  "requiredSubGroupSize": 0, "localSizeHint": [0, 0, 0], "requiredSubGroups": 0, "argumentBytes": 24, "nonUniformGroups": false, "hasBarriers": false, "isBlock": false, "enqueues": [], "checks": "",
  "arguments": [
  {"name": "meeting", "typeName": "uint*", "kind": "global", "imageType": "", "accessQualifier": "none",
   "typeQualifiers": "", "size": 8, "offset": 0, "alignment": 8},
  {"name": "sums", "typeName": "uint*", "kind": "global", "imageType": "", "accessQualifier": "none",
   "typeQualifiers": "", "size": 8, "offset": 8, "alignment": 8},
  {"name": "expected", "typeName": "uint", "kind": "value", "imageType": "", "accessQualifier": "none",
   "typeQualifiers": "", "size": 4, "offset": 16, "alignment": 4},
  {"name": "amount", "typeName": "uint", "kind": "value", "imageType": "", "accessQualifier": "none",
   "typeQualifiers": "", "size": 4, "offset": 20, "alignment": 4}]}],
  "programMemory": {"bytes": 0, "alignment": 1, "initialiser": "", "variables": []}, "functions": [],
  "argumentInfo": true, "library": false})";

std::string manifestWith(std::string_view was, std::string_view is, std::string text = manifest) {
  return text.replace(text.find(was), was.size(), is);
}

constexpr size_t items = 64;
constexpr size_t groupItems = 16;

/// Returns services for tests, with a stub compiler whose only code is the kernel of stub/Meet.c.
const Services &stubServices() {
  static const Services &services =
      *new Services{testServices().cache,          *new CompilerLibrary(WEFT_STUB_COMPILER),
                    testServices().compileThreads, testServices().speculativeCompiles,
                    testServices().callbackThread, testServices().poller};
  return services;
}

class PreparedLaunchTest : public testing::Test {
protected:
  ~PreparedLaunchTest() override {
    for (const RefPtr<Buffer> &buffer : {meeting, sums})
      if (buffer)
        buffer->releaseHandle();
    device->releaseHandle();
  }

  RefPtr<Buffer> makeBuffer(size_t elements) {
    return *Buffer::create(
        *context,
        {.flags = CL_MEM_READ_WRITE, .size = elements * sizeof(uint32_t), .hostPointer = nullptr, .properties = {}});
  }
  RefPtr<Kernel> makeKernel(const std::string &description = manifest) {
    const auto image = *ProgramImage::create(stubServices(), CL_PROGRAM_BINARY_TYPE_EXECUTABLE, "il", description);
    return makeRef<Kernel>(*program, std::vector<DeviceKernel>{{device.get(), image->kernel("meet")}});
  }
  void set(cl_uint index, uint32_t value) { ASSERT_TRUE(kernel->setArgument(index, sizeof value, &value)); }
  void setArguments(uint32_t expected, uint32_t amount) {
    for (cl_uint i = 0; i < 2; ++i) {
      const cl_mem handle = (i == 0 ? meeting : sums)->publish();
      ASSERT_TRUE(kernel->setArgument(i, sizeof(cl_mem), static_cast<const void *>(&handle)));
    }
    set(2, expected);
    set(3, amount);
  }
  Result<std::shared_ptr<const PreparedLaunch>> prepare(size_t globalSize = items, size_t localSize = groupItems) {
    return prepareLaunch(*device, *kernel, {1, nullptr, &globalSize, &localSize});
  }
  static std::vector<uint32_t> contents(const Buffer &buffer) {
    std::vector<uint32_t> values(buffer.size() / sizeof(uint32_t));
    std::memcpy(values.data(), buffer.data(), buffer.size());
    return values;
  }

  const RefPtr<Device> device = makeRef<Device>(stubServices(), cpu::readTopology());
  const RefPtr<Context> context = makeRef<Context>(Devices{device}, ContextRequest(), nullptr, nullptr);
  const RefPtr<Program> program = makeRef<Program>(*context, "kernel void meet() {}");
  RefPtr<Kernel> kernel = makeKernel();
  RefPtr<Buffer> meeting = makeBuffer(2);
  RefPtr<Buffer> sums = makeBuffer(items);
};

/// Occupies the only compile thread, so that it generates no code while the object lives.
class BusyCompileThread {
public:
  /// Waits until the thread has done its earlier tasks.
  BusyCompileThread() {
    stubServices().compileThreads.post([this] {
      hasBegun_.count_down();
      end_.wait();
      hasEnded_.count_down();
    });
    hasBegun_.wait();
  }
  ~BusyCompileThread() {
    end_.count_down();
    hasEnded_.wait();
  }
  BusyCompileThread(const BusyCompileThread &) = delete;
  BusyCompileThread &operator=(const BusyCompileThread &) = delete;

private:
  std::latch hasBegun_{1}, end_{1}, hasEnded_{1};
};

/// A queue with an application's handle. Releasing the handle lets the queue release its last commands.
class Queue {
public:
  Queue(Context &context, Device &device) : queue_(makeRef<CommandQueue>(context, device, QueueRequest())) {
    queue_->publish();
  }
  ~Queue() { queue_->releaseHandle(); }
  Queue(const Queue &) = delete;
  Queue &operator=(const Queue &) = delete;

  CommandQueue &operator*() const { return *queue_; }
  CommandQueue *operator->() const { return queue_.get(); }

private:
  const RefPtr<CommandQueue> queue_;
};

RefPtr<Command> enqueue(CommandQueue &queue, const std::shared_ptr<const PreparedLaunch> &launch) {
  RefPtr<Command> command = makeRef<NDRangeCommand>(queue, CL_COMMAND_NDRANGE_KERNEL, launch);
  queue.enqueue(command, {});
  return command;
}

TEST_F(PreparedLaunchTest, SaysWhatWillRun) {
  setArguments(1, 7);
  const auto launch = *prepare();
  ASSERT_TRUE(launch);
  EXPECT_EQ(launch->range().globalSize[0], items);
  EXPECT_EQ(launch->range().localSize[0], groupItems);
  EXPECT_EQ(launch->launch().groups(), items / groupItems);
  EXPECT_EQ(launch->code().info().executor, uint32_t(WEFT_EXECUTOR_LOOPS));
  ASSERT_EQ(launch->memory().size(), 2u);
  EXPECT_EQ(launch->memory()[1], sums.get());
  MeetArguments block;
  ASSERT_EQ(launch->arguments().size(), sizeof block);
  std::memcpy(&block, launch->arguments().data(), sizeof block);
  EXPECT_EQ(static_cast<void *>(block.meeting), meeting->data());
  EXPECT_EQ(static_cast<void *>(block.sums), sums->data());
  EXPECT_EQ(block.expected, 1u);
  EXPECT_EQ(block.amount, 7u);
}

TEST_F(PreparedLaunchTest, ReachesItsBuffers) {
  setArguments(1, 7);
  const auto launch = *prepare();
  const Kernel::Reach reach = kernel->reach(launch->memory(), /*written=*/0b10);
  EXPECT_EQ(reach.all, meeting->size() + sums->size());
  EXPECT_EQ(reach.written, sums->size());
  EXPECT_EQ(launch->launch().description().flags, 0u) << "so few bytes go through the caches";
}

TEST_F(PreparedLaunchTest, IsRefusedForWhatCanNotRun) {
  EXPECT_EQ(prepare().error().code, CL_INVALID_KERNEL_ARGS);
  setArguments(1, 7);
  EXPECT_EQ(prepare(items, 0).error().code, CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(prepare(items, 48).error().code, CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(prepareLaunch(*device, *kernel, {4, nullptr, nullptr, nullptr}).error().code, CL_INVALID_WORK_DIMENSION);
  sums->releaseHandle();
  EXPECT_EQ(prepare().error().code, CL_INVALID_MEM_OBJECT);
}

TEST_F(PreparedLaunchTest, HasCodeOfItsOwnForALocalSizeThatRecurs) {
  setArguments(1, 7);
  const auto codeOfLaunch = [&] { return &(*prepare())->code(); };
  const cpu::KernelCode *forAnySize = codeOfLaunch();
  for (unsigned launch = 2; launch < 100; ++launch)
    ASSERT_EQ(codeOfLaunch(), forAnySize) << launch;
  // The hundredth launch requests code for the local size, which a compile thread generates.
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (codeOfLaunch() == forAnySize && std::chrono::steady_clock::now() < end)
    std::this_thread::yield();
  EXPECT_NE(codeOfLaunch(), forAnySize);
}

TEST_F(PreparedLaunchTest, BeginsWithCodeForTheFirstLocalSizesWhereThereAreBarriers) {
  kernel = makeKernel(manifestWith("\"hasBarriers\": false", "\"hasBarriers\": true"));
  kernel->definition(*device)->startSpeculatively(); // generates no code, because no local size is known
  const BusyCompileThread busy;
  setArguments(1, 7);
  const KernelVariant &forAnySize = kernel->definition(*device)->index32({}).forAnyLocalSize();
  const auto codeOfLaunch = [&](size_t localSize) { return &(*prepare(items, localSize))->code(); };
  const cpu::KernelCode *forSixteen = codeOfLaunch(16), *forEight = codeOfLaunch(8);
  EXPECT_FALSE(forAnySize.isStarted());
  EXPECT_NE(forSixteen, forEight);
  const cpu::KernelCode *forFour = codeOfLaunch(4);
  ASSERT_TRUE(forAnySize.ready());
  EXPECT_EQ(forFour, forAnySize.ready()->get());
  EXPECT_EQ(codeOfLaunch(16), forSixteen);
  EXPECT_EQ(codeOfLaunch(8), forEight);
}

TEST_F(PreparedLaunchTest, GoesOnWithCodeForAnyLocalSizeUntilThatForAFurtherOneIsReady) {
  kernel = makeKernel(manifestWith("\"hasBarriers\": false", "\"hasBarriers\": true"));
  setArguments(1, 7);
  const auto codeOfLaunch = [&](size_t localSize) { return &(*prepare(items, localSize))->code(); };
  codeOfLaunch(16), codeOfLaunch(8);
  std::optional<BusyCompileThread> busy(std::in_place);
  const cpu::KernelCode *forAnySize = codeOfLaunch(4);
  EXPECT_EQ(forAnySize, kernel->definition(*device)->index32({}).forAnyLocalSize().ready()->get());
  EXPECT_EQ(codeOfLaunch(4), forAnySize);
  EXPECT_EQ(codeOfLaunch(4), forAnySize);
  busy.reset();
  const BusyCompileThread behindIt;
  EXPECT_NE(codeOfLaunch(4), forAnySize);
}

TEST_F(PreparedLaunchTest, HasOtherCodeForWholeGroupsWhereNotAllAre) {
  kernel = makeKernel(manifestWith("\"hasBarriers\": false", "\"hasBarriers\": true",
                                   manifestWith("\"nonUniformGroups\": false", "\"nonUniformGroups\": true")));
  setArguments(1, 7);
  std::optional<BusyCompileThread> busy(std::in_place);
  const auto first = *prepare(items - 1);
  EXPECT_EQ(&first->launch().fullGroupCode(), &first->code());
  busy.reset();
  const BusyCompileThread behindIt;
  const auto next = *prepare(items - 1);
  EXPECT_EQ(&next->code(), &first->code());
  EXPECT_NE(&next->launch().fullGroupCode(), &first->code());
  const auto whole = *prepare(items);
  EXPECT_EQ(&whole->code(), &next->launch().fullGroupCode());
  const auto few = *prepare(groupItems - 1);
  EXPECT_EQ(&few->launch().fullGroupCode(), &few->code());
}

TEST_F(PreparedLaunchTest, HasCodeForTheNinthSizeOfAKernelWithBarriersWhenItRecurs) {
  kernel = makeKernel(manifestWith("\"hasBarriers\": false", "\"hasBarriers\": true",
                                   manifestWith("\"nonUniformGroups\": false", "\"nonUniformGroups\": true")));
  setArguments(1, 7);
  const auto fullGroupCode = [&](size_t localSize) { return &(*prepare(items, localSize))->launch().fullGroupCode(); };
  fullGroupCode(items + 1); // generates code for any size, because no group is whole
  for (size_t localSize = 1; localSize <= 9; ++localSize)
    fullGroupCode(localSize);
  std::optional<BusyCompileThread> behindThem(std::in_place);
  const cpu::KernelCode *forAnySize = kernel->definition(*device)->index32({}).forAnyLocalSize().ready()->get();
  for (size_t localSize = 1; localSize <= 9; ++localSize)
    EXPECT_EQ(fullGroupCode(localSize) == forAnySize, localSize == 9) << localSize;
  for (unsigned launch = 3; launch <= 100; ++launch)
    EXPECT_EQ(fullGroupCode(9), forAnySize) << launch;
  behindThem.reset();
  const BusyCompileThread behindIt;
  EXPECT_NE(fullGroupCode(9), forAnySize);
}

TEST_F(PreparedLaunchTest, WaitsForNoOtherCodeWhereThereIsCodeForAnyLocalSize) {
  kernel = makeKernel(manifestWith("\"hasBarriers\": false", "\"hasBarriers\": true"));
  setArguments(1, 7);
  const BusyCompileThread busy;
  const size_t globalSize = items;
  const auto chosen = *prepareLaunch(*device, *kernel, {1, nullptr, &globalSize, nullptr});
  EXPECT_EQ(&(*prepare())->code(), &chosen->code());
}

TEST_F(PreparedLaunchTest, HasCodeForARequiredLocalSize) {
  const std::string text = manifestWith("\"nonUniformGroups\": false", "\"nonUniformGroups\": true",
                                        manifestWith("[0, 0, 0]", "[16, 1, 1]"));
  const SpecialisedVariants &any = kernel->definition(*device)->index32({});
  EXPECT_EQ(&any.usual(), &any.forAnyLocalSize());
  kernel = makeKernel(text);
  setArguments(1, 7);
  const SpecialisedVariants &code = kernel->definition(*device)->index32({});
  EXPECT_EQ(code.usual().request().localSize, (LocalSize{groupItems, 1, 1}));
  EXPECT_EQ(&(*prepare())->code(), code.usual().ready()->get());
  EXPECT_EQ(code.forAnyLocalSize().ready(), nullptr); // its code was not generated
  const auto notWhole = *prepare(items - 1);
  EXPECT_EQ(&notWhole->code(), code.forAnyLocalSize().ready()->get()) << "the last group isn't whole";
  EXPECT_EQ(&notWhole->launch().fullGroupCode(), code.usual().ready()->get());
}

TEST_F(PreparedLaunchTest, IsNullForAnEmptyRange) {
  setArguments(1, 7);
  const auto launch = prepare(0);
  ASSERT_TRUE(launch);
  EXPECT_EQ(*launch, nullptr);
}

TEST_F(PreparedLaunchTest, KeepsItsArgumentsAndTheirMemory) {
  setArguments(1, 7);
  auto launch = *prepare();
  static bool gone;
  gone = false;
  sums->addDestructorCallback([](cl_mem, void *) { gone = true; }, nullptr);
  set(3, 100);
  kernel = nullptr;
  sums->releaseHandle();
  Buffer *buffer = sums.get();
  sums = nullptr;
  ASSERT_FALSE(gone);
  const Queue queue(*context, *device);
  enqueue(*queue, launch);
  queue->finish();
  EXPECT_EQ(contents(*buffer), std::vector<uint32_t>(items, 7));
  EXPECT_FALSE(gone) << "for other executions";
  launch = nullptr;
  EXPECT_TRUE(gone);
}

TEST_F(PreparedLaunchTest, IsExecutedAgainAndAgain) {
  setArguments(1, 7);
  const auto launch = *prepare();
  const Queue queue(*context, *device);
  for (unsigned i = 0; i < 5; ++i)
    enqueue(*queue, launch);
  queue->finish();
  EXPECT_EQ(contents(*sums), std::vector<uint32_t>(items, 5 * 7));
}

TEST_F(PreparedLaunchTest, IsExecutedByTwoQueuesAtTheSameTime) {
  setArguments(2, 7); // neither execution continues before the other has begun
  const auto launch = *prepare();
  const Queue queues[] = {{*context, *device}, {*context, *device}};
  const RefPtr<Command> commands[] = {enqueue(*queues[0], launch), enqueue(*queues[1], launch)};
  for (const auto &queue : queues)
    queue->flush();
  for (const auto &command : commands) {
    command->wait();
    EXPECT_EQ(command->status(), CL_COMPLETE);
  }
  EXPECT_EQ(contents(*meeting), (std::vector<uint32_t>{2, 0}));
  EXPECT_EQ(contents(*sums), std::vector<uint32_t>(items, 2 * 7));
}

TEST_F(PreparedLaunchTest, IsLargeWhereItsCodeTookLong) {
  setArguments(1, 7);
  const Queue queue(*context, *device);
  const auto isLargeAfterwards = [&] {
    const auto launch = *prepare();
    enqueue(*queue, launch);
    queue->finish();
    return isLarge(*launch);
  };
  EXPECT_FALSE(isLarge(**prepare()));
  // The kernel's first group waits for a second participant, which the thread `late` adds after 5 milliseconds.
  set(2, 2);
  std::thread late([count = std::atomic_ref(*reinterpret_cast<uint32_t *>(meeting->data()))] {
    while (count == 0)
      std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ++count;
  });
  EXPECT_TRUE(isLargeAfterwards());
  late.join();
  set(2, 1);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (isLargeAfterwards() && std::chrono::steady_clock::now() < end)
    ;
  EXPECT_FALSE(isLarge(**prepare())) << "it takes no time any more";
}

} // namespace
} // namespace weft::core
