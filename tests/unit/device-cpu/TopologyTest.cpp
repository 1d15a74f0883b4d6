// Tests the topology and the cache sizes that are read from machines, and the limits of control groups. Most machines
// and file trees are made up.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include "Device.h"
#include "MemoryHierarchy.h"
#include "scheduler/CacheSizes.h"
#include "scheduler/CgroupLimits.h"
#include "scheduler/SlotNodes.h"

namespace weft::cpu {
namespace {

TEST(Topology, DescribesThisMachine) {
  const Topology topology = readTopology();
  EXPECT_FALSE(topology.name.empty());
  EXPECT_FALSE(topology.vendor.empty());
  EXPECT_GE(topology.usableCpus, 1u);
  EXPECT_LE(topology.usableCpus, unsigned(sysconf(_SC_NPROCESSORS_CONF)));
  EXPECT_GT(topology.globalMemoryBytes, uint64_t(64) << 20);
  EXPECT_LE(topology.globalMemoryBytes, uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE)));
  EXPECT_GE(topology.floatVectorWidth, 4u);
#if defined(__x86_64__)
  EXPECT_NE(topology.maxClockMHz, 0u);
#endif
}

TEST(MemoryHierarchy, HasTheCpusThatItIsAskedAbout) {
  const Topology topology = readTopology();
  const MemoryHierarchy hierarchy = readMemoryHierarchy(topology.cpus);
  EXPECT_GE(hierarchy.cacheLineBytes, 16u);
  std::vector<unsigned> numbers;
  for (const UsableCpu &cpu : hierarchy.cpus)
    numbers.push_back(cpu.number);
  std::ranges::sort(numbers);
  EXPECT_EQ(numbers, topology.cpus);
}

TEST(CpusByNode, AreTheCpusOfThisMachineOnceEachOrNone) {
  const std::vector<unsigned> cpus = readTopology().cpus;
  std::vector<unsigned> numbers;
  for (const std::vector<unsigned> &node : cpusByNode(cpus)) {
    EXPECT_FALSE(node.empty());
    EXPECT_TRUE(std::ranges::is_sorted(node));
    numbers.insert(numbers.end(), node.begin(), node.end());
  }
  std::ranges::sort(numbers);
  EXPECT_TRUE(numbers.empty() || numbers == cpus);
}

TEST(CpusByNode, AreTogetherByTheirNode) {
  const auto cpu = [](unsigned number, int node) {
    return UsableCpu{.number = number, .affinity = {node, -1, 0, 1, 2}};
  };
  EXPECT_EQ(cpusByNode(std::vector{cpu(8, 1), cpu(1, 0), cpu(0, 0), cpu(7, 1)}), (CpusByNode{{0, 1}, {7, 8}}));
  EXPECT_EQ(cpusByNode(std::vector{cpu(3, -1), cpu(2, -1)}), (CpusByNode{{2, 3}})) << "nothing is known of nodes";
}

TEST(SlotNodes, HaveAsLargeAPartOfTheSlotsAsOfTheCpus) {
  const auto dealtOut = [](CpusByNode nodes, unsigned slots) {
    const SlotNodes all(std::move(nodes), slots);
    std::vector<unsigned> found;
    for (unsigned slot = 0; slot < slots; ++slot)
      found.push_back(all.ofSlot(slot));
    EXPECT_EQ(all.ofSlot(slots), found[0]) << "those of spare workers begin anew";
    return found;
  };
  EXPECT_EQ(dealtOut({{0, 1}, {2, 3}}, 4), (std::vector{0u, 0u, 1u, 1u}));
  EXPECT_EQ(dealtOut({{0, 1, 2}, {3}}, 8), (std::vector{0u, 0u, 0u, 0u, 0u, 0u, 1u, 1u}));
  EXPECT_EQ(dealtOut({{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}}, 3), (std::vector{0u, 1u, 2u}));
  EXPECT_EQ(dealtOut({{0, 1, 2, 3}, {4, 5, 6, 7}}, 1), (std::vector{0u}));
  EXPECT_EQ(SlotNodes({{0, 2}, {1, 5}}, 4).cpusOfSlot(3), (std::vector{1u, 5u}));
  EXPECT_FALSE(SlotNodes({{0, 1, 2}}, 3).hasSeveralNodes());
  EXPECT_FALSE(SlotNodes().hasSeveralNodes());
  EXPECT_EQ(SlotNodes().ofSlot(5), 0u);
}

TEST(MemoryHierarchy, CpusThatAreNotThereShareNothing) {
  const MemoryHierarchy hierarchy = readMemoryHierarchy({70000, 70001});
  ASSERT_EQ(hierarchy.cpus.size(), 2u);
  for (const UsableCpu &cpu : hierarchy.cpus)
    EXPECT_EQ(cpu.affinity, (AffinityDomains{-1, -1, -1, -1, -1}));
}

/// A synthetic machine of hwloc. hwloc(7) explains the description.
class MadeUpMachine {
public:
  explicit MadeUpMachine(const char *description) { setenv("HWLOC_SYNTHETIC", description, 1); }
  ~MadeUpMachine() { unsetenv("HWLOC_SYNTHETIC"); }
  MadeUpMachine(const MadeUpMachine &) = delete;
  MadeUpMachine &operator=(const MadeUpMachine &) = delete;

  static MemoryHierarchy read() { return readMemoryHierarchy({0, 1, 2, 3, 4, 5, 6, 7}); }
};

TEST(MemoryHierarchy, TellsNodesApartWhateverTheirCaches) {
  for (const char *description :
       {"node:2 pu:4", "node:2 l3:1 pu:4", "node:2 l3:2 l2:2 pu:1", "pack:2 [numa] l3:2 pu:2", "node:2 l2:4 pu:1"}) {
    const MadeUpMachine machine(description);
    EXPECT_EQ(cpusByNode(machine.read().cpus), (CpusByNode{{0, 1, 2, 3}, {4, 5, 6, 7}})) << description;
  }
  const MadeUpMachine interleaved("node:2 l3:2 pu:2(indexes=node)");
  EXPECT_EQ(cpusByNode(interleaved.read().cpus), (CpusByNode{{0, 2, 4, 6}, {1, 3, 5, 7}}));
}

TEST(MemoryHierarchy, ReadsCachesAndWhoSharesThem) {
  const MadeUpMachine machine("node:1 l3:1(size=8388608) l2:4(size=1048576) l1d:1(size=32768) pu:2");
  const MemoryHierarchy hierarchy = machine.read();
  EXPECT_EQ(hierarchy.lastLevelCacheBytes, uint64_t(8388608));
  EXPECT_EQ(hierarchy.lastLevelCacheInstanceBytes, uint64_t(8388608));
  EXPECT_EQ(hierarchy.cacheLineBytes, 64u);
  ASSERT_EQ(hierarchy.cpus.size(), 8u);
  EXPECT_EQ(hierarchy.cpus[0].affinity, (AffinityDomains{0, -1, 0, 0, 0}));
  EXPECT_EQ(hierarchy.cpus[7].affinity, (AffinityDomains{0, -1, 0, 3, 3}));
}

TEST(MemoryHierarchy, TakesTheSizesThatTheCpuTellsWhereTheSystemShowsNoCaches) {
  const MadeUpMachine machine("node:1 pu:8");
  const MemoryHierarchy hierarchy = machine.read();
  const CacheSizes told = readCacheSizes();
  EXPECT_EQ(hierarchy.lastLevelCacheBytes, told.lastLevel);
  EXPECT_EQ(hierarchy.lastLevelCacheInstanceBytes, 0u);
  if (told.line != 0)
    EXPECT_EQ(hierarchy.cacheLineBytes, told.line);
#if defined(__x86_64__)
  EXPECT_GE(told.lastLevel, 4096u);
  EXPECT_GE(told.line, 16u);
#endif
}

/// Returns the CPUID function of a made-up CPU that has only these leaves.
Cpuid made(std::map<std::pair<uint32_t, uint32_t>, CpuidRegisters> leaves) {
  return [leaves = std::move(leaves)](uint32_t leaf, uint32_t subLeaf) {
    const auto found = leaves.find({leaf, subLeaf});
    return found == leaves.end() ? CpuidRegisters() : found->second;
  };
}

/// Returns the registers that describe a cache in leaf 4. `type` is 1 for data, 2 for instructions and 3 for both.
CpuidRegisters cacheOf(unsigned type, unsigned level, uint32_t line, uint32_t ways, uint32_t sets) {
  return {.eax = type | level << 5, .ebx = (line - 1) | (ways - 1) << 22, .ecx = sets - 1};
}

TEST(CacheSizes, AreThoseOfCpuid) {
  const std::map<std::pair<uint32_t, uint32_t>, CpuidRegisters> listed = {{{4, 0}, cacheOf(1, 1, 64, 12, 64)},
                                                                          {{4, 1}, cacheOf(2, 1, 32, 8, 64)},
                                                                          {{4, 2}, cacheOf(3, 2, 64, 16, 2048)},
                                                                          {{4, 3}, cacheOf(3, 3, 128, 20, 98304)}};
  CacheSizes sizes = cacheSizesFrom(made(listed));
  EXPECT_EQ(sizes.lastLevel, uint64_t{128} * 20 * 98304);
  EXPECT_EQ(sizes.line, 64u);
  // AMD's leaf 0x8000001D has the format of leaf 4.
  sizes = cacheSizesFrom(
      made({{{0x8000001D, 0}, cacheOf(1, 1, 64, 8, 64)}, {{0x8000001D, 1}, cacheOf(3, 2, 64, 8, 1024)}}));
  EXPECT_EQ(sizes.lastLevel, uint64_t{64} * 8 * 1024);
  EXPECT_EQ(sizes.line, 64u);
  // Virtual machines may show only AMD's older leaves.
  sizes = cacheSizesFrom(
      made({{{0x80000005, 0}, {.ecx = 0x30080140}}, {{0x80000006, 0}, {.ecx = 0x04006140, .edx = 0x0FE09140}}}));
  EXPECT_EQ(sizes.lastLevel, uint64_t{1016} << 19);
  EXPECT_EQ(sizes.line, 64u);
  sizes = cacheSizesFrom(made({{{0x80000006, 0}, {.ecx = 0x04006140}}}));
  EXPECT_EQ(sizes.lastLevel, uint64_t{1} << 20);
  EXPECT_EQ(sizes.line, 0u);
}

TEST(CacheSizes, AreUnknownWhereTheCpuSaysNothing) {
  EXPECT_EQ(cacheSizesFrom(made({})).lastLevel, 0u);
  EXPECT_EQ(cacheSizesFrom(made({})).line, 0u);
  // A list of caches without an end also gives no sizes.
  const CacheSizes sizes =
      cacheSizesFrom([](uint32_t leaf, uint32_t) { return leaf == 4 ? cacheOf(2, 1, 64, 8, 64) : CpuidRegisters(); });
  EXPECT_EQ(sizes.lastLevel, 0u);
}

TEST(MemoryHierarchy, IsReadWithoutLeavingTheAffinityMask) {
  const std::vector<unsigned> cpus = readTopology().cpus;
  if (cpus.size() < 2)
    GTEST_SKIP() << "There is no CPU outside of a mask.";
  // This thread watches the affinity mask of the thread that reads.
  std::atomic<pid_t> reader{0};
  std::atomic<bool> done{false}, moved{false};
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(cpus.back(), &one);
  std::jthread reading([&] {
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    reader = gettid();
    for (int i = 0; i < 50; ++i)
      readMemoryHierarchy({cpus.back()});
    done = true;
  });
  while (!done) {
    cpu_set_t now;
    if (reader != 0 && sched_getaffinity(reader, sizeof now, &now) == 0 && !CPU_EQUAL(&now, &one))
      moved = true;
  }
  EXPECT_FALSE(moved);
}

TEST(Topology, CountsCpusOfTheAffinityMask) {
  unsigned cpus = 0;
  // Affinity is a property of a thread, so the new thread doesn't change the mask of the other threads.
  std::jthread([&] {
    cpu_set_t set;
    CPU_ZERO(&set);
    sched_getaffinity(0, sizeof set, &set);
    for (int cpu = 0, kept = 0; cpu < CPU_SETSIZE; ++cpu)
      if (CPU_ISSET(cpu, &set) && kept++ > 0)
        CPU_CLR(cpu, &set);
    ASSERT_EQ(sched_setaffinity(0, sizeof set, &set), 0);
    cpus = readTopology().usableCpus;
  }).join();
  EXPECT_EQ(cpus, 1u);
}

/// A folder that looks like the root of a file system with /proc/self and control groups.
class CgroupTest : public testing::Test {
protected:
  CgroupTest() {
    std::string pattern = testing::TempDir() + "weft-cgroup-XXXXXX";
    root = mkdtemp(pattern.data());
  }
  ~CgroupTest() override { std::filesystem::remove_all(root); }

  void write(const std::string &path, const std::string &text) {
    const std::filesystem::path whole = root + path;
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole) << text << "\n";
  }

  std::string root;
};

TEST_F(CgroupTest, NoGroupsAreNoLimits) {
  const CgroupLimits limits = readCgroupLimits(root);
  EXPECT_EQ(limits.cpus, 0);
  EXPECT_EQ(limits.memoryBytes, 0u);
}

TEST_F(CgroupTest, Version2TakesTheLeastOfAllAncestors) {
  write("/proc/self/mountinfo", "25 1 0:22 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw");
  write("/proc/self/cgroup", "0::/outer/inner");
  write("/sys/fs/cgroup/outer/cpu.max", "150000 100000");
  write("/sys/fs/cgroup/outer/memory.max", "1000000");
  write("/sys/fs/cgroup/outer/inner/cpu.max", "max 100000");
  write("/sys/fs/cgroup/outer/inner/memory.max", "2000000");
  const CgroupLimits limits = readCgroupLimits(root);
  EXPECT_DOUBLE_EQ(limits.cpus, 1.5);
  EXPECT_EQ(limits.memoryBytes, 1000000u);
}

TEST_F(CgroupTest, Version1ReadsEachController) {
  write("/proc/self/mountinfo", "30 25 0:26 / /cg/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
                                "31 25 0:27 / /cg/memory rw shared:9 master:3 - cgroup cgroup rw,memory\n"
                                "32 25 0:28 / /proc rw - proc proc rw");
  write("/proc/self/cgroup", "5:cpu,cpuacct:/job\n4:memory:/job:1");
  write("/cg/cpu,cpuacct/job/cpu.cfs_quota_us", "50000");
  write("/cg/cpu,cpuacct/job/cpu.cfs_period_us", "100000");
  write("/cg/cpu,cpuacct/cpu.cfs_quota_us", "-1");
  write("/cg/cpu,cpuacct/cpu.cfs_period_us", "100000");
  write("/cg/memory/job:1/memory.limit_in_bytes", "3000000");
  write("/cg/memory/memory.limit_in_bytes", "9223372036854771712");
  const CgroupLimits limits = readCgroupLimits(root);
  EXPECT_DOUBLE_EQ(limits.cpus, 0.5);
  EXPECT_EQ(limits.memoryBytes, 3000000u);
}

TEST_F(CgroupTest, ContainerSeesItsGroupAtTheMountPoint) {
  write("/proc/self/mountinfo", "25 1 0:22 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw");
  write("/proc/self/cgroup", "0::/docker/abc");
  write("/sys/fs/cgroup/cpu.max", "300000 100000");
  EXPECT_DOUBLE_EQ(readCgroupLimits(root).cpus, 3);
  write("/proc/self/cgroup", "0::/../elsewhere");
  EXPECT_DOUBLE_EQ(readCgroupLimits(root).cpus, 3);
}

} // namespace
} // namespace weft::cpu
