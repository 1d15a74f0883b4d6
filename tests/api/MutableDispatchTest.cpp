// Recorded launches that are changed later (cl_khr_command_buffer_mutable_dispatch).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thread>

#include "support/CommandBuffers.h"
#include "support/Extension.h"

namespace weft::test {
namespace {

using Argument = khr::cl_mutable_dispatch_arg_khr;
using Config = CommandUpdate;
using ExecInfo = khr::cl_mutable_dispatch_exec_info_khr;
using Properties = std::vector<cl_command_properties_khr>;

constexpr const char *source = R"(
  kernel void put(global uint *values, uint what) { values[get_global_id(0)] = what; }
  kernel void count(global uint *values) { atomic_inc(values); }
  kernel void groups(global uint *values) { values[get_global_id(0)] = get_local_size(0); }
  kernel void row(global uint *values, local uint *part) {
    part[get_local_id(0)] = get_global_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    values[get_global_id(0)] = part[get_local_size(0) - 1 - get_local_id(0)];
  }
  kernel void shade(read_only image2d_t image, global uint *values) {
    values[get_global_id(0)] = read_imageui(image, (int2)(0, 0)).x;
  })";
constexpr size_t items = 16;

class MutableDispatchTest : public EnqueueTableTest {
protected:
  const CommandBufferFunctions khr{cl};
  const Handle<cl_program> program = buildProgram(source, "-cl-std=CL3.0");
  const Handle<cl_mem> first = zeros(), second = zeros();
  const Handle<cl_command_buffer_khr> buffer_ = makeCommandBuffer(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
  const cl_command_buffer_khr buffer = buffer_.get();

  Handle<cl_mem> zeros() const { return makeBuffer(items * sizeof(cl_uint)); }
  Handle<cl_kernel> putting(cl_uint what) const {
    auto kernel = makeKernel(program.get(), "put");
    set(kernel.get(), 0, first.get());
    set(kernel.get(), 1, what);
    return kernel;
  }
  template <typename T> static void set(cl_kernel kernel, cl_uint index, T value) {
    EXPECT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel, index, sizeof value, &value));
  }
  template <typename T> static Argument argument(cl_uint index, const T &value) {
    return {index, sizeof value, &value};
  }

  /// A launch of `count` work-items; its handle.
  cl_mutable_command_khr record(cl_command_buffer_khr its, cl_kernel kernel, const Properties &properties = {},
                                size_t count = items, const size_t *local = nullptr) const {
    cl_mutable_command_khr command = nullptr;
    EXPECT_EQ(CL_SUCCESS, recordError(its, kernel, properties, &command, count, local));
    EXPECT_NE(nullptr, command);
    return command;
  }
  cl_int recordError(cl_command_buffer_khr its, cl_kernel kernel, const Properties &properties,
                     cl_mutable_command_khr *command, size_t count = items, const size_t *local = nullptr) const {
    return khr.launch(its, nullptr, properties.empty() ? nullptr : properties.data(), kernel, 1, nullptr, &count, local,
                      0, nullptr, nullptr, command);
  }
  cl_int change(const Config &config) const { return update(khr, buffer, config); }
  cl_int changeArgument(cl_mutable_command_khr command, const Argument &argument) const {
    return change({.command = command, .num_args = 1, .arg_list = &argument});
  }
  void finalise() const { EXPECT_EQ(CL_SUCCESS, khr.finalise(buffer)); }
  void run(cl_uint waits = 0, const cl_event *list = nullptr) const {
    EXPECT_EQ(CL_SUCCESS, khr.enqueue(0, nullptr, buffer, waits, list, nullptr));
  }
  void expectAll(cl_uint value, cl_mem numbers, size_t count = items) const {
    std::vector<cl_uint> expected(items);
    std::fill_n(expected.begin(), count, value);
    EXPECT_EQ(expected, contents<cl_uint>(numbers, items));
  }
  cl_command_buffer_state_khr state() const {
    return info<cl_command_buffer_state_khr>(khr.info, buffer, CL_COMMAND_BUFFER_STATE_KHR);
  }
  std::vector<size_t> sizes(cl_mutable_command_khr command, cl_mutable_command_info_khr name) const {
    return infoArray<size_t>(khr.commandInfo, command, name);
  }
};
WEFT_API_SUITE(clUpdateMutableCommandsKHR, MutableDispatchTest);
WEFT_API_SUITE(clGetMutableCommandInfoKHR, MutableDispatchTest);
WEFT_API_SUITE(MutableLaunch, MutableDispatchTest);

// Recording

TEST_P(MutableLaunch, DeviceCanChangeAllThereIs) {
  EXPECT_EQ(
      cl_mutable_dispatch_fields_khr{0x1F},
      info<cl_mutable_dispatch_fields_khr>(cl.clGetDeviceInfo, device(), CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR));
}

TEST_P(MutableLaunch, InvalidValueForProperties) {
  const auto kernel = putting(1);
  cl_mutable_command_khr command = nullptr;
  const auto expect = [&](const Properties &properties) {
    EXPECT_EQ(CL_INVALID_VALUE, recordError(buffer, kernel.get(), properties, &command));
    EXPECT_EQ(nullptr, command);
  };
  expect({0xBAD, 0, 0});
  expect({CL_MUTABLE_DISPATCH_ASSERTS_KHR, 1u << 7, 0});
  expect({CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 0, CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 0, 0});
  expect({CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 1u << 7, 0});
}

TEST_P(MutableLaunch, InvalidValueWithoutALocalSizeWhereTheGroupsAreNotToBecomeMore) {
  constexpr cl_mutable_dispatch_asserts_khr noMore = CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR;
  const auto kernel = putting(1);
  const Properties properties = {CL_MUTABLE_DISPATCH_ASSERTS_KHR, noMore, 0};
  cl_mutable_command_khr command = nullptr;
  EXPECT_EQ(CL_INVALID_VALUE, recordError(buffer, kernel.get(), properties, &command));
  const size_t local = 4;
  record(buffer, kernel.get(), properties, items, &local);
  const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR,
                                                   CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR, noMore, 0};
  const auto asserting = make([&](cl_int *e) { return khr.create(1, &queue, list, e); });
  EXPECT_EQ(CL_INVALID_VALUE, recordError(asserting.get(), kernel.get(), {}, &command));
  record(asserting.get(), kernel.get(), {}, items, &local);
  const cl_command_buffer_properties_khr unknown[] = {CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR, 1u << 7, 0};
  EXPECT_EQ(CL_INVALID_VALUE, errorOf([&](cl_int *e) { return khr.create(1, &queue, unknown, e); }));
}

TEST_P(MutableLaunch, MayLackArgumentsUntilItRuns) {
  const auto kernel = makeKernel(program.get(), "put");
  set(kernel.get(), 0, first.get());
  cl_mutable_command_khr none = nullptr;
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, recordError(buffer, kernel.get(), {}, &none));
  const Properties properties = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, 0};
  const cl_mutable_command_khr command = record(buffer, kernel.get(), properties);
  finalise();
  EXPECT_EQ(cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_FINALIZED_KHR}, state());
  EXPECT_EQ(CL_INVALID_OPERATION, khr.enqueue(0, nullptr, buffer, 0, nullptr, nullptr));
  const cl_uint what = 6;
  EXPECT_EQ(CL_SUCCESS, changeArgument(command, argument(1, what)));
  EXPECT_EQ(cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR}, state());
  run();
  expectAll(6, first.get());
}

// Updates

TEST_P(clUpdateMutableCommandsKHR, ChangesArguments) {
  const cl_mutable_command_khr command = record(buffer, putting(1).get());
  finalise();
  run();
  expectAll(1, first.get());
  const cl_uint what = 5;
  const cl_mem other = second.get();
  const Argument both[] = {argument(0, other), argument(1, what)};
  EXPECT_EQ(CL_SUCCESS, change({.command = command, .num_args = 2, .arg_list = both}));
  run();
  run();
  expectAll(1, first.get());
  expectAll(5, second.get());
}

// The command-buffer keeps it.
TEST_P(clUpdateMutableCommandsKHR, ChangesLaunchesWhoseMemoryTheApplicationHasReleased) {
  std::vector<cl_uint> numbers(items), others(items);
  auto memory = makeBuffer(items * sizeof(cl_uint), CL_MEM_USE_HOST_PTR, numbers.data());
  auto kernel = putting(1);
  set(kernel.get(), 0, memory.get());
  const cl_mutable_command_khr command = record(buffer, kernel.get());
  finalise();
  kernel.reset();
  memory.reset();
  EXPECT_EQ(CL_SUCCESS, changeArgument(command, argument(1, cl_uint{7})));
  run();
  EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
  EXPECT_EQ(std::vector<cl_uint>(items, 7), numbers);
  // The same of what an update has set.
  memory = makeBuffer(items * sizeof(cl_uint), CL_MEM_USE_HOST_PTR, others.data());
  const cl_mem handle = memory.get();
  EXPECT_EQ(CL_SUCCESS, changeArgument(command, argument(0, handle)));
  memory.reset();
  EXPECT_EQ(CL_SUCCESS, changeArgument(command, argument(1, cl_uint{8})));
  run();
  EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
  EXPECT_EQ(std::vector<cl_uint>(items, 8), others);
  EXPECT_EQ(std::vector<cl_uint>(items, 7), numbers);
}

TEST_P(clUpdateMutableCommandsKHR, ChangesPointersAndLocalMemory) {
  const auto kernel = makeKernel(program.get(), "row");
  set(kernel.get(), 0, first.get());
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel.get(), 1, 4 * sizeof(cl_uint), nullptr));
  const size_t four = 4, eight = 8;
  const cl_mutable_command_khr command = record(buffer, kernel.get(), {}, items, &four);
  finalise();
  run();
  EXPECT_EQ(3u, contents<cl_uint>(first.get(), items)[0]);
  auto *shared = static_cast<cl_uint *>(::clSVMAlloc(context, CL_MEM_READ_WRITE, items * sizeof(cl_uint), 0));
  const Argument part{1, 8 * sizeof(cl_uint), nullptr}, pointer{0, 0, shared};
  const ExecInfo its{CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof shared, &shared};
  EXPECT_EQ(CL_SUCCESS, change({.command = command,
                                .num_args = 1,
                                .num_svm_args = 1,
                                .num_exec_infos = 1,
                                .arg_list = &part,
                                .arg_svm_list = &pointer,
                                .exec_info_list = &its,
                                .local_work_size = &eight}));
  run();
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
  EXPECT_EQ(7u, shared[0]);
  EXPECT_EQ(8u, shared[15]);
  EXPECT_EQ(3u, contents<cl_uint>(first.get(), items)[0]);
  ::clSVMFree(context, shared);
}

TEST_P(clUpdateMutableCommandsKHR, ChangesImages) {
  const auto kernel = makeKernel(program.get(), "shade");
  const cl_uint dark[4] = {3, 0, 0, 0}, bright[4] = {200, 0, 0, 0};
  const size_t origin[3] = {0, 0, 0}, region[3] = {8, 8, 1};
  const auto wide = makeImage(rgba8, describe(CL_MEM_OBJECT_IMAGE2D, 8, 8));
  ASSERT_EQ(CL_SUCCESS, ::clEnqueueFillImage(queue, on.image, dark, origin, region, 0, nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, ::clEnqueueFillImage(queue, wide.get(), bright, origin, region, 0, nullptr, nullptr));
  set(kernel.get(), 0, on.image);
  set(kernel.get(), 1, first.get());
  const cl_mutable_command_khr command = record(buffer, kernel.get());
  finalise();
  run();
  expectAll(3, first.get());
  const cl_mem other = wide.get();
  EXPECT_EQ(CL_SUCCESS, changeArgument(command, argument(0, other)));
  run();
  expectAll(200, first.get());
}

TEST_P(clUpdateMutableCommandsKHR, ChangesSizes) {
  const cl_mutable_command_khr command = record(buffer, putting(1).get());
  finalise();
  const size_t offset = 2, global = 6, local = 3;
  EXPECT_EQ(CL_SUCCESS, change({.command = command,
                                .work_dim = 1,
                                .global_work_offset = &offset,
                                .global_work_size = &global,
                                .local_work_size = &local}));
  run();
  std::vector<cl_uint> expected(items);
  std::fill_n(expected.begin() + 2, 6, 1);
  EXPECT_EQ(expected, contents<cl_uint>(first.get(), items));
  const size_t none = 0;
  EXPECT_EQ(CL_SUCCESS, change({.command = command, .global_work_size = &none}));
  run();
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
}

TEST_P(clUpdateMutableCommandsKHR, LeavesWhatWasEnqueuedBefore) {
  const cl_mutable_command_khr command = record(buffer, putting(1).get());
  finalise();
  const auto gate = makeUserEvent();
  const cl_event list[] = {gate.get()};
  run(1, list);
  const cl_uint what = 5;
  const cl_mem other = second.get();
  const Argument both[] = {argument(0, other), argument(1, what)};
  EXPECT_EQ(CL_SUCCESS, change({.command = command, .num_args = 2, .arg_list = both}));
  run();
  EXPECT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(gate.get(), CL_COMPLETE));
  expectAll(1, first.get());
  expectAll(5, second.get());
}

TEST_P(clUpdateMutableCommandsKHR, ChangesTheCommandAlone) {
  const auto kernel = putting(1);
  const cl_mutable_command_khr command = record(buffer, kernel.get());
  finalise();
  const cl_uint what = 5, none = 9;
  EXPECT_EQ(CL_SUCCESS, changeArgument(command, argument(1, what)));
  EXPECT_EQ(CL_SUCCESS,
            cl.clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
  expectAll(1, first.get());
  set(kernel.get(), 1, none);
  run();
  expectAll(5, first.get());
}

TEST_P(clUpdateMutableCommandsKHR, LetsGoOfWhatItReplaces) {
  auto third = zeros();
  const auto kernel = putting(1);
  set(kernel.get(), 0, third.get());
  const cl_mutable_command_khr command = record(buffer, kernel.get());
  finalise();
  run();
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
  bool gone = false;
  ASSERT_EQ(CL_SUCCESS, cl.clSetMemObjectDestructorCallback(
                            third.get(), [](cl_mem, void *told) { *static_cast<bool *>(told) = true; }, &gone));
  const cl_mem other = second.get();
  EXPECT_EQ(CL_SUCCESS, changeArgument(command, argument(0, other)));
  EXPECT_FALSE(gone);
  third.reset();
  EXPECT_TRUE(gone);
  run();
  expectAll(1, second.get());
}

TEST_P(clUpdateMutableCommandsKHR, ChangesSeveralCommandsOrNone) {
  const cl_mutable_command_khr one = record(buffer, putting(1).get());
  const auto kernel = putting(2);
  set(kernel.get(), 0, second.get());
  const cl_mutable_command_khr two = record(buffer, kernel.get());
  finalise();
  const cl_uint seven = 7, eight = 8, nine = 9;
  const Argument to7 = argument(1, seven), to8 = argument(1, eight), to9 = argument(1, nine), wrong{1, 3, &seven};
  const cl_command_buffer_update_type_khr types[3] = {};
  const Config a{.command = one, .num_args = 1, .arg_list = &to7}, b{.command = two, .num_args = 1, .arg_list = &to8},
      c{.command = one, .num_args = 1, .arg_list = &to9}, bad{.command = two, .num_args = 1, .arg_list = &wrong};
  const void *broken[] = {&a, &bad}, *all[] = {&a, &b, &c};
  EXPECT_EQ(CL_INVALID_ARG_SIZE, khr.update(buffer, 2, types, broken));
  run();
  expectAll(1, first.get());
  expectAll(2, second.get());
  EXPECT_EQ(CL_SUCCESS, khr.update(buffer, 3, types, all)); // the last one of a command holds
  run();
  expectAll(9, first.get());
  expectAll(8, second.get());
}

TEST_P(clUpdateMutableCommandsKHR, KeepsTheEdges) {
  std::vector<cl_mutable_command_khr> commands;
  const auto loose = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const auto chain = makeCommandBuffer(loose.get(), CL_COMMAND_BUFFER_MUTABLE_KHR);
  cl_sync_point_khr point = 0;
  for (cl_uint i = 0; i < 20; ++i) {
    cl_mutable_command_khr command = nullptr;
    ASSERT_EQ(CL_SUCCESS, khr.launch(chain.get(), nullptr, nullptr, putting(i).get(), 1, nullptr, &items, nullptr,
                                     i == 0 ? 0 : 1, i == 0 ? nullptr : &point, &point, &command));
    commands.push_back(command);
  }
  ASSERT_EQ(CL_SUCCESS, khr.finalise(chain.get()));
  for (cl_uint round = 0; round < 100; ++round) {
    const cl_uint what = 100 + round;
    const Argument to = argument(1, what);
    ASSERT_EQ(CL_SUCCESS, update(khr, chain.get(), {.command = commands[round % 20], .num_args = 1, .arg_list = &to}));
    ASSERT_EQ(CL_SUCCESS, khr.enqueue(0, nullptr, chain.get(), 0, nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS, ::clFinish(loose.get()));
    expectAll(round < 19 ? 19 : 100 + round - (round + 1) % 20, first.get());
  }
}

// Each thread has a command of its own, and none of their updates gets lost.
TEST_P(clUpdateMutableCommandsKHR, MayBeCalledByThreads) {
  constexpr cl_uint threads = 4, rounds = 100;
  std::vector<cl_mutable_command_khr> commands;
  for (cl_uint i = 0; i < threads; ++i)
    commands.push_back(record(buffer, putting(0).get(), {}, 1));
  finalise();
  {
    std::vector<std::jthread> running;
    for (cl_uint i = 0; i < threads; ++i)
      running.emplace_back([&, i] {
        const size_t place = i;
        for (cl_uint what = 1; what <= rounds; ++what) {
          const Argument to = argument(1, what);
          EXPECT_EQ(CL_SUCCESS,
                    change({.command = commands[i], .num_args = 1, .arg_list = &to, .global_work_offset = &place}));
          run();
        }
      });
  }
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
  expectAll(rounds, first.get(), threads);
}

TEST_P(clUpdateMutableCommandsKHR, InvalidOperation) {
  constexpr cl_command_properties_khr fields = CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR;
  const auto kernel = putting(1);
  const size_t size = 8;
  const cl_uint what = 2;
  const Argument to = argument(1, what), pointer{0, 0, nullptr};
  cl_bool all = CL_TRUE;
  const ExecInfo its{CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof all, &all};
  const auto without = [&](cl_mutable_dispatch_fields_khr field) {
    return record(buffer, kernel.get(), {fields, 0x1F & ~field, 0});
  };
  const cl_mutable_command_khr whole = record(buffer, kernel.get());
  const Config changes[] = {
      {.command = without(CL_MUTABLE_DISPATCH_ARGUMENTS_KHR), .num_args = 1, .arg_list = &to},
      {.command = without(CL_MUTABLE_DISPATCH_ARGUMENTS_KHR), .num_svm_args = 1, .arg_svm_list = &pointer},
      {.command = without(CL_MUTABLE_DISPATCH_EXEC_INFO_KHR), .num_exec_infos = 1, .exec_info_list = &its},
      {.command = without(CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR), .global_work_offset = &size},
      {.command = without(CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR), .global_work_size = &size},
      {.command = without(CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR), .local_work_size = &size},
      {.command = whole, .work_dim = 2},
  };
  EXPECT_EQ(CL_INVALID_OPERATION, change({.command = whole})); // not finalised yet
  finalise();
  for (const Config &config : changes)
    EXPECT_EQ(CL_INVALID_OPERATION, change(config)) << &config - changes;
  EXPECT_EQ(CL_SUCCESS, change({.command = whole}));
  const auto fixed = makeCommandBuffer(queue);
  const cl_mutable_command_khr its0 = record(fixed.get(), kernel.get());
  ASSERT_EQ(CL_SUCCESS, khr.finalise(fixed.get()));
  EXPECT_EQ(CL_INVALID_OPERATION, update(khr, fixed.get(), {.command = its0}));
}

TEST_P(clUpdateMutableCommandsKHR, InvalidOperationWhereGroupsCeaseToBeUniform) {
  const size_t four = 4, five = 5, seven = 7, ten = 10;
  const cl_mutable_command_khr even = record(buffer, putting(1).get(), {}, 8, &four);
  const cl_mutable_command_khr odd = record(buffer, putting(1).get(), {}, 7, &four);
  const cl_mutable_command_khr open = record(buffer, putting(1).get(), {}, 8);
  finalise();
  EXPECT_EQ(CL_INVALID_OPERATION, change({.command = even, .global_work_size = &seven}));
  EXPECT_EQ(CL_INVALID_OPERATION, change({.command = even, .local_work_size = &five}));
  EXPECT_EQ(CL_SUCCESS, change({.command = even, .global_work_size = &ten, .local_work_size = &five}));
  EXPECT_EQ(CL_INVALID_OPERATION, change({.command = odd, .local_work_size = &seven}));
  EXPECT_EQ(CL_SUCCESS, change({.command = odd, .local_work_size = &five}));
  EXPECT_EQ(CL_SUCCESS, change({.command = open, .global_work_size = &seven}));
}

TEST_P(clUpdateMutableCommandsKHR, InvalidValue) {
  const cl_mutable_command_khr command = record(buffer, putting(1).get());
  finalise();
  const cl_uint what = 2;
  const Argument to = argument(1, what);
  const ExecInfo unknown{0xBAD, 0, nullptr};
  const Config changes[] = {
      {.command = command, .num_args = 1},
      {.command = command, .arg_list = &to},
      {.command = command, .num_svm_args = 1},
      {.command = command, .arg_svm_list = &to},
      {.command = command, .num_exec_infos = 1},
      {.command = command, .exec_info_list = &unknown},
      {.command = command, .num_exec_infos = 1, .exec_info_list = &unknown},
  };
  for (const Config &config : changes)
    EXPECT_EQ(CL_INVALID_VALUE, change(config)) << &config - changes;
  const cl_command_buffer_update_type_khr type = khr::mutableDispatchConfig, other = 77;
  const Config good{.command = command};
  const void *configs[] = {&good}, *none[] = {nullptr};
  EXPECT_EQ(CL_INVALID_VALUE, khr.update(buffer, 1, nullptr, configs));
  EXPECT_EQ(CL_INVALID_VALUE, khr.update(buffer, 0, &type, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, khr.update(buffer, 1, &type, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, khr.update(buffer, 0, nullptr, configs));
  EXPECT_EQ(CL_INVALID_VALUE, khr.update(buffer, 1, &other, configs));
  EXPECT_EQ(CL_INVALID_VALUE, khr.update(buffer, 1, &type, none));
  EXPECT_EQ(CL_SUCCESS, khr.update(buffer, 0, nullptr, nullptr));
}

TEST_P(clUpdateMutableCommandsKHR, InvalidMutableCommand) {
  record(buffer, putting(1).get());
  finalise();
  const auto another = makeCommandBuffer(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
  for (cl_mutable_command_khr wrong : {static_cast<cl_mutable_command_khr>(nullptr), as<cl_mutable_command_khr>(queue),
                                       record(another.get(), putting(1).get())})
    EXPECT_EQ(CL_INVALID_MUTABLE_COMMAND_KHR, change({.command = wrong}));
}

TEST_P(clUpdateMutableCommandsKHR, HasTheErrorsOfArgumentsAndLaunches) {
  const cl_mutable_command_khr command = record(buffer, putting(1).get());
  finalise();
  const cl_uint what = 2;
  const cl_mem none = as<cl_mem>(queue);
  const auto elsewhere = makeContext();
  const auto foreign = make([&](cl_int *e) { return ::clCreateBuffer(elsewhere.get(), 0, 64, nullptr, e); });
  const cl_mem its = foreign.get();
  EXPECT_EQ(CL_INVALID_ARG_INDEX, changeArgument(command, argument(2, what)));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, changeArgument(command, {1, 3, &what}));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, changeArgument(command, {1, sizeof what, nullptr}));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, changeArgument(command, argument(0, none)));
  EXPECT_EQ(CL_INVALID_CONTEXT, changeArgument(command, argument(0, its)));
  const Argument pointer{1, 0, nullptr};
  EXPECT_EQ(CL_INVALID_ARG_VALUE, change({.command = command, .num_svm_args = 1, .arg_svm_list = &pointer}));
  const size_t huge = ~size_t{0}, none0 = 0, many = 1 << 20;
  EXPECT_EQ(CL_INVALID_GLOBAL_OFFSET, change({.command = command, .global_work_offset = &huge}));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, change({.command = command, .local_work_size = &none0}));
  EXPECT_EQ(CL_INVALID_WORK_ITEM_SIZE,
            change({.command = command, .global_work_size = &many, .local_work_size = &many}));
  run();
  expectAll(1, first.get());
}

// Queries

TEST_P(clGetMutableCommandInfoKHR, DescribesIt) {
  const auto kernel = putting(1);
  const Properties properties = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 0x1F, 0};
  const cl_mutable_command_khr plain = record(buffer, kernel.get()), command = record(buffer, kernel.get(), properties);
  checkInfoQuery(khr.commandInfo, command, cl_mutable_command_info_khr{CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR});
  EXPECT_EQ(queue, info<cl_command_queue>(khr.commandInfo, command, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR));
  EXPECT_EQ(buffer, info<cl_command_buffer_khr>(khr.commandInfo, command, CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR));
  EXPECT_EQ(cl_command_type{CL_COMMAND_NDRANGE_KERNEL},
            info<cl_command_type>(khr.commandInfo, command, CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR));
  EXPECT_EQ(kernel.get(), info<cl_kernel>(khr.commandInfo, command, CL_MUTABLE_DISPATCH_KERNEL_KHR));
  const auto list = [&](cl_mutable_command_khr of) {
    return infoArray<cl_command_properties_khr>(khr.commandInfo, of, CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR);
  };
  EXPECT_EQ(properties, list(command));
  EXPECT_TRUE(list(plain).empty());
}

TEST_P(clGetMutableCommandInfoKHR, HasTheSizesOfTheLastUpdate) {
  const size_t global[] = {4, 2}, offset[] = {1, 3}, local[] = {2, 1}, more[] = {8, 2};
  cl_mutable_command_khr command = nullptr;
  ASSERT_EQ(CL_SUCCESS, khr.launch(buffer, nullptr, nullptr, putting(1).get(), 2, nullptr, global, nullptr, 0, nullptr,
                                   nullptr, &command));
  finalise();
  const auto expect = [&](std::vector<size_t> offsets, std::vector<size_t> globals, std::vector<size_t> locals) {
    EXPECT_EQ(offsets, sizes(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR));
    EXPECT_EQ(globals, sizes(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR));
    EXPECT_EQ(locals, sizes(command, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR));
  };
  EXPECT_EQ(2u, info<cl_uint>(khr.commandInfo, command, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR));
  expect({0, 0}, {4, 2}, {0, 0});
  EXPECT_EQ(CL_SUCCESS, change({.command = command, .global_work_offset = offset, .local_work_size = local}));
  expect({1, 3}, {4, 2}, {2, 1});
  EXPECT_EQ(CL_SUCCESS, change({.command = command, .global_work_size = more}));
  expect({1, 3}, {8, 2}, {2, 1});
}

} // namespace
} // namespace weft::test
