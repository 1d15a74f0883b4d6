// The launch of a kernel over an index space.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/NDRangeCommand.h"

#include "Log.h"
#include "core/commands/CommandQueue.h"
#include "core/objects/PoolThread.h"

namespace weft::core {

namespace {

/// Work-items from which workers are woken at once. Below, even a kernel of a microsecond per thousand items is done by
/// the waiting thread before a worker is awake; one that takes longer fetches workers while it runs
/// (Command::Runner::watch).
constexpr uint64_t largeWorkItems = 4096;

} // namespace

ArgumentBlock::ArgumentBlock(size_t bytes) {
  std::byte *memory = inline_.data();
  if (bytes > inlineBytes) {
    heap_ = std::make_unique_for_overwrite<std::byte[]>(bytes + WEFT_MEMORY_ALIGNMENT);
    memory = heap_.get();
  }
  auto address = reinterpret_cast<uintptr_t>(memory);
  data_ = memory + ((address + WEFT_MEMORY_ALIGNMENT - 1) / WEFT_MEMORY_ALIGNMENT * WEFT_MEMORY_ALIGNMENT - address);
}

NDRangeCommand::NDRangeCommand(CommandQueue &queue, cl_command_type type, const Kernel &kernel,
                               std::vector<RefPtr<MemoryObject>> memory, Launch launch)
    : Command(queue, type), memory_(std::move(memory)), programMemory_(kernel.definition(queue.device())->memory()),
      arguments_(kernel.manifest().argumentBytes), large_(launch.range.workItems() >= largeWorkItems),
      launch_(launch.code, launch.range, arguments_.data(), launch.localBytes, launch.programMemory) {
  kernel.writeArguments(arguments_.data(), memory_, launch.code->info().staticLocalBytes);
  if (queue.context().zeroesLocalMemory())
    launch_.zeroLocalMemory();
}

cl_int NDRangeCommand::perform() {
  // OpenCL C 3.0, 6.15.14.1: the output is out when the event completes.
  if (!launch_.flushPrinted())
    log::write(log::Topic::errors, "What a kernel printed could not be written to stdout.");
  if (!launch_.ranOutOfMemory())
    return CL_COMPLETE;
  callApplication(context().services().callbackThread, [context = RefPtr<Context>(&context())] {
    context->notify("A kernel did not run to its end: there was no memory for a work-group.");
  });
  return CL_OUT_OF_RESOURCES;
}

} // namespace weft::core
