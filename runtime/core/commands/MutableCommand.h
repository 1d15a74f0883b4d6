// The application's hold on a recorded launch that it may change (cl_khr_command_buffer_mutable_dispatch).
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

/// What the properties of a recorded launch say.
struct LaunchProperties {
  /// As given, the final 0 included, or empty.
  std::vector<cl_command_properties_khr> list;
  /// What may be changed: CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR.
  cl_mutable_dispatch_fields_khr fields = 0;
  /// Whether arguments may be set after it has been recorded.
  bool mayLackArguments = false;
  /// Whether a local size has to be given, as the number of work-groups must not grow.
  bool needsLocalSize = false;
};

/// Its command-buffer keeps it and its state. An entry point that has resolved it may outlive the command-buffer.
class MutableCommand final
    : public TypedObject<ObjectKind::mutableCommand, cl_mutable_command_khr, CL_INVALID_MUTABLE_COMMAND_KHR> {
public:
  MutableCommand(CommandBuffer &buffer, CommandQueue &queue, Kernel &kernel, LaunchProperties properties)
      : queue_(&queue), kernel_(&kernel), properties_(std::move(properties)), buffer_(&buffer) {}

  Context &context() const { return queue_->context(); }
  /// Null once the end of its command-buffer has begun.
  RefPtr<CommandBuffer> buffer() const WEFT_EXCLUDES(mutex_);
  bool isOf(const CommandBuffer &buffer) const WEFT_EXCLUDES(mutex_);
  /// By the command-buffer, as it goes.
  void forgetBuffer() noexcept WEFT_EXCLUDES(mutex_);
  CommandQueue &queue() const { return *queue_; }
  /// With which it was recorded.
  Kernel &kernel() const { return *kernel_; }
  const LaunchProperties &properties() const { return properties_; }
  /// Among the mutable commands of its command-buffer.
  uint32_t number() const { return number_; }
  /// By the command-buffer, as it takes it.
  void setNumber(uint32_t number) { number_ = number; }

private:
  const RefPtr<CommandQueue> queue_;
  const RefPtr<Kernel> kernel_;
  const LaunchProperties properties_;
  uint32_t number_ = 0;

  mutable Mutex mutex_;
  CommandBuffer *buffer_ WEFT_GUARDED_BY(mutex_); ///< holds a reference to this; null once it goes
};

} // namespace weft::core

#endif
