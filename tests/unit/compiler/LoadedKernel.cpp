// Loads the shared object of a generated kernel, and calls its entry for one work-group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LoadedKernel.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <dlfcn.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace weft::compiler::test {

LoadedKernel::LoadedKernel(const Result &program, const std::string &name, const std::string &cpu,
                           const std::vector<ArgumentConstant> &constants)
    : LoadedKernel(program, CodeRequest{.cpu = cpu,
                                        .schedule = {.executor = ScheduleExecutor::loops},
                                        .argumentConstants = constants,
                                        .without = {},
                                        .checks = {},
                                        .kernel = name}) {}

LoadedKernel::LoadedKernel(const Result &program, const CodeRequest &request) {
  const Result code = generate(program, request);
  EXPECT_EQ(code->status, WEFT_COMPILER_OK) << logOf(code);
  std::string path = testing::TempDir() + "weft-kernel-XXXXXX";
  const int file = mkstemp(path.data());
  EXPECT_EQ(write(file, code->code.data, code->code.size), static_cast<ssize_t>(code->code.size));
  close(file);
  library_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  EXPECT_TRUE(library_) << dlerror();
  unlink(path.c_str());
  if (library_)
    info_ = static_cast<const WeftKernelInfo *>(dlsym(library_, WEFT_KERNEL_INFO_SYMBOL));
}

LoadedKernel::~LoadedKernel() {
  if (library_)
    dlclose(library_);
}

void LoadedKernel::run(const std::vector<const void *> &pointers) const {
  ASSERT_TRUE(info_);
  alignas(WEFT_MEMORY_ALIGNMENT) static char localMemory[1 << 16];
  alignas(WEFT_MEMORY_ALIGNMENT) static char scratch[1 << 16];
  alignas(WEFT_MEMORY_ALIGNMENT) const void *block[16] = {};
  std::copy(pointers.begin(), pointers.end(), block);
  WeftLaunch launch{};
  launch.args = block;
  std::ranges::copy(std::array<uint64_t, 3>{items, 1, 1}, launch.globalSize);
  std::ranges::copy(launch.globalSize, launch.localSize);
  std::ranges::fill(launch.numGroups, 1);
  launch.workDim = 1;
  WeftGroup group{};
  std::ranges::copy(launch.localSize, group.localSize);
  group.localMemory = localMemory;
  group.localBytes = sizeof localMemory;
  group.scratch = scratch;
  group.scratchBytes = sizeof scratch;
  ASSERT_LE(info_->scratchBytesPerItem * items, sizeof scratch);
  ASSERT_EQ(info_->executor, uint32_t(WEFT_EXECUTOR_LOOPS));
  reinterpret_cast<WeftGroupEntry>(const_cast<void *>(info_->entry))(&launch, &group);
}

} // namespace weft::compiler::test
