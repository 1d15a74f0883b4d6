// The launch of a kernel over an index space as a command.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/NDRangeCommand.h"

#include "Log.h"
#include "core/commands/CommandQueue.h"
#include "core/commands/MarkerCommand.h"
#include "core/objects/PoolThread.h"

namespace weft::core {

namespace {

/// Work-items from which workers are woken at once. Below, even a kernel of a microsecond per thousand items is done by
/// the waiting thread before a worker is awake; one that takes longer fetches workers while it runs
/// (Command::Pieces::watch).
constexpr uint64_t largeWorkItems = 4096;

bool isLarge(const PreparedLaunch &launch) { return launch.launch().workItems() >= largeWorkItems; }

} // namespace

NDRangeCommand::NDRangeCommand(CommandQueue &queue, cl_command_type type, std::shared_ptr<const PreparedLaunch> launch)
    : Command(queue, type), shared_(std::move(launch)), large_(core::isLarge(*shared_)), execution_(shared_->launch()) {
}

NDRangeCommand::NDRangeCommand(CommandQueue &queue, cl_command_type type, const Kernel &kernel, CheckedLaunch &&checked)
    : Command(queue, type), own_(std::in_place, queue.device(), kernel, std::move(checked)),
      large_(core::isLarge(*own_)), execution_(own_->launch()) {}

void NDRangeCommand::dropResources() {
  own_.reset();
  shared_.reset();
}

cl_int NDRangeCommand::perform() {
  // OpenCL C 3.0, 6.15.14.1: the output is out when the event completes.
  if (!execution_.flushPrinted())
    log::write(log::Topic::errors, "What a kernel printed could not be written to stdout.");
  if (!execution_.ranOutOfMemory())
    return CL_COMPLETE;
  callApplication(context().services().callbackThread, [context = RefPtr<Context>(&context())] {
    context->notify("A kernel did not run to its end: there was no memory for a work-group.");
  });
  return CL_OUT_OF_RESOURCES;
}

Result<RefPtr<Command>> makeLaunch(CommandQueue &queue, cl_command_type type, const Kernel &kernel,
                                   const LaunchRequest &request) {
  CheckedLaunch checked;
  TRY(checkLaunch(queue.device(), kernel, request, checked));
  if (checked.isEmpty())
    return makeRef<MarkerCommand>(queue, type);
  return makeRef<NDRangeCommand>(queue, type, kernel, std::move(checked));
}

} // namespace weft::core
