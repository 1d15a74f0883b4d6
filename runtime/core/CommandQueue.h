// An in-order command-queue: a chain in the command graph.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMAND_QUEUE_H
#define WEFT_RUNTIME_CORE_COMMAND_QUEUE_H

#include <span>
#include <vector>

#include "core/Command.h"

namespace weft::core {

/// Each command waits for the one before it. Commands are held back until a flush, a blocking call, or until there are
/// many of them or a large one: so that the thread which waits for a small command finds it and runs it itself.
class CommandQueue final : public TypedObject<ObjectKind::queue, cl_command_queue, CL_INVALID_COMMAND_QUEUE> {
public:
  /// `propertyList` is the list given to clCreateCommandQueueWithProperties, its final 0 included, or empty.
  CommandQueue(Context &context, cl_command_queue_properties properties, std::vector<cl_queue_properties> propertyList);

  Context &context() const { return *context_; }
  Device &device() const { return context_->device(); }
  cl_command_queue_properties properties() const { return properties_; }
  const std::vector<cl_queue_properties> &propertyList() const { return propertyList_; }
  bool profiles() const { return (properties_ & CL_QUEUE_PROFILING_ENABLE) != 0; }

  /// Puts the command behind the last one and behind the events of `waitList`. Where it throws, the queue is
  /// unchanged and the command never runs.
  void enqueue(Command &command, std::span<Event *const> waitList) WEFT_EXCLUDES(mutex_);
  /// Submits everything; workers are woken.
  void flush() WEFT_EXCLUDES(mutex_);
  /// Submits everything; the calling thread will run commands next.
  void flushToHelp() WEFT_EXCLUDES(mutex_);
  /// Returns when all commands enqueued so far are done.
  void finish() WEFT_EXCLUDES(mutex_);

private:
  ~CommandQueue() override = default;
  void handleDropped() noexcept override;
  void submitAll() WEFT_EXCLUDES(mutex_);

  const RefPtr<Context> context_;
  const cl_command_queue_properties properties_;
  const std::vector<cl_queue_properties> propertyList_;

  Mutex mutex_;
  RefPtr<Command> last_ WEFT_GUARDED_BY(mutex_);
  Command *firstUnsubmitted_ WEFT_GUARDED_BY(mutex_) = nullptr;
  Command *lastUnsubmitted_ WEFT_GUARDED_BY(mutex_) = nullptr;
  unsigned unsubmitted_ WEFT_GUARDED_BY(mutex_) = 0;
};

} // namespace weft::core

#endif
