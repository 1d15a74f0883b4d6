// Loads a kernel that the compiler has generated, and runs one work-group of it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_COMPILER_LOADED_KERNEL_H
#define WEFT_TESTS_UNIT_COMPILER_LOADED_KERNEL_H

#include <string>
#include <vector>

#include "CompilerTest.h"
#include "KernelAbi.h"

namespace weft::compiler::test {

/// The number of work-items of the group that LoadedKernel runs.
inline constexpr size_t items = 256;

class LoadedKernel {
public:
  /// Generates and loads the code that `code` requests. It must be for the loops executor, with or without packets.
  LoadedKernel(const Result &program, const CodeRequest &code);
  LoadedKernel(const Result &program, const std::string &name, const std::string &cpu = "",
               const std::vector<ArgumentConstant> &constants = {});
  LoadedKernel(const std::string &source, const std::string &name, const std::string &cpu = "")
      : LoadedKernel(build(source), name, cpu) {}
  ~LoadedKernel();
  LoadedKernel(const LoadedKernel &) = delete;
  LoadedKernel &operator=(const LoadedKernel &) = delete;

  /// Runs one group of `items` work-items. `pointers` is the argument block.
  void run(const std::vector<const void *> &pointers) const;

private:
  void *library_ = nullptr;
  const WeftKernelInfo *info_ = nullptr;
};

} // namespace weft::compiler::test

#endif
