// Tests the loading of compiled kernels: files that are accepted, and the error sentences for files that are refused.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <link.h>
#include <random>
#include <string>

#include <dlfcn.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Device.h"

namespace weft::cpu {
namespace {

std::string kernelPath(const std::string &name) { return std::string(WEFT_TEST_KERNELS) + "/" + name + ".so"; }

std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string errorOf(const std::string &name) {
  const auto code = KernelCode::loadFile(kernelPath(name));
  return code ? "loaded" : code.error();
}

/// Calls `change` with each program header, and writes the changed header back to `bytes`.
void changeSegments(std::string &bytes, const std::function<void(ElfW(Phdr) &)> &change) {
  ElfW(Ehdr) header;
  std::memcpy(&header, bytes.data(), sizeof header);
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    char *at = bytes.data() + header.e_phoff + i * sizeof(ElfW(Phdr));
    ElfW(Phdr) segment;
    std::memcpy(&segment, at, sizeof segment);
    change(segment);
    std::memcpy(at, &segment, sizeof segment);
  }
}

/// Returns the file offset of the first byte after the last loaded segment.
uint64_t endOfSegments(std::string bytes) {
  uint64_t end = 0;
  changeSegments(bytes, [&](const ElfW(Phdr) & segment) { end = std::max(end, segment.p_offset + segment.p_filesz); });
  return end;
}

/// Returns the number of descriptors for which the kernel's table of this process has space.
int descriptorTable() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("FDSize:"))
      return std::stoi(line.substr(7));
  return 0;
}

TEST(KernelCode, NeedsNoLargerTableOfDescriptorsOncePrepared) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < 1024)
    GTEST_SKIP() << "The process may not have so many descriptors.";
  KernelCode::prepareToLoad();
  const int before = descriptorTable();
  const std::string bytes = readFile(kernelPath("reverse-loops"));
  ASSERT_TRUE(KernelCode::loadBytes(bytes.data(), bytes.size(), "reverse"));
  EXPECT_GT(before, 64); // although the process has few descriptors
  EXPECT_EQ(descriptorTable(), before);
}

TEST(KernelCode, LoadsAFile) {
  const auto code = KernelCode::loadFile(kernelPath("reverse-loops"));
  ASSERT_TRUE(code) << code.error();
  EXPECT_EQ((*code)->info().executor, WEFT_EXECUTOR_LOOPS);
  EXPECT_EQ((*code)->info().staticLocalBytes, WEFT_MEMORY_ALIGNMENT);
  EXPECT_NE((*code)->info().entry, nullptr);
}

TEST(KernelCode, LoadsFilesInTheCurrentFolder) {
  char before[4096];
  ASSERT_NE(getcwd(before, sizeof before), nullptr);
  ASSERT_EQ(chdir(WEFT_TEST_KERNELS), 0);
  const auto code = KernelCode::loadFile("mark-loops.so");
  ASSERT_EQ(chdir(before), 0);
  EXPECT_TRUE(code) << code.error();
}

TEST(KernelCode, LoadsBytes) {
  // Several libraries are loaded one after the other through the same descriptor number. Each must be the requested
  // library, and not one that the loader knows by the same path.
  const std::string loops = readFile(kernelPath("reverse-loops"));
  const std::string fibers = readFile(kernelPath("reverse-fibers"));
  for (unsigned i = 0; i < 10; ++i) {
    const auto first = KernelCode::loadBytes(loops.data(), loops.size(), "first");
    const auto second = KernelCode::loadBytes(fibers.data(), fibers.size(), "second");
    ASSERT_TRUE(first) << first.error();
    ASSERT_TRUE(second) << second.error();
    EXPECT_EQ((*first)->info().executor, WEFT_EXECUTOR_LOOPS);
    EXPECT_EQ((*second)->info().executor, WEFT_EXECUTOR_FIBERS);
  }
}

TEST(KernelCode, RefusesWhatIsNoSharedObject) {
  const std::string text = "This is not an ELF file, but long enough to be looked at as one. It ends here, though.";
  const auto code = KernelCode::loadBytes(text.data(), text.size(), "text");
  ASSERT_FALSE(code);
  EXPECT_TRUE(code.error().starts_with("The code of 'text' cannot be loaded: ")) << code.error();
  const auto empty = KernelCode::loadBytes(nullptr, 0, "empty");
  ASSERT_FALSE(empty);
  EXPECT_TRUE(empty.error().starts_with("The code of 'empty' cannot be loaded: ")) << empty.error();
}

TEST(KernelCode, RefusesTruncatedCode) {
  const std::string whole = readFile(kernelPath("reverse-loops"));
  const uint64_t end = endOfSegments(whole);
  ASSERT_GT(end, 200u);
  // After the segments come the sections, which the loader doesn't load.
  for (size_t size = 0; size < end; size += 7)
    EXPECT_FALSE(KernelCode::loadBytes(whole.data(), size, "truncated")) << size;
  EXPECT_FALSE(KernelCode::loadBytes(whole.data(), end - 1, "truncated"));
}

/// Returns the error for a valid kernel in which `change` has edited a program header of this type.
std::string errorWith(unsigned type, const std::function<void(ElfW(Phdr) &)> &change) {
  std::string bytes = readFile(kernelPath("reverse-loops"));
  changeSegments(bytes, [&](ElfW(Phdr) & segment) {
    if (segment.p_type == type)
      change(segment);
  });
  const auto code = KernelCode::loadBytes(bytes.data(), bytes.size(), "changed");
  return code ? "loaded" : code.error();
}

TEST(KernelCode, RefusesAnExecutableStack) {
  EXPECT_EQ(errorWith(PT_GNU_STACK, [](ElfW(Phdr) & segment) { segment.p_flags |= PF_X; }),
            "The code of 'changed' cannot be loaded: it asks for an executable stack.");
  // Without this header, the loader would make all stacks executable.
  EXPECT_EQ(errorWith(PT_GNU_STACK, [](ElfW(Phdr) & segment) { segment.p_type = PT_NULL; }),
            "The code of 'changed' cannot be loaded: it does not say that its stack need not be executable.");
  EXPECT_TRUE(errorOf("no-stack-header").contains("stack need not be executable")) << errorOf("no-stack-header");
}

TEST(KernelCode, RefusesMemoryThatIsWritableAndExecutable) {
  EXPECT_EQ(errorWith(PT_LOAD, [](ElfW(Phdr) & segment) { segment.p_flags |= PF_W | PF_X; }),
            "The code of 'changed' cannot be loaded: it has memory that is both writable and executable.");
  std::string bytes = readFile(kernelPath("reverse-loops"));
  changeSegments(bytes, [&](ElfW(Phdr) & segment) {
    if (segment.p_type != PT_DYNAMIC)
      return;
    // DT_TEXTREL replaces an entry that isn't needed for loading.
    for (uint64_t at = segment.p_offset; at < segment.p_offset + segment.p_filesz; at += sizeof(ElfW(Dyn))) {
      ElfW(Dyn) entry;
      std::memcpy(&entry, bytes.data() + at, sizeof entry);
      if (entry.d_tag == DT_RELACOUNT || entry.d_tag == DT_FLAGS_1)
        entry = {.d_tag = DT_TEXTREL, .d_un = {}};
      std::memcpy(bytes.data() + at, &entry, sizeof entry);
    }
  });
  const auto code = KernelCode::loadBytes(bytes.data(), bytes.size(), "changed");
  ASSERT_FALSE(code);
  EXPECT_TRUE(code.error().contains("changed while it is loaded")) << code.error();
}

TEST(KernelCode, RefusesCodeForOtherCpus) {
  std::string bytes = readFile(kernelPath("reverse-loops"));
  for (const size_t at : {offsetof(ElfW(Ehdr), e_ident) + EI_CLASS, offsetof(ElfW(Ehdr), e_ident) + EI_DATA,
                          offsetof(ElfW(Ehdr), e_machine)}) {
    std::string changed = bytes;
    changed[at] ^= 3;
    const auto code = KernelCode::loadBytes(changed.data(), changed.size(), "changed");
    ASSERT_FALSE(code);
    EXPECT_TRUE(code.error().contains("another kind of CPU")) << code.error();
  }
}

TEST(KernelCode, RefusesOrLoadsAnyHeaders) {
  // No value in the file's header or in the program headers may make the loading read beyond the end of the file.
  const std::string good = readFile(kernelPath("reverse-loops"));
  std::mt19937 random(4711);
  for (unsigned i = 0; i < 3000; ++i) {
    std::string bytes = good.substr(0, 64 + random() % 600);
    for (unsigned count = 1 + random() % 4; count != 0; --count)
      bytes[SELFMAG + random() % (bytes.size() - SELFMAG)] = char(random());
    EXPECT_FALSE(KernelCode::loadBytes(bytes.data(), bytes.size(), "noise"));
  }
}

TEST(KernelCode, LoadsKernelsWithLongNames) {
  const std::string bytes = readFile(kernelPath("reverse-loops"));
  const auto code = KernelCode::loadBytes(bytes.data(), bytes.size(), std::string(1000, 'k'));
  EXPECT_TRUE(code) << code.error();
}

TEST(KernelCode, LoadsBytesThatNobodyCanChange) {
  const std::string bytes = readFile(kernelPath("reverse-loops"));
  const auto code = KernelCode::loadBytes(bytes.data(), bytes.size(), "sealed-kernel");
  ASSERT_TRUE(code) << code.error();
  std::ifstream maps("/proc/self/maps");
  unsigned mappings = 0;
  for (std::string line; std::getline(maps, line);) {
    if (!line.contains("sealed-kernel"))
      continue;
    ++mappings;
    // Opens the mapped file again for writing.
    const std::string range = line.substr(0, line.find(' '));
    const int file = open(("/proc/self/map_files/" + range).c_str(), O_RDWR);
    if (file < 0)
      continue;
    EXPECT_EQ(fcntl(file, F_GET_SEALS) & (F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL),
              F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
    EXPECT_LT(pwrite(file, "x", 1, 0), 0);
    close(file);
  }
  EXPECT_GT(mappings, 0u) << "gdb and perf see the kernel's name";
}

TEST(KernelCode, LoadsBytesFromAPathThatDebuggersCanFollow) {
  const std::string bytes = readFile(kernelPath("reverse-loops"));
  auto code = KernelCode::loadBytes(bytes.data(), bytes.size(), "kernel");
  ASSERT_TRUE(code) << code.error();
  Dl_info info;
  ASSERT_NE(dladdr(&(*code)->info(), &info), 0);
  const std::string path = info.dli_fname;
  EXPECT_TRUE(path.starts_with("/proc/" + std::to_string(getpid()) + "/fd/")) << path;
  // The descriptor has a high number, so that it doesn't take a number that the application expects soon. Code with
  // line information keeps the descriptor open for debuggers.
  EXPECT_GE(std::stoi(path.substr(path.rfind('/') + 1)), 900) << path;
  const bool hasLines = (*code)->sourceLineOf(reinterpret_cast<uintptr_t>((*code)->info().entry)).file != nullptr;
  EXPECT_EQ(std::filesystem::exists(path), hasLines);
  code->reset();
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(KernelCode, LoadsBytesWithoutProc) {
  const std::string bytes = readFile(kernelPath("reverse-loops"));
  const pid_t child = fork();
  if (child == 0) {
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        mount("none", "/proc", "tmpfs", 0, nullptr) != 0 || mount("none", "/dev/shm", "tmpfs", 0, nullptr) != 0)
      _exit(77);
    const auto first = KernelCode::loadBytes(bytes.data(), bytes.size(), "first");
    const auto second = KernelCode::loadBytes(bytes.data(), bytes.size(), "second");
    if (!first || !second)
      _exit(1);
    // The two libraries must be different, and their temporary files must be gone.
    if (&(*first)->info() == &(*second)->info())
      _exit(2);
    _exit(std::filesystem::is_empty("/dev/shm") ? 0 : 3);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 77)
    GTEST_SKIP() << "/proc can't be covered here.";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(KernelCode, RefusesAFileThatIsNotThere) {
  const auto code = KernelCode::loadFile("/nowhere/kernel.so");
  ASSERT_FALSE(code);
  EXPECT_TRUE(code.error().contains("/nowhere/kernel.so")) << code.error();
}

TEST(KernelCode, RefusesOtherAbiVersions) {
  const std::string wrong = "ABI version " + std::to_string(WEFT_KERNEL_ABI_VERSION + 1000);
  EXPECT_TRUE(errorOf("wrong-version").contains(wrong)) << errorOf("wrong-version");
}

TEST(KernelCode, RefusesUnknownExecutors) {
  EXPECT_TRUE(errorOf("wrong-executor").contains("unknown executor, number 77")) << errorOf("wrong-executor");
}

TEST(KernelCode, RefusesIncompleteDescriptions) {
  EXPECT_TRUE(errorOf("no-kernel").contains("exports no weftKernelInfo")) << errorOf("no-kernel");
  EXPECT_TRUE(errorOf("small-info").contains("too small")) << errorOf("small-info");
  EXPECT_TRUE(errorOf("no-entry").contains("no entry")) << errorOf("no-entry");
  EXPECT_TRUE(errorOf("odd-local-memory").contains("132 bytes of local memory")) << errorOf("odd-local-memory");
  EXPECT_TRUE(errorOf("partial-required-size").contains("some dimensions")) << errorOf("partial-required-size");
}

} // namespace
} // namespace weft::cpu
