// Reads, writes and copies: of a stretch of bytes, or of a rectangular region.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_TRANSFER_COMMAND_H
#define WEFT_RUNTIME_CORE_COMMANDS_TRANSFER_COMMAND_H

#include <array>

#include <MemoryWork.h>

#include "core/commands/Command.h"
#include "core/memory/MemoryObject.h"
#include "core/memory/Rectangle.h"

namespace weft::core {

/// Bytes from which a copy pays for waking a worker.
inline constexpr size_t largeCopyBytes = 256 * 1024;

/// One end of a transfer: a place, which for the work `WorkType` is an address or a side of a rectangle, and the memory
/// object that it lies in. That is kept until the end; it is null where the memory is the application's.
template <typename Place> struct TransferEnd {
  RefPtr<MemoryObject> memory;
  Place place;
};

/// What a command ends with whose memory wasn't all there.
inline constexpr cl_int faultedTransfer = CL_OUT_OF_RESOURCES;
/// Tells the context's callback. At the end of a job.
void tellOfFaultedTransfer(Context &context);

template <typename WorkType> cl_int outcomeOf(const cpu::GuardedWork<WorkType> &work, Context &context) {
  if (!work.hasFaulted())
    return CL_COMPLETE;
  tellOfFaultedTransfer(context);
  return faultedTransfer;
}

template <typename WorkType> class TransferCommand final : public Command {
public:
  /// `extent` is what the work takes behind its two places. `inPlace` says that both are the same, which OpenCL 3.0
  /// section 5.2.2 allows for reads and writes of a CL_MEM_USE_HOST_PTR object: then nothing is to be done.
  template <typename Destination, typename Source, typename Extent>
  TransferCommand(CommandQueue &queue, cl_command_type type, TransferEnd<Destination> destination,
                  TransferEnd<Source> source, const Extent &extent, size_t bytes, bool inPlace)
      : Command(queue, type), memory_{std::move(destination.memory), std::move(source.memory)}, bytes_(bytes),
        inPlace_(inPlace), copy_(destination.place, source.place, extent) {}

private:
  cpu::Work *work() override { return inPlace_ ? nullptr : &copy_; }
  cl_int perform() override { return outcomeOf(copy_, context()); }
  bool isLarge() const override { return bytes_ >= largeCopyBytes; }
  void describe(trace::CommandFacts &facts) const override { facts.bytes = bytes_; }
  void dropResources() override { memory_ = {}; }

  std::array<RefPtr<MemoryObject>, 2> memory_;
  const size_t bytes_;
  const bool inPlace_;
  cpu::GuardedWork<WorkType> copy_;
};

/// What each command that writes memory does when it is made; `where` says which bytes (MemoryObject::noteWritten).
template <typename... Where> void noteDestination(const RefPtr<MemoryObject> &memory, const Where &...where) {
  if (memory)
    memory->noteWritten(where...);
}

inline RefPtr<Command> makeCopy(CommandQueue &queue, cl_command_type type, TransferEnd<void *> destination,
                                TransferEnd<const void *> source, size_t bytes) {
  const bool inPlace = destination.place == source.place;
  noteDestination(destination.memory, destination.place, bytes);
  return makeRef<TransferCommand<cpu::CopyWork>>(queue, type, std::move(destination), std::move(source), bytes, bytes,
                                                 inPlace);
}

inline RefPtr<Command> makeRectangleCopy(CommandQueue &queue, cl_command_type type,
                                         TransferEnd<cpu::RectangleSide> destination,
                                         TransferEnd<cpu::RectangleSide> source, const Region &region) {
  const bool inPlace = sameRectangle(destination.place, source.place);
  noteDestination(destination.memory, destination.place, region);
  return makeRef<TransferCommand<cpu::RectangleCopyWork>>(queue, type, std::move(destination), std::move(source),
                                                          region, region[0] * region[1] * region[2], inPlace);
}

} // namespace weft::core

#endif
