// Tests the folders that receive the IR of compilations: their names, and that no two compilations share a folder.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <latch>
#include <map>
#include <set>
#include <thread>

#include <gmock/gmock.h>

#include "CompilerTest.h"
#include "KernelAbi.h"
#include "pipeline/DumpFolder.h"
#include "pipeline/KernelPipeline.h"

namespace weft::compiler::test {
namespace {

namespace fs = std::filesystem;

/// The path of a folder that the destructor removes. The code that writes to the folder creates it.
struct TemporaryFolder {
  TemporaryFolder()
      : path(fs::path(testing::TempDir()) / ("weft-dumps-" + std::to_string(getpid()) + "-" + std::to_string(++count)) /
             "deep") {}
  ~TemporaryFolder() { fs::remove_all(path.parent_path()); }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  static inline unsigned count = 0;
  const fs::path path;
};

std::string readFile(const fs::path &path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The texts of a folder's files, by the files' names.
using Dump = std::map<std::string, std::string>;
Dump readDump(const fs::path &folder) {
  Dump dump;
  for (const auto &entry : fs::directory_iterator(folder))
    dump[entry.path().filename()] = readFile(entry.path());
  return dump;
}

std::set<std::string> namesIn(const fs::path &folder) {
  std::set<std::string> names;
  for (const auto &entry : fs::directory_iterator(folder))
    names.insert(entry.path().filename());
  return names;
}

const char *const source = R"(
kernel void scale(global float *a) { a[get_global_id(0)] *= 3.0f; }
kernel void turn(global float *a, local float *b) {
  const size_t i = get_local_id(0), n = get_local_size(0);
  b[i] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = b[n - 1 - i];
}
kernel void look(read_only image2d_t image, sampler_t sampler, global float4 *out) {
  const int i = get_global_id(0);
  out[i] = read_imagef(image, sampler, (int2)(i, 0));
})";

CodeRequest codeFor(const char *kernel, ScheduleExecutor executor = ScheduleExecutor::loops,
                    CodeIndices indices = CodeIndices::index32, std::array<uint64_t, 3> localSize = {}) {
  return {.cpu = {},
          .schedule = {.executor = executor},
          .indices = indices,
          .localSize = localSize,
          .argumentConstants = {},
          .without = {},
          .checks = {},
          .kernel = kernel};
}

CodeRequest fibersFor(const char *kernel) {
  CodeRequest code = codeFor(kernel);
  code.schedule.executor = ScheduleExecutor::fibers;
  return code;
}

CodeRequest codeForSampler(const char *kernel, ArgumentConstant sampler) {
  CodeRequest code = codeFor(kernel);
  code.argumentConstants = {sampler};
  return code;
}

CodeRequest codeForAnyBuffers(const char *kernel) {
  CodeRequest code = codeFor(kernel);
  code.buffers = CodeBuffers::any;
  return code;
}

CodeRequest codeWithoutStages(const char *kernel, std::vector<std::string> without) {
  CodeRequest code = codeFor(kernel);
  code.without = std::move(without);
  return code;
}

/// A code request, and the expected name of its folder.
struct Variant {
  const char *folder;
  CodeRequest code;
};
const std::array<Variant, 12> variants = {{
    {"scale-loops", codeFor("scale")},
    {"scale-auto", codeFor("scale", ScheduleExecutor::automatic)},
    {"scale-packets", codeFor("scale", ScheduleExecutor::packets)},
    {"scale-fibers", fibersFor("scale")},
    {"scale-loops-wide", codeFor("scale", ScheduleExecutor::loops, CodeIndices::index64)},
    {"scale-loops-any-buffers", codeForAnyBuffers("scale")},
    {"scale-loops-without-unroll-and-jam-without-unroll-loops",
     codeWithoutStages("scale", {"unroll-and-jam", "unroll-loops"})},
    {"scale-loops-16x2x1", codeFor("scale", ScheduleExecutor::loops, CodeIndices::index32, {16, 2, 1})},
    {"turn-loops", codeFor("turn")},
    {"turn-packets-8x1x1-wide", codeFor("turn", ScheduleExecutor::packets, CodeIndices::index64, {8, 1, 1})},
    {"look-loops", codeFor("look")},
    {"look-loops-arg1=16", codeForSampler("look", {1, 16})},
}};

void compileInto(const fs::path &folder, const Result &program, const Variant &variant) {
  const Result made = generate(program, variant.code, folder.c_str());
  EXPECT_EQ(made->status, WEFT_COMPILER_OK) << variant.folder << ": " << logOf(made);
}

/// Checks that the files are numbered from 0 without a gap, and that each has IR or says that its IR is unchanged.
void expectComplete(const Dump &dump, const std::string &folder) {
  unsigned number = 0;
  for (const auto &[name, text] : dump) {
    std::array<char, 8> prefix{};
    std::snprintf(prefix.data(), prefix.size(), "%02u-", number++);
    EXPECT_TRUE(name.starts_with(prefix.data()) && name.ends_with(".ll")) << folder << "/" << name;
    EXPECT_TRUE(text == "; unchanged\n" || text.contains("define ")) << folder << "/" << name << "\n" << text;
  }
  EXPECT_TRUE(dump.contains("00-input.ll")) << folder;
  EXPECT_TRUE(dump.contains("01-extract-kernel.ll")) << folder;
  EXPECT_TRUE(dump.rbegin()->first.ends_with("-order-clock-reads.ll")) << folder << ": " << dump.rbegin()->first;
}

TEST(DumpFolder, ParallelCompilationsOfKernelsAndVariantsHaveTheirOwn) {
  const Result program = build(source);
  const TemporaryFolder alone, together;
  constexpr unsigned rounds = 3;
  std::map<std::string, Dump> expected;
  for (const Variant &variant : variants) {
    compileInto(alone.path, program, variant);
    expected[variant.folder] = readDump(alone.path / variant.folder);
    expectComplete(expected[variant.folder], variant.folder);
  }
  ASSERT_EQ(namesIn(alone.path).size(), variants.size());
  fs::remove_all(alone.path);

  std::vector<std::thread> threads;
  std::latch start(variants.size() * rounds);
  for (unsigned round = 0; round < rounds; ++round)
    for (const Variant &variant : variants)
      threads.emplace_back([&] {
        start.arrive_and_wait();
        compileInto(together.path, program, variant);
      });
  for (std::thread &thread : threads)
    thread.join();

  std::set<std::string> folders;
  for (const Variant &variant : variants)
    for (unsigned round = 0; round < rounds; ++round) {
      const std::string folder = variant.folder + (round == 0 ? "" : "." + std::to_string(round + 1));
      folders.insert(folder);
      ASSERT_TRUE(fs::is_directory(together.path / folder)) << folder;
      EXPECT_TRUE(readDump(together.path / folder) == expected[variant.folder]) << folder << " has other files or IR";
    }
  EXPECT_EQ(namesIn(together.path), folders);
}

TEST(DumpFolder, NameIsThatOfAFileWhateverTheKernelIsCalled) {
  for (const char *name : {"../../up", "/etc/passwd", "..", ".", "", "a b", "a\nb", "caf\xc3\xa9"}) {
    const std::string folder = dumpFolderName(codeFor(name));
    EXPECT_TRUE(folder.ends_with("-loops")) << folder;
    EXPECT_EQ(folder.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"),
              std::string::npos)
        << folder;
  }
  EXPECT_EQ(dumpFolderName(codeFor("../x")), "___x-loops");
}

TEST(DumpFolder, NameIsOfBoundedLength) {
  KernelPipelineOptions options;
  options.code = codeFor(std::string(5000, 'k').c_str(), ScheduleExecutor::automatic, CodeIndices::index64);
  // The kernel's name is shortened, so that there is room for the suffixes that distinguish the variants.
  EXPECT_TRUE(dumpFolderName(options.code).ends_with("k-auto-wide"));
  for (uint32_t argument = 0; argument < 128; ++argument)
    options.code.argumentConstants.push_back({argument, 4000000000u + argument});
  EXPECT_EQ(dumpFolderName(options.code).size(), 200u);

  const TemporaryFolder folder;
  options.dumpFolder = folder.path;
  const std::string first = makeDumpFolder(options), second = makeDumpFolder(options);
  EXPECT_TRUE(fs::is_directory(first)) << first;
  EXPECT_EQ(second, first + ".2");
}

TEST(DumpFolder, IsOneThreadsAloneWhoeverRaces) {
  const TemporaryFolder folder;
  KernelPipelineOptions options;
  options.code = codeFor("k");
  options.dumpFolder = folder.path;
  constexpr unsigned racers = 4, laps = 100;
  std::array<std::vector<std::string>, racers> made;
  std::vector<std::thread> threads;
  threads.reserve(racers);
  std::latch start(racers);
  for (std::vector<std::string> &mine : made)
    threads.emplace_back([&] {
      start.arrive_and_wait();
      for (unsigned lap = 0; lap < laps; ++lap)
        mine.push_back(makeDumpFolder(options));
    });
  for (std::thread &thread : threads)
    thread.join();
  std::set<std::string> all;
  for (const std::vector<std::string> &mine : made)
    all.insert(mine.begin(), mine.end());
  EXPECT_EQ(all.size(), racers * laps);
}

TEST(DumpFolder, IsNoneThatWasThere) {
  const TemporaryFolder folder;
  KernelPipelineOptions options;
  options.code = codeFor("k");
  options.dumpFolder = folder.path;
  fs::create_directories(folder.path / "elsewhere");
  std::ofstream(folder.path / "k-loops") << "a file";
  fs::create_directory_symlink(folder.path / "elsewhere", folder.path / "k-loops.2");
  fs::create_directory_symlink(folder.path / "nowhere", folder.path / "k-loops.3");
  EXPECT_EQ(makeDumpFolder(options), folder.path / "k-loops.4");
  EXPECT_EQ(makeDumpFolder(options), folder.path / "k-loops.5");
}

TEST(DumpFolder, WhereNoneCanBeMadeNoIrIsWritten) {
  const TemporaryFolder folder;
  KernelPipelineOptions options;
  options.code = codeFor("scale");
  EXPECT_EQ(makeDumpFolder(options), "");
  fs::create_directories(folder.path);
  std::ofstream(folder.path / "file") << "contents";
  options.dumpFolder = folder.path / "file";
  EXPECT_EQ(makeDumpFolder(options), "");
  compileInto(options.dumpFolder, build(source), variants[0]);
  EXPECT_EQ(readFile(folder.path / "file"), "contents");
}

} // namespace
} // namespace weft::compiler::test
