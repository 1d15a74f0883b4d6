// The application's handle of a recorded launch that may be changed (cl_khr_command_buffer_mutable_dispatch).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_MUTABLE_COMMAND_H
#define WEFT_RUNTIME_CORE_COMMANDS_MUTABLE_COMMAND_H

#include <vector>

#include "Mutex.h"
#include "core/commands/CommandQueue.h"
#include "core/objects/MutableDispatchNames.h"
#include "core/programs/Kernel.h"

namespace weft::core {

class CommandBuffer;

/// The properties of a recorded launch.
struct LaunchProperties {
  /// The list of properties as given, with the final 0, or empty.
  std::vector<cl_command_properties_khr> list;
  /// CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR: the fields that may be changed.
  cl_mutable_dispatch_fields_khr fields = 0;
  /// Whether arguments may be set after the launch has been recorded.
  bool mayLackArguments = false;
  /// Whether the launch and its updates must give a local size. That is required if the properties forbid updates that
  /// increase the number of work-groups.
  bool needsLocalSize = false;
};

/// The command-buffer holds a reference to this object, and has the launch's state (CommandBuffer::state). This object
/// may outlive the command-buffer while an entry point uses it.
class MutableCommand final
    : public TypedObject<ObjectKind::mutableCommand, cl_mutable_command_khr, CL_INVALID_MUTABLE_COMMAND_KHR> {
public:
  MutableCommand(CommandBuffer &buffer, CommandQueue &queue, Kernel &kernel, LaunchProperties properties)
      : queue_(&queue), kernel_(&kernel), properties_(std::move(properties)), buffer_(&buffer) {}

  Context &context() const { return queue_->context(); }
  /// Null once the destruction of the command-buffer has begun.
  RefPtr<CommandBuffer> buffer() const WEFT_EXCLUDES(mutex_);
  bool isOf(const CommandBuffer &buffer) const WEFT_EXCLUDES(mutex_);
  /// Called by the command-buffer at its destruction.
  void forgetBuffer() noexcept WEFT_EXCLUDES(mutex_);
  CommandQueue &queue() const { return *queue_; }
  /// The kernel with which the launch was recorded.
  Kernel &kernel() const { return *kernel_; }
  const LaunchProperties &properties() const { return properties_; }
  /// The command's index among the mutable commands of its command-buffer.
  uint32_t number() const { return number_; }
  /// Called by the command-buffer when it takes the command.
  void setNumber(uint32_t number) { number_ = number; }

private:
  const RefPtr<CommandQueue> queue_;
  const RefPtr<Kernel> kernel_;
  const LaunchProperties properties_;
  uint32_t number_ = 0;

  mutable Mutex mutex_;
  CommandBuffer *buffer_ WEFT_GUARDED_BY(mutex_); ///< the buffer holds a reference to this command; null once the
                                                  ///< buffer's destruction has begun
};

} // namespace weft::core

#endif
