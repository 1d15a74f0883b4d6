// The command that launches a kernel over an index space (clEnqueueNDRangeKernel).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/NDRangeCommand.h"

#include <algorithm>
#include <string>

#include "FreeList.h"
#include "Log.h"
#include "Options.h"
#include "Text.h"
#include "core/commands/CommandQueue.h"
#include "core/commands/MarkerCommand.h"
#include "core/commands/NestedLaunch.h"
#include "core/launches/CheckReports.h"
#include "core/objects/PoolThread.h"

namespace weft::core {

namespace {

/// If it isn't known yet how long the code takes, workers are woken for launches with at least this many work-items. A
/// smaller launch is done before a worker is awake, if a thousand work-items take about a microsecond.
constexpr uint64_t largeWorkItems = 4096;

} // namespace

bool isLarge(const PreparedLaunch &launch) {
  const cl_ulong duration = expectedDuration(launch);
  return duration == 0 ? launch.launch().workItems() >= largeWorkItems : duration >= minParallelTime;
}

cl_ulong expectedDuration(const PreparedLaunch &launch) {
  constexpr float endless = 1e18F; // fits into a cl_ulong
  const float itemTime = launch.code().itemTime();
  if (itemTime == 0)
    return 0;
  return 1 + static_cast<cl_ulong>(std::min(endless, static_cast<float>(launch.launch().workItems()) * itemTime));
}

bool wantsDuration(const PreparedLaunch &launch) {
  return launch.code().itemTime() == 0 || (isLarge(launch) && launch.code().isTimeDue());
}

void noteDuration(const PreparedLaunch &launch, cl_ulong nanoseconds) {
  launch.code().noteItemTime(static_cast<float>(nanoseconds) / static_cast<float>(launch.launch().workItems()));
}

cl_int endExecution(cpu::LaunchExecution &execution, Context &context) {
  // OpenCL C 3.0, 6.15.14.1: when the event is complete, all output of printf must have been written.
  if (!execution.flushPrinted())
    log::write(log::Topic::errors, "What a kernel printed could not be written to stdout.");
  bool failed = execution.ranOutOfMemory() || execution.fault();
  if (const cpu::CheckFaults faults = execution.takeFaults(); !faults.empty()) {
    reportCheckFaults(context, faults);
    failed |= Options::get().checkAction == CheckAction::fail;
  }
  return failed ? CL_OUT_OF_RESOURCES : CL_COMPLETE;
}

void notifyFailure(Context &context, const cpu::LaunchExecution &execution) {
  const char *fault = execution.fault();
  if (!fault && !execution.ranOutOfMemory())
    return; // the faults that checks have found have already been reported (endExecution)
  callApplication(context.services().callbackThread,
                  [context = RefPtr<Context>(&context),
                   reason = std::string(fault ? fault : "there was no memory for a work-group")] {
                    context->notifyLate(concat("A kernel did not run to its end: ", reason, "."));
                  });
}

NDRangeCommand::NDRangeCommand(CommandQueue &queue, cl_command_type type, std::shared_ptr<const PreparedLaunch> launch)
    : Command(queue, type), sharedLaunch_(std::move(launch)), execution_(sharedLaunch_->launch()) {}

NDRangeCommand::NDRangeCommand(CommandQueue &queue, cl_command_type type, const Kernel &kernel, CheckedLaunch &&checked)
    : Command(queue, type), ownLaunch_(std::in_place, queue.device(), kernel, std::move(checked)),
      execution_(ownLaunch_->launch()) {}

void *NDRangeCommand::operator new(size_t bytes) {
  void *memory = FreeList<NDRangeCommand>::take();
  return memory ? memory : ::operator new(bytes);
}

void NDRangeCommand::operator delete(void *memory) { FreeList<NDRangeCommand>::give(memory); }

void describeLaunch(const PreparedLaunch &launch, trace::CommandFacts &facts) {
  const WeftLaunch &range = launch.launch().description();
  facts.workDim = range.workDim;
  facts.globalSize = std::to_array(range.globalSize);
  facts.localSize = std::to_array(range.localSize);
  facts.arguments = launch.arguments();
  for (const MemoryObject *object : launch.memory())
    facts.bytes += object ? object->size() : 0;
}

void NDRangeCommand::dropResources() {
  ownLaunch_.reset();
  sharedLaunch_.reset();
}

cl_int NDRangeCommand::perform() {
  const cl_int status = endExecution(execution_, context());
  if (status != CL_COMPLETE)
    notifyFailure(context(), execution_);
  return status;
}

Result<RefPtr<Command>> makeLaunch(CommandQueue &queue, cl_command_type type, const Kernel &kernel,
                                   const LaunchRequest &request) {
  CheckedLaunch checked;
  TRY(checkLaunch(queue.device(), kernel, request, checked));
  if (checked.isEmpty())
    return makeRef<MarkerCommand>(queue, type);
  if ((checked.plan.code->info().flags & WEFT_KERNEL_ENQUEUES) != 0)
    return makeRef<NestedLaunch>(queue, type, kernel, std::move(checked),
                                 TRY(LaunchTree::create(queue.device(), kernel)));
  return makeRef<NDRangeCommand>(queue, type, kernel, std::move(checked));
}

} // namespace weft::core
