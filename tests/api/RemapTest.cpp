// Copies of command-buffers for other queues (cl_khr_command_buffer_multi_device).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/SeveralQueues.h"

namespace weft::test {
namespace {

class RemapTest : public SeveralQueuesTest {
protected:
  using Queues = std::vector<cl_command_queue>;
  using Commands = std::vector<cl_mutable_command_khr>;

  Handle<cl_command_buffer_khr> remap(cl_command_buffer_khr buffer, const Queues &queues,
                                      bool automatic = false) const {
    return make([&](cl_int *e) {
      return khr.remap(buffer, automatic, cl_uint(queues.size()), queues.data(), 0, nullptr, nullptr, e);
    });
  }
  Handle<cl_command_buffer_khr> remap(cl_command_buffer_khr buffer, const Queues &queues, const Commands &commands,
                                      Commands &counterparts) const {
    counterparts.resize(commands.size());
    return make([&](cl_int *e) {
      return khr.remap(buffer, CL_FALSE, cl_uint(queues.size()), queues.data(), cl_uint(commands.size()),
                       commands.data(), counterparts.data(), e);
    });
  }
  Queues queuesOf(cl_command_buffer_khr buffer) const {
    return infoArray<cl_command_queue>(khr.info, buffer, CL_COMMAND_BUFFER_QUEUES_KHR);
  }
  cl_command_queue queueOf(cl_mutable_command_khr command) const {
    return info<cl_command_queue>(khr.commandInfo, command, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR);
  }
  /// Adds 1 in the first queue, doubles in the second, adds 5 in the first.
  void recordChain(cl_command_buffer_khr buffer, cl_command_queue one, cl_command_queue other, cl_mem numbers) const {
    const auto begun = record(buffer, one, adding(numbers, 1).get());
    const auto doubled = record(buffer, other, with("twice", numbers).get(), {begun});
    record(buffer, one, adding(numbers, 5).get(), {doubled});
  }
  static cl_uint afterChain(cl_uint value) { return (value + 1) * 2 + 5; }
};
WEFT_API_SUITE(clRemapCommandBufferKHR, RemapTest);

TEST_P(clRemapCommandBufferKHR, CopiesWhatRunsInOtherQueues) {
  const auto numbers = filled(3);
  const auto buffer = makeCommandBuffer(Queues{whole, first}, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
  recordChain(buffer.get(), whole, first, numbers.get());
  finalise(buffer.get());
  for (const Queues &queues : {Queues{first, second}, Queues{second, whole}, Queues{whole, whole}}) {
    const auto copy = remap(buffer.get(), queues);
    EXPECT_EQ(queues, queuesOf(copy.get()));
    EXPECT_EQ((Queues{whole, first}), queuesOf(buffer.get()));
    EXPECT_EQ(
        (std::vector<cl_command_buffer_properties_khr>{CL_COMMAND_BUFFER_FLAGS_KHR,
                                                       CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0}),
        infoArray<cl_command_buffer_properties_khr>(khr.info, copy.get(), CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR));
    EXPECT_EQ(cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR}, state(copy.get()));
    enqueue(copy.get());
    EXPECT_EQ(std::vector<cl_uint>(items, afterChain(3)), contents(numbers.get(), queues[0]));
    const cl_uint three = 3;
    ASSERT_EQ(CL_SUCCESS,
              ::clEnqueueFillBuffer(queues[0], numbers.get(), &three, 4, 0, items * 4, 0, nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS, ::clFinish(queues[0]));
  }
  enqueue(buffer.get());
  expectAll(afterChain(3), numbers.get());
}

TEST_P(clRemapCommandBufferKHR, LeavesItToThePlatformWhereCommandsGo) {
  const auto numbers = filled(3), others = filled(0);
  const auto buffer = makeCommandBuffer(Queues{whole, first}, CL_COMMAND_BUFFER_MUTABLE_KHR);
  recordChain(buffer.get(), whole, first, numbers.get());
  record(buffer.get(), first, adding(others.get(), 1).get());
  finalise(buffer.get());
  cl_uint expected = 3;
  for (const Queues &queues : {Queues{second}, Queues{second, first, whole}, Queues{first, first}}) {
    const auto copy = remap(buffer.get(), queues, true);
    EXPECT_EQ(queues, queuesOf(copy.get()));
    enqueue(copy.get());
    expected = afterChain(expected);
    EXPECT_EQ(std::vector<cl_uint>(items, expected), contents(numbers.get(), queues[0]));
  }
  EXPECT_EQ(std::vector<cl_uint>(items, 3), contents(others.get(), whole));
}

TEST_P(clRemapCommandBufferKHR, SpreadsQueuesOverDevices) {
  const auto numbers = filled(0);
  const auto kernel = adding(numbers.get(), 1);
  const auto buffer = makeCommandBuffer(Queues{whole, first});
  Commands commands(2), made(2);
  record(buffer.get(), whole, kernel.get(), {}, items, &commands[0]);
  record(buffer.get(), first, kernel.get(), {}, items, &commands[1]);
  finalise(buffer.get());
  const Queues queues{first, second};
  const auto copy = make([&](cl_int *e) {
    return khr.remap(buffer.get(), CL_TRUE, 2, queues.data(), 2, commands.data(), made.data(), e);
  });
  EXPECT_NE(queueOf(made[0]), queueOf(made[1])); // both devices are as large, and both queues
}

TEST_P(clRemapCommandBufferKHR, CopiesWhatIsStillRecorded) {
  const auto numbers = filled(1), others = filled(1);
  const auto buffer = makeCommandBuffer(Queues{whole, first});
  const auto point = record(buffer.get(), whole, adding(numbers.get(), 2).get()); // 3
  const auto copy = remap(buffer.get(), {second, first});
  EXPECT_EQ(cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_RECORDING_KHR}, state(copy.get()));
  // Each goes on for itself; sync points that were there are the copy's as well, and so is the order of its queue.
  record(buffer.get(), first, adding(others.get(), 10).get());
  record(copy.get(), second, with("twice", numbers.get()).get());
  record(copy.get(), first, adding(others.get(), 20).get(), {point});
  finalise(copy.get());
  enqueue(copy.get());
  EXPECT_EQ(std::vector<cl_uint>(items, 6), contents(numbers.get(), second));
  EXPECT_EQ(std::vector<cl_uint>(items, 21), contents(others.get(), second));
  finalise(buffer.get());
  enqueue(buffer.get());
  expectAll(8, numbers.get());
  expectAll(31, others.get());
}

TEST_P(clRemapCommandBufferKHR, TakesWhatWasRecordedWhateverTheKernelIsNow) {
  const auto numbers = filled(1);
  auto buffer = makeCommandBuffer(Queues{whole});
  auto kernel = adding(numbers.get(), 2);
  record(buffer.get(), whole, kernel.get());
  const cl_uint more = 50;
  ASSERT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel.get(), 1, sizeof more, &more));
  finalise(buffer.get());
  kernel.reset();
  const auto copy = remap(buffer.get(), {second});
  buffer.reset();
  enqueue(copy.get());
  EXPECT_EQ(std::vector<cl_uint>(items, 3), contents(numbers.get(), second));
}

TEST_P(clRemapCommandBufferKHR, GivesTheCounterpartsOfHandles) {
  const auto numbers = filled(0), others = filled(0);
  const auto buffer = makeCommandBuffer(Queues{whole, first}, CL_COMMAND_BUFFER_MUTABLE_KHR);
  Commands commands(2), made;
  record(buffer.get(), whole, adding(numbers.get(), 1).get(), {}, items, &commands[0]);
  record(buffer.get(), first, adding(others.get(), 1).get(), {}, items, &commands[1]);
  finalise(buffer.get());
  auto copy = remap(buffer.get(), {second, whole}, {commands[1], commands[0], commands[1]}, made);
  EXPECT_EQ(made[0], made[2]);
  EXPECT_NE(made[0], made[1]);
  for (cl_mutable_command_khr one : made)
    EXPECT_EQ(copy.get(), info<cl_command_buffer_khr>(khr.commandInfo, one, CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR));
  EXPECT_EQ(whole, queueOf(made[0]));
  EXPECT_EQ(second, queueOf(made[1]));
  // An update of the copy is one of the copy alone.
  const cl_uint seven = 7;
  const khr::cl_mutable_dispatch_arg_khr argument{1, sizeof seven, &seven};
  EXPECT_EQ(CL_SUCCESS, update(khr, copy.get(), {.command = made[0], .num_args = 1, .arg_list = &argument}));
  EXPECT_EQ(CL_INVALID_MUTABLE_COMMAND_KHR,
            update(khr, copy.get(), {.command = commands[0], .num_args = 1, .arg_list = &argument}));
  enqueue(copy.get());
  EXPECT_EQ(std::vector<cl_uint>(items, 1), contents(numbers.get(), second));
  EXPECT_EQ(std::vector<cl_uint>(items, 7), contents(others.get(), second));
  enqueue(buffer.get());
  expectAll(2, numbers.get());
  expectAll(8, others.get());
  // The handles go with the copy.
  copy.reset();
  cl_command_type type = 0;
  EXPECT_EQ(CL_INVALID_MUTABLE_COMMAND_KHR,
            khr.commandInfo(made[0], CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR, sizeof type, &type, nullptr));
}

TEST_P(clRemapCommandBufferKHR, CopiesLaunchesThatLackArguments) {
  const auto numbers = filled(0);
  const auto kernel = with("add", numbers.get());
  const auto buffer = makeCommandBuffer(Queues{whole}, CL_COMMAND_BUFFER_MUTABLE_KHR);
  const cl_command_properties_khr later[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                                             CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, 0};
  Commands commands(1), made;
  ASSERT_EQ(CL_SUCCESS, khr.launch(buffer.get(), nullptr, later, kernel.get(), 1, nullptr, &items, nullptr, 0, nullptr,
                                   nullptr, commands.data()));
  finalise(buffer.get());
  const auto copy = remap(buffer.get(), {second}, commands, made);
  EXPECT_EQ(cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_FINALIZED_KHR}, state(copy.get()));
  const cl_uint four = 4;
  const khr::cl_mutable_dispatch_arg_khr argument{1, sizeof four, &four};
  EXPECT_EQ(CL_SUCCESS, update(khr, copy.get(), {.command = made[0], .num_args = 1, .arg_list = &argument}));
  EXPECT_EQ(cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR}, state(copy.get()));
  EXPECT_EQ(cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_FINALIZED_KHR}, state(buffer.get()));
  enqueue(copy.get());
  EXPECT_EQ(std::vector<cl_uint>(items, 4), contents(numbers.get(), second));
}

TEST_P(clRemapCommandBufferKHR, InvalidProgramExecutableOnADeviceThatItWasNotBuiltFor) {
  const char *source = "kernel void nothing() {}";
  const auto partial =
      make([&](cl_int *e) { return ::clCreateProgramWithSource(parts.context(), 1, &source, nullptr, e); });
  const cl_device_id one = parts[0];
  ASSERT_EQ(CL_SUCCESS, ::clBuildProgram(partial.get(), 1, &one, "", nullptr, nullptr));
  const auto kernel = make([&](cl_int *e) { return ::clCreateKernel(partial.get(), "nothing", e); });
  const auto buffer = makeCommandBuffer(Queues{first});
  record(buffer.get(), first, kernel.get());
  finalise(buffer.get());
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE,
            errorOf([&](cl_int *e) { return khr.remap(buffer.get(), CL_FALSE, 1, &second, 0, nullptr, nullptr, e); }));
}

TEST_P(clRemapCommandBufferKHR, InvalidValue) {
  const auto kernel = adding(filled(0).get(), 1);
  const auto numbers = filled(0);
  const auto buffer = makeCommandBuffer(Queues{whole, first}), other = makeCommandBuffer(Queues{whole});
  Commands commands(1), foreign(1), made(1);
  record(buffer.get(), whole, adding(numbers.get(), 1).get(), {}, items, commands.data());
  record(other.get(), whole, adding(numbers.get(), 1).get(), {}, items, foreign.data());
  const auto error = [&](cl_uint count, const cl_command_queue *queues, cl_uint handles = 0,
                         const cl_mutable_command_khr *list = nullptr, cl_mutable_command_khr *places = nullptr,
                         cl_bool automatic = CL_FALSE) {
    return errorOf(
        [&](cl_int *e) { return khr.remap(buffer.get(), automatic, count, queues, handles, list, places, e); });
  };
  EXPECT_EQ(CL_INVALID_VALUE, error(0, all.data()));
  EXPECT_EQ(CL_INVALID_VALUE, error(2, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, error(1, all.data()));
  EXPECT_EQ(CL_INVALID_VALUE, error(3, all.data()));
  EXPECT_EQ(CL_INVALID_VALUE, error(0, all.data(), 0, nullptr, nullptr, CL_TRUE));
  EXPECT_EQ(CL_INVALID_VALUE, error(2, all.data(), 1, nullptr, made.data()));
  EXPECT_EQ(CL_INVALID_VALUE, error(2, all.data(), 1, commands.data(), nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, error(2, all.data(), 0, commands.data(), nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, error(2, all.data(), 0, nullptr, made.data()));
  EXPECT_EQ(CL_INVALID_VALUE, error(2, all.data(), 1, foreign.data(), made.data()));
  EXPECT_EQ(nullptr, made[0]);
}

} // namespace
} // namespace weft::test
