// Tests of sub-devices: how they are made, what they say of themselves, and where their commands run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string_view>
#include <thread>

#include "support/ApiTest.h"
#include "support/Extension.h"

namespace weft::test {
namespace {

using Properties = std::vector<cl_device_partition_property>;
using Devices = std::vector<Handle<cl_device_id>>;

constexpr auto equally = CL_DEVICE_PARTITION_EQUALLY;
constexpr auto byCounts = CL_DEVICE_PARTITION_BY_COUNTS;
constexpr auto byAffinity = CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN;

class SubDeviceTest : public ProgramTest {
protected:
  void SetUp() override {
    if (unitsOf(device()) < 2)
      GTEST_SKIP() << "a device with one compute unit can't be partitioned";
  }

  cl_uint unitsOf(cl_device_id one) const {
    return info<cl_uint>(cl.clGetDeviceInfo, one, CL_DEVICE_MAX_COMPUTE_UNITS);
  }
  cl_uint referencesOf(cl_device_id one) const {
    return info<cl_uint>(cl.clGetDeviceInfo, one, CL_DEVICE_REFERENCE_COUNT);
  }
  cl_int errorFor(const Properties &properties, cl_device_id parent = device()) const {
    cl_uint count = 99;
    const cl_int error = cl.clCreateSubDevices(parent, properties.data(), 0, nullptr, &count);
    EXPECT_EQ(error != CL_SUCCESS, count == 99);
    return error;
  }
  Devices partition(const Properties &properties, cl_device_id parent = device()) const {
    cl_uint count = 0;
    EXPECT_EQ(CL_SUCCESS, cl.clCreateSubDevices(parent, properties.data(), 0, nullptr, &count));
    std::vector<cl_device_id> raw(count);
    EXPECT_EQ(CL_SUCCESS, cl.clCreateSubDevices(parent, properties.data(), count, raw.data(), nullptr));
    Devices devices;
    for (cl_device_id one : raw)
      devices.emplace_back(one);
    return devices;
  }
  static Handle<cl_context> contextOf(const std::vector<cl_device_id> &devices) {
    return make([&](cl_int *e) {
      return ::clCreateContext(nullptr, cl_uint(devices.size()), devices.data(), nullptr, nullptr, e);
    });
  }
  static Handle<cl_command_queue> queueOn(cl_context itsContext, cl_device_id one) {
    return make([&](cl_int *e) { return ::clCreateCommandQueueWithProperties(itsContext, one, nullptr, e); });
  }
};
WEFT_API_SUITE(clCreateSubDevices, SubDeviceTest);

// CTest runs it without workers, too: a thread that waits in a sub-device's queue never has to run the device's
// commands.
WEFT_API_SUITE(DeviceOfOneUnit, ApiTest);

TEST_P(DeviceOfOneUnit, HasNoPartitionScheme) {
  if (info<cl_uint>(cl.clGetDeviceInfo, device(), CL_DEVICE_MAX_COMPUTE_UNITS) != 1)
    GTEST_SKIP() << "the device has several compute units";
  for (const Properties &properties : {Properties{equally, 1, 0}, Properties{byCounts, 1, 0, 0},
                                       Properties{byAffinity, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0}}) {
    cl_device_id made = nullptr;
    EXPECT_EQ(CL_INVALID_VALUE, cl.clCreateSubDevices(device(), properties.data(), 1, &made, nullptr));
    EXPECT_EQ(nullptr, made);
  }
}

WEFT_API_SUITE(MadeUpTopology, SubDeviceTest);

// CTest runs it with machines that hwloc makes up.
TEST_P(MadeUpTopology, HasTheDomainsOfItsNodes) {
  const char *nodes = std::getenv("WEFT_TEST_NODES");
  cpu_set_t usable;
  CPU_ZERO(&usable);
  if (!nodes || sched_getaffinity(0, sizeof usable, &usable) != 0)
    GTEST_SKIP() << "the machine is a real one";
  bool isOn[2] = {};
  for (int number = 0; number < CPU_SETSIZE; ++number)
    isOn[number % 2] |= CPU_ISSET(number, &usable) != 0;
  // CPUs with even numbers are on one node of two, the others on the other one.
  const bool areSeveral = std::string_view(nodes) == "2" && isOn[0] && isOn[1];
  const auto domains =
      info<cl_device_affinity_domain>(cl.clGetDeviceInfo, device(), CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
  EXPECT_EQ(areSeveral, (domains & CL_DEVICE_AFFINITY_DOMAIN_NUMA) != 0);
  const Properties byNode{byAffinity, CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0};
  EXPECT_EQ(areSeveral ? CL_SUCCESS : CL_INVALID_VALUE, errorFor(byNode));
  if (areSeveral)
    EXPECT_EQ(2u, partition(byNode).size());
}

TEST_P(clCreateSubDevices, InvalidValueForWhatTheDeviceDoesNotList) {
  for (const cl_device_id one : {device(), partition({equally, 1, 0})[0].get()}) {
    const auto listed =
        infoArray<cl_device_partition_property>(cl.clGetDeviceInfo, one, CL_DEVICE_PARTITION_PROPERTIES);
    for (const Properties &properties : {Properties{equally, 1, 0}, Properties{byCounts, 1, 0, 0},
                                         Properties{byAffinity, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0}}) {
      const bool isListed = std::ranges::count(listed, properties[0]) != 0;
      EXPECT_EQ(isListed ? CL_SUCCESS : CL_INVALID_VALUE, errorFor(properties, one)) << properties[0];
    }
  }
}

TEST_P(clCreateSubDevices, EquallyMakesAsManyAsFit) {
  const cl_uint units = unitsOf(device());
  for (cl_uint each = 1; each < units; ++each) {
    const Devices devices = partition({equally, cl_int(each), 0});
    EXPECT_EQ(units / each, devices.size());
    for (const auto &one : devices) {
      EXPECT_EQ(each, unitsOf(one.get()));
      EXPECT_EQ((Properties{equally, cl_int(each), 0}),
                infoArray<cl_device_partition_property>(cl.clGetDeviceInfo, one.get(), CL_DEVICE_PARTITION_TYPE));
    }
  }
}

TEST_P(clCreateSubDevices, ByCountsMakesOneForEachCount) {
  const cl_uint units = unitsOf(device());
  const Properties properties{byCounts, 1, cl_int(units) - 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  const Devices devices = partition(properties);
  ASSERT_EQ(2u, devices.size());
  EXPECT_EQ(1u, unitsOf(devices[0].get()));
  EXPECT_EQ(units - 1, unitsOf(devices[1].get()));
  EXPECT_EQ(properties,
            infoArray<cl_device_partition_property>(cl.clGetDeviceInfo, devices[0].get(), CL_DEVICE_PARTITION_TYPE));
}

TEST_P(clCreateSubDevices, ByAffinityDomainDealsOutAllUnits) {
  const auto domains =
      info<cl_device_affinity_domain>(cl.clGetDeviceInfo, device(), CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
  for (cl_device_affinity_domain domain = CL_DEVICE_AFFINITY_DOMAIN_NUMA;
       domain <= CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE; domain <<= 1) {
    const Properties properties{byAffinity, cl_device_partition_property(domain), 0};
    if ((domains & domain) == 0) {
      EXPECT_EQ(CL_INVALID_VALUE, errorFor(properties)) << domain;
      continue;
    }
    const Devices devices = partition(properties);
    EXPECT_GE(devices.size(), 2u);
    cl_uint units = 0;
    for (const auto &one : devices)
      units += unitsOf(one.get());
    EXPECT_EQ(unitsOf(device()), units);
    const auto type =
        infoArray<cl_device_partition_property>(cl.clGetDeviceInfo, devices[0].get(), CL_DEVICE_PARTITION_TYPE);
    ASSERT_EQ(3u, type.size());
    EXPECT_EQ(byAffinity, type[0]);
    // The domain that was found stands in the place of CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE.
    EXPECT_NE(CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, cl_device_affinity_domain(type[1]));
    EXPECT_TRUE(domains & cl_device_affinity_domain(type[1]));
  }
}

TEST_P(clCreateSubDevices, PartsCanBePartitionedUntilOneUnitIsLeft) {
  const Devices whole = partition({byCounts, cl_int(unitsOf(device())), 0, 0});
  ASSERT_EQ(1u, whole.size());
  const cl_device_id outer = whole[0].get();
  EXPECT_EQ(device(), info<cl_device_id>(cl.clGetDeviceInfo, outer, CL_DEVICE_PARENT_DEVICE));
  const Devices parts = partition({equally, 1, 0}, outer);
  EXPECT_EQ(unitsOf(device()), parts.size());
  const cl_device_id one = parts[0].get();
  EXPECT_EQ(outer, info<cl_device_id>(cl.clGetDeviceInfo, one, CL_DEVICE_PARENT_DEVICE));
  EXPECT_EQ(0u, info<cl_uint>(cl.clGetDeviceInfo, one, CL_DEVICE_PARTITION_MAX_SUB_DEVICES));
  EXPECT_EQ(Properties{0},
            infoArray<cl_device_partition_property>(cl.clGetDeviceInfo, one, CL_DEVICE_PARTITION_PROPERTIES));
  EXPECT_EQ(CL_INVALID_VALUE, errorFor({equally, 1, 0}, one));
}

TEST_P(clCreateSubDevices, InvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, cl.clCreateSubDevices(device(), nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, errorFor({0}));
  EXPECT_EQ(CL_INVALID_VALUE, errorFor({0x1234, 1, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, errorFor({equally, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, errorFor({equally, -1, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, errorFor({equally, 1, byAffinity, CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, errorFor({byCounts, 0, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, errorFor({byAffinity, 0x7FFF, 0}));
}

TEST_P(clCreateSubDevices, InvalidValueForTooLittleRoom) {
  const Properties properties{equally, 1, 0};
  cl_device_id made = nullptr;
  EXPECT_EQ(CL_INVALID_VALUE, cl.clCreateSubDevices(device(), properties.data(), 1, &made, nullptr));
  EXPECT_EQ(nullptr, made);
}

TEST_P(clCreateSubDevices, InvalidDevicePartitionCount) {
  const cl_int units = cl_int(unitsOf(device()));
  EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT, errorFor({byCounts, units + 1, 0, 0}));
  EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT, errorFor({byCounts, units, 1, 0, 0}));
  EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT, errorFor({byCounts, -1, 0, 0}));
}

TEST_P(clCreateSubDevices, OneOfAllComputeUnits) {
  const cl_uint units = unitsOf(device());
  const Devices devices = partition({equally, cl_int(units), 0});
  ASSERT_EQ(1u, devices.size());
  EXPECT_EQ(units, unitsOf(devices[0].get()));
  EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT, errorFor({equally, cl_int(units) + 1, 0}));
}

WEFT_API_SUITE(clRetainAndReleaseDevice, SubDeviceTest);

TEST_P(clRetainAndReleaseDevice, CountSubDevicesAndLeaveTheRootAlone) {
  Devices devices = partition({equally, 1, 0});
  const cl_device_id one = devices[0].get();
  EXPECT_EQ(1u, referencesOf(one));
  EXPECT_EQ(CL_SUCCESS, cl.clRetainDevice(one));
  EXPECT_EQ(2u, referencesOf(one));
  EXPECT_EQ(CL_SUCCESS, cl.clReleaseDevice(one));
  EXPECT_EQ(CL_SUCCESS, cl.clRetainDevice(device()));
  EXPECT_EQ(1u, referencesOf(device()));
  EXPECT_EQ(CL_SUCCESS, cl.clReleaseDevice(device()));
  EXPECT_EQ(1u, referencesOf(device()));
}

TEST_P(clRetainAndReleaseDevice, InvalidDeviceOnceReleased) {
  const cl_device_id one = partition({equally, 1, 0})[0].release();
  EXPECT_EQ(CL_SUCCESS, cl.clReleaseDevice(one));
  EXPECT_EQ(CL_INVALID_DEVICE, cl.clReleaseDevice(one));
  EXPECT_EQ(CL_INVALID_DEVICE, cl.clRetainDevice(one));
}

TEST_P(clRetainAndReleaseDevice, AContextKeepsItsDevices) {
  Devices devices = partition({equally, 1, 0});
  const cl_device_id one = devices[0].get();
  const auto its = contextOf({one});
  const auto itsQueue = queueOn(its.get(), one);
  devices.clear();
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(itsQueue.get()));
  EXPECT_EQ(one, info<cl_device_id>(cl.clGetCommandQueueInfo, itsQueue.get(), CL_QUEUE_DEVICE));
  EXPECT_EQ(0u, referencesOf(one));
  const auto another = queueOn(its.get(), one);
  EXPECT_EQ(CL_INVALID_DEVICE, cl.clReleaseDevice(one));
}

WEFT_API_SUITE(SubDevices, SubDeviceTest);

struct Seen {
  std::set<int> cpus;
};
void CL_CALLBACK noteCpu(void *arguments) { (*static_cast<Seen **>(arguments))->cpus.insert(sched_getcpu()); }

TEST_P(SubDevices, RunCommandsOnTheirOwnCpus) {
  const Devices devices = partition({equally, 1, 0});
  std::vector<Seen> seen(devices.size());
  for (size_t i = 0; i < devices.size(); ++i) {
    const auto its = contextOf({devices[i].get()});
    const auto itsQueue = queueOn(its.get(), devices[i].get());
    for (int call = 0; call < 50; ++call) {
      Seen *place = &seen[i];
      ASSERT_EQ(CL_SUCCESS, cl.clEnqueueNativeKernel(itsQueue.get(), noteCpu, &place, sizeof place, 0, nullptr, nullptr,
                                                     0, nullptr, nullptr));
      ASSERT_EQ(CL_SUCCESS, cl.clFinish(itsQueue.get()));
    }
    // A compute unit is one CPU, unless the process has a quota.
    if (unitsOf(device()) >= std::thread::hardware_concurrency())
      EXPECT_EQ(1u, seen[i].cpus.size());
  }
  for (size_t i = 1; i < seen.size() && seen.size() <= std::thread::hardware_concurrency(); ++i)
    EXPECT_NE(seen[0].cpus, seen[i].cpus);
}

constexpr const char *addsOne = "kernel void addsOne(global int *values) { values[get_global_id(0)] += 1; }";

TEST_P(SubDevices, ShareBuffersAndEventsWithinAContext) {
  const Devices devices = partition({equally, 1, 0});
  const cl_device_id first = devices[0].get(), second = devices[1].get();
  const auto its = contextOf({first, second, device()});
  const auto program = make([&](cl_int *e) {
    const char *source = addsOne;
    return cl.clCreateProgramWithSource(its.get(), 1, &source, nullptr, e);
  });
  ASSERT_EQ(CL_SUCCESS, cl.clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr));
  const auto kernel = makeKernel(program.get(), "addsOne");
  std::vector<cl_int> values(100000);
  const auto buffer = make([&](cl_int *e) {
    return cl.clCreateBuffer(its.get(), CL_MEM_USE_HOST_PTR, values.size() * sizeof(cl_int), values.data(), e);
  });
  const cl_mem memory = buffer.get();
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel.get(), 0, sizeof memory, &memory));
  std::vector<Handle<cl_command_queue>> queues;
  for (cl_device_id one : {first, second, device()})
    queues.push_back(queueOn(its.get(), one));
  Handle<cl_event> before = make([&](cl_int *e) { return cl.clCreateUserEvent(its.get(), e); });
  ASSERT_EQ(CL_SUCCESS, cl.clRetainEvent(before.get()));
  const Handle<cl_event> start(before.get());
  const size_t size = values.size();
  for (int i = 0; i < 300; ++i) {
    cl_event done = nullptr;
    const cl_event waitFor = before.get();
    ASSERT_EQ(CL_SUCCESS, cl.clEnqueueNDRangeKernel(queues[i % queues.size()].get(), kernel.get(), 1, nullptr, &size,
                                                    nullptr, 1, &waitFor, &done));
    before = Handle<cl_event>(done);
  }
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(start.get(), CL_COMPLETE));
  const cl_event last = before.get();
  ASSERT_EQ(CL_SUCCESS, cl.clWaitForEvents(1, &last));
  EXPECT_EQ(static_cast<std::ptrdiff_t>(values.size()), std::ranges::count(values, 300));
}

TEST_P(SubDevices, UseTheProgramThatTheirParentWasBuiltWith) {
  const Devices devices = partition({equally, 1, 0});
  const cl_device_id one = devices[0].get(), parent = device();
  const auto its = contextOf({one, parent});
  const auto program = make([&](cl_int *e) {
    const char *source = addsOne;
    return cl.clCreateProgramWithSource(its.get(), 1, &source, nullptr, e);
  });
  ASSERT_EQ(CL_SUCCESS, cl.clBuildProgram(program.get(), 1, &parent, "", nullptr, nullptr));
  cl_build_status status = CL_BUILD_ERROR;
  EXPECT_EQ(CL_SUCCESS,
            cl.clGetProgramBuildInfo(program.get(), one, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, nullptr));
  EXPECT_EQ(CL_BUILD_SUCCESS, status);
  const auto kernel = makeKernel(program.get(), "addsOne");
  size_t suggestion = 0;
  EXPECT_EQ(CL_SUCCESS, cl.clGetKernelWorkGroupInfo(kernel.get(), one, CL_KERNEL_WORK_GROUP_SIZE, sizeof suggestion,
                                                    &suggestion, nullptr));
  EXPECT_EQ(CL_INVALID_DEVICE, cl.clGetKernelWorkGroupInfo(kernel.get(), nullptr, CL_KERNEL_WORK_GROUP_SIZE,
                                                           sizeof suggestion, &suggestion, nullptr));
}

TEST_P(SubDevices, HaveBuildsOfTheirOwn) {
  const Devices devices = partition({equally, 1, 0});
  const cl_device_id first = devices[0].get(), second = devices[1].get();
  const auto its = contextOf({first, second});
  const char *source = "kernel void gives(global int *out) { *out = VALUE; }";
  const auto program = make([&](cl_int *e) { return cl.clCreateProgramWithSource(its.get(), 1, &source, nullptr, e); });
  const auto statusOn = [&](cl_device_id one) {
    cl_build_status status = CL_BUILD_IN_PROGRESS;
    EXPECT_EQ(CL_SUCCESS,
              cl.clGetProgramBuildInfo(program.get(), one, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, nullptr));
    return status;
  };
  ASSERT_EQ(CL_SUCCESS, cl.clBuildProgram(program.get(), 1, &first, "-DVALUE=1", nullptr, nullptr));
  EXPECT_EQ(CL_BUILD_SUCCESS, statusOn(first));
  EXPECT_EQ(CL_BUILD_NONE, statusOn(second));
  cl_int value = 0;
  const auto buffer =
      make([&](cl_int *e) { return cl.clCreateBuffer(its.get(), CL_MEM_USE_HOST_PTR, sizeof value, &value, e); });
  const cl_mem memory = buffer.get();
  const auto run = [&](cl_kernel kernel, cl_device_id one) {
    const auto itsQueue = queueOn(its.get(), one);
    const size_t size = 1;
    EXPECT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel, 0, sizeof memory, &memory));
    const cl_int error =
        cl.clEnqueueNDRangeKernel(itsQueue.get(), kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr);
    EXPECT_EQ(CL_SUCCESS, cl.clFinish(itsQueue.get()));
    return error;
  };
  {
    const auto kernel = makeKernel(program.get(), "gives");
    EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, run(kernel.get(), second));
    const auto wrong = queueOn(its.get(), second);
    EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, cl.clEnqueueTask(wrong.get(), kernel.get(), 0, nullptr, nullptr));
    const auto suggest =
        extension<clGetKernelSuggestedLocalWorkSizeKHR_fn>(GetParam(), "clGetKernelSuggestedLocalWorkSizeKHR");
    size_t size = 1, suggested = 0;
    EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, suggest(wrong.get(), kernel.get(), 1, nullptr, &size, &suggested));
    EXPECT_EQ(CL_SUCCESS, run(kernel.get(), first));
    EXPECT_EQ(1, value);
  }
  ASSERT_EQ(CL_SUCCESS, cl.clBuildProgram(program.get(), 1, &second, "-DVALUE=2", nullptr, nullptr));
  const auto kernel = makeKernel(program.get(), "gives");
  EXPECT_EQ(CL_SUCCESS, run(kernel.get(), second));
  EXPECT_EQ(2, value);
  EXPECT_EQ(CL_SUCCESS, run(kernel.get(), first));
  EXPECT_EQ(1, value);
}

TEST_P(SubDevices, InvalidKernelDefinitionWhereBuildsDiffer) {
  const Devices devices = partition({equally, 1, 0});
  const cl_device_id first = devices[0].get(), second = devices[1].get();
  const auto its = contextOf({first, second});
  const char *source = "kernel void k(TYPE argument) {}";
  const auto program = make([&](cl_int *e) { return cl.clCreateProgramWithSource(its.get(), 1, &source, nullptr, e); });
  ASSERT_EQ(CL_SUCCESS, cl.clBuildProgram(program.get(), 1, &first, "-DTYPE=int", nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, cl.clBuildProgram(program.get(), 1, &second, "-DTYPE=float", nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_KERNEL_DEFINITION, errorOf([&](cl_int *e) { return cl.clCreateKernel(program.get(), "k", e); }));
}

TEST_P(SubDevices, HaveBinariesOfTheirOwn) {
  const Devices devices = partition({equally, 1, 0});
  const cl_device_id both[] = {devices[0].get(), devices[1].get()};
  const auto its = contextOf({both[0], both[1]});
  const auto program = make([&](cl_int *e) {
    const char *source = addsOne;
    return cl.clCreateProgramWithSource(its.get(), 1, &source, nullptr, e);
  });
  ASSERT_EQ(CL_SUCCESS, cl.clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr));
  const auto sizes = infoArray<size_t>(cl.clGetProgramInfo, program.get(), CL_PROGRAM_BINARY_SIZES);
  ASSERT_EQ(2u, sizes.size());
  std::vector<unsigned char> first(sizes[0]), second(sizes[1]);
  unsigned char *places[] = {first.data(), second.data()};
  EXPECT_EQ(CL_INVALID_VALUE,
            cl.clGetProgramInfo(program.get(), CL_PROGRAM_BINARIES, sizeof places[0], places, nullptr));
  ASSERT_EQ(CL_SUCCESS, cl.clGetProgramInfo(program.get(), CL_PROGRAM_BINARIES, sizeof places, places, nullptr));
  const unsigned char *binaries[] = {first.data(), second.data()};
  const auto again = make(
      [&](cl_int *e) { return cl.clCreateProgramWithBinary(its.get(), 2, both, sizes.data(), binaries, nullptr, e); });
  ASSERT_EQ(CL_SUCCESS, cl.clBuildProgram(again.get(), 0, nullptr, "", nullptr, nullptr));
  EXPECT_EQ(2u, infoArray<cl_device_id>(cl.clGetProgramInfo, again.get(), CL_PROGRAM_DEVICES).size());
  makeKernel(again.get(), "addsOne");
}

TEST_P(SubDevices, InvalidDeviceOutsideOfTheirContext) {
  const Devices devices = partition({equally, 1, 0});
  const auto its = contextOf({devices[0].get()});
  const auto error = [&](cl_device_id one) {
    return errorOf([&](cl_int *e) { return cl.clCreateCommandQueueWithProperties(its.get(), one, nullptr, e); });
  };
  EXPECT_EQ(CL_INVALID_DEVICE, error(devices[1].get()));
  EXPECT_EQ(CL_INVALID_DEVICE, error(device()));
  const auto program = makeProgram("kernel void x() {}");
  const cl_device_id one = devices[0].get();
  EXPECT_EQ(CL_INVALID_DEVICE, cl.clBuildProgram(program.get(), 1, &one, "", nullptr, nullptr));
}

} // namespace
} // namespace weft::test
