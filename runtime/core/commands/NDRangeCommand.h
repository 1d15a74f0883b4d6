// The command that launches a kernel over an index space (clEnqueueNDRangeKernel).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_NDRANGE_COMMAND_H
#define WEFT_RUNTIME_CORE_COMMANDS_NDRANGE_COMMAND_H

#include <memory>
#include <optional>

#include "core/commands/Command.h"
#include "core/launches/PreparedLaunch.h"

namespace weft::core {

/// Whether workers should be woken for the launch. It depends on how long the last launches of its code took or, if
/// that isn't known, on the number of work-items.
bool isLarge(const PreparedLaunch &launch);
/// Implement Command::expectedDuration, wantsDuration and noteDuration for an execution of the launch.
cl_ulong expectedDuration(const PreparedLaunch &launch);
bool wantsDuration(const PreparedLaunch &launch);
void noteDuration(const PreparedLaunch &launch, cl_ulong nanoseconds);
/// Called when all work-groups have run: writes what they printed, and reports the faults that checks have found.
/// Returns CL_OUT_OF_RESOURCES in three cases: there was not enough memory for some work-groups, a work-group faulted,
/// or a check found a fault and WEFT_CHECK_ACTION says that the launch fails then. Otherwise returns CL_COMPLETE.
cl_int endExecution(cpu::LaunchExecution &execution, Context &context);
/// Reports to the context's callback why the execution failed. Called at the end of a job.
void notifyFailure(Context &context, const cpu::LaunchExecution &execution);

/// Adds what a trace records of the launch to `facts`.
void describeLaunch(const PreparedLaunch &launch, trace::CommandFacts &facts);

/// One execution of a launch.
class NDRangeCommand final : public Command {
public:
  /// The commands come from a free list, because each launch needs one. With the general allocator, its allocation and
  /// release take a seventh of a small launch's time.
  static void *operator new(size_t bytes);
  static void operator delete(void *memory);

  NDRangeCommand(CommandQueue &queue, cl_command_type type, std::shared_ptr<const PreparedLaunch> launch);
  /// Creates a command that contains its PreparedLaunch, because no other command executes that launch.
  NDRangeCommand(CommandQueue &queue, cl_command_type type, const Kernel &kernel, CheckedLaunch &&checked);

private:
  cpu::Work *work() override { return &execution_; }
  cl_int perform() override;
  bool isLarge() const override { return core::isLarge(launch()); }
  cl_ulong expectedDuration() const override { return core::expectedDuration(launch()); }
  bool wantsDuration() const override { return core::wantsDuration(launch()); }
  void noteDuration(cl_ulong nanoseconds) const override { core::noteDuration(launch(), nanoseconds); }
  void describe(trace::CommandFacts &facts) const override { describeLaunch(launch(), facts); }
  const void *code() const override { return &launch().code(); }
  const PreparedLaunch &launch() const { return sharedLaunch_ ? *sharedLaunch_ : *ownLaunch_; }
  void dropResources() override;

  /// The launch to execute. Until the command's end, either `sharedLaunch_` or `ownLaunch_` is set.
  std::shared_ptr<const PreparedLaunch> sharedLaunch_;
  std::optional<const PreparedLaunch> ownLaunch_;
  cpu::LaunchExecution execution_;
};

/// Creates the command for a launch of the kernel with its present arguments. Errors: those of checkLaunch.
Result<RefPtr<Command>> makeLaunch(CommandQueue &queue, cl_command_type type, const Kernel &kernel,
                                   const LaunchRequest &request);

} // namespace weft::core

#endif
