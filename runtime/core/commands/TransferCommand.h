// Reads, writes and copies of contiguous bytes or of rectangular regions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_TRANSFER_COMMAND_H
#define WEFT_RUNTIME_CORE_COMMANDS_TRANSFER_COMMAND_H

#include <array>

#include <MemoryWork.h>

#include "core/commands/Command.h"
#include "core/memory/MemoryObject.h"
#include "core/memory/Rectangle.h"

namespace weft::core {

/// For a copy of at least this many bytes, a worker is woken: then two threads save more time than it takes to wake
/// one.
inline constexpr size_t largeCopyBytes = 256 * 1024;

/// One end of a transfer: the location of its bytes, and the memory object that contains them. The location is an
/// address or a side of a rectangle. The command holds a reference to the object until the command's end. The object is
/// null if the memory belongs to the application.
template <typename Location> struct TransferEnd {
  RefPtr<MemoryObject> memory;
  Location place;
};

/// The status of a transfer that faulted because a part of its memory is not accessible.
inline constexpr cl_int faultedTransfer = CL_OUT_OF_RESOURCES;
/// Reports the fault to the context's callback. Called at the end of a job.
void notifyFaultedTransfer(Context &context);

template <typename WorkType> cl_int outcomeOf(const cpu::FaultCatchingWork<WorkType> &work, Context &context) {
  if (!work.hasFaulted())
    return CL_COMPLETE;
  notifyFaultedTransfer(context);
  return faultedTransfer;
}

template <typename WorkType> class TransferCommand final : public Command {
public:
  /// `extent` says how much is transferred: a number of bytes or a region. `inPlace` says that both locations are the
  /// same, which OpenCL 3.0 section 5.2.2 allows for reads and writes of a CL_MEM_USE_HOST_PTR object. Then there is
  /// nothing to do.
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
  cpu::FaultCatchingWork<WorkType> copy_;
};

/// Called when a command that writes memory is created. `where` says which bytes the command writes
/// (MemoryObject::noteWritten).
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
