// A launch that has been checked and has everything that its executions need.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_LAUNCHES_PREPARED_LAUNCH_H
#define WEFT_RUNTIME_CORE_LAUNCHES_PREPARED_LAUNCH_H

#include <array>
#include <cstddef>
#include <memory>
#include <span>

#include "core/launches/LaunchPlan.h"
#include "core/memory/RetainedMemory.h"
#include "core/programs/Kernel.h"

namespace weft::core {

/// Memory for the argument block of one launch, aligned as kernels expect it. If the block is small, the memory lies
/// within this object.
class ArgumentBlock {
public:
  explicit ArgumentBlock(size_t bytes);
  ArgumentBlock(const ArgumentBlock &) = delete;
  ArgumentBlock &operator=(const ArgumentBlock &) = delete;
  std::byte *data() const { return data_; }

private:
  static constexpr size_t inlineBytes = 128;
  static constexpr size_t ownAlignment = alignof(void *);
  alignas(ownAlignment) std::array<std::byte, inlineBytes + WEFT_MEMORY_ALIGNMENT - ownAlignment> inline_;
  std::unique_ptr<std::byte[]> heap_;
  std::byte *data_;
};

/// The result of the checks of a launch: everything that it needs on its device, except the values of its arguments.
struct CheckedLaunch {
  LaunchPlan plan;
  RetainedMemory memory;     ///< the result of Kernel::retainMemory
  void *variables = nullptr; ///< the program's variables; null if it has none
  cpu::CheckSetup checks;    ///< used if the kernel is checked

  /// Whether the range is empty, so that there is nothing to run.
  bool isEmpty() const { return !plan.code; }
};

/// Checks a launch of the kernel with its present arguments. The result is written to `checked`, a new object, rather
/// than returned: moving it would take several percent of a launch's time. Errors: CL_INVALID_WORK_DIMENSION,
/// CL_INVALID_KERNEL_ARGS, CL_INVALID_MEM_OBJECT, those of planLaunch.
Result<> checkLaunch(const Device &device, const Kernel &kernel, const LaunchRequest &request, CheckedLaunch &checked);

/// A launch: which code runs over which range, with which arguments. It keeps all memory alive that the arguments refer
/// to. It never changes and belongs to no queue, so any number of commands can execute it, also in several queues at
/// once.
class PreparedLaunch {
public:
  /// Copies the present arguments. The launch must not be empty.
  PreparedLaunch(const Device &device, const Kernel &kernel, CheckedLaunch &&checked);
  PreparedLaunch(const PreparedLaunch &) = delete;
  PreparedLaunch &operator=(const PreparedLaunch &) = delete;

  /// The range. It has a local size, even if the application gave none.
  cpu::NDRange range() const;
  const cpu::KernelCode &code() const { return launch_.code(); }
  /// The argument block, as the kernel ABI describes it.
  std::span<const std::byte> arguments() const { return {arguments_.data(), argumentBytes_}; }
  /// The memory objects among the arguments, in the order of the arguments. An element is null if the argument is
  /// NULL or an address of the application.
  std::span<MemoryObject *const> memory() const { return memory_.objects(); }
  /// The launch in the form in which the CPU device (cpu::LaunchExecution) runs it.
  const cpu::KernelLaunch &launch() const { return launch_; }

private:
  const RetainedMemory memory_;
  const std::shared_ptr<ProgramMemory> programMemory_; ///< the memory of the program's variables, which the code uses;
                                                       ///< kept alive because the kernel object may be released before
                                                       ///< an execution
  const size_t argumentBytes_;
  ArgumentBlock arguments_;
  const cpu::KernelLaunch launch_;
};

/// Creates a launch that several commands can share; null if there is nothing to run. Errors: CL_INVALID_OPERATION
/// (the kernel enqueues kernels), those of checkLaunch.
Result<std::shared_ptr<const PreparedLaunch>> prepareLaunch(const Device &device, const Kernel &kernel,
                                                            const LaunchRequest &request);

} // namespace weft::core

#endif
