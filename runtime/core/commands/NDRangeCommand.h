// The launch of a kernel over an index space as a command.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_NDRANGE_COMMAND_H
#define WEFT_RUNTIME_CORE_COMMANDS_NDRANGE_COMMAND_H

#include <memory>
#include <optional>

#include "core/commands/Command.h"
#include "core/launches/PreparedLaunch.h"

namespace weft::core {

/// Whether the launch is worth waking workers for: by its size, or by what its code's last launches have taken.
bool isLarge(const PreparedLaunch &launch);
/// Command::expectedDuration, wantsDuration and noteDuration, of an execution of the launch.
cl_ulong expectedDuration(const PreparedLaunch &launch);
bool wantsDuration(const PreparedLaunch &launch);
void noteDuration(const PreparedLaunch &launch, cl_ulong nanoseconds);
/// When all work-groups have run: writes what they printed, and tells of the faults that checks have found.
/// CL_OUT_OF_RESOURCES where there was no memory for some, one faulted, or what checks find is a failure
/// (WEFT_CHECK_ACTION).
cl_int endExecution(cpu::LaunchExecution &execution, Context &context);
/// Tells the context's callback why the execution failed. At the end of a job.
void tellOfFailure(Context &context, const cpu::LaunchExecution &execution);

/// What a trace tells of the launch.
void describeLaunch(const PreparedLaunch &launch, trace::CommandFacts &facts);

/// One execution of a launch.
class NDRangeCommand final : public Command {
public:
  /// Each small launch makes and frees a command, which is a seventh of its time where the allocator does it.
  static void *operator new(size_t bytes);
  static void operator delete(void *memory);

  NDRangeCommand(CommandQueue &queue, cl_command_type type, std::shared_ptr<const PreparedLaunch> launch);
  /// Of a launch of its own, which is prepared in place, as it is for one execution alone.
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
  const PreparedLaunch &launch() const { return shared_ ? *shared_ : *own_; }
  void dropResources() override;

  /// One of them is there, until the end.
  std::shared_ptr<const PreparedLaunch> shared_;
  std::optional<const PreparedLaunch> own_;
  cpu::LaunchExecution execution_;
};

/// The command for a launch of the kernel with the arguments that it has now. Errors: those of checkLaunch.
Result<RefPtr<Command>> makeLaunch(CommandQueue &queue, cl_command_type type, const Kernel &kernel,
                                   const LaunchRequest &request);

} // namespace weft::core

#endif
