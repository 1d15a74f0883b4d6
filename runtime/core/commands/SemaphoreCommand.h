// The commands that signal semaphores and the commands that wait for them (cl_khr_semaphore).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_SEMAPHORE_COMMAND_H
#define WEFT_RUNTIME_CORE_COMMANDS_SEMAPHORE_COMMAND_H

#include <CL/cl_ext.h>

#include <utility>
#include <vector>

#include "core/commands/Command.h"
#include "core/commands/Semaphore.h"

namespace weft::core {

/// A command that signals semaphores. The semaphores are signalled at its end.
class SignalCommand final : public Command {
public:
  explicit SignalCommand(CommandQueue &queue) : Command(queue, CL_COMMAND_SEMAPHORE_SIGNAL_KHR) {}

  /// Called for each semaphore before the command is enqueued. It may throw; then the caller must call `cancel`.
  void add(Semaphore &semaphore) {
    signals_.reserve(signals_.size() + 1);
    signals_.push_back(semaphore.addSignal());
    addWaiter(*signals_.back(), true);
  }
  /// Called if the command could not be enqueued. Undoes what `add` has done to the semaphores.
  void cancel() {
    for (const auto &signal : std::exchange(signals_, {}))
      signal->cancel();
  }

private:
  /// A process that waits for the signal can't flush this queue. So the queue must submit the command at once, as it
  /// does with large commands.
  bool isLarge() const override { return true; }
  void dropResources() override { signals_.clear(); }

  std::vector<RefPtr<SemaphoreSignal>> signals_;
};

/// A command that waits for semaphores. Its wait list contains one event for each of its semaphores.
class WaitCommand final : public Command {
public:
  explicit WaitCommand(CommandQueue &queue) : Command(queue, CL_COMMAND_SEMAPHORE_WAIT_KHR) {}

  /// Called before the command is enqueued. Returns the event that the command must wait for. Errors: those of
  /// Semaphore::addWait.
  Result<RefPtr<UserEvent>> add(Semaphore &semaphore) {
    waited_.reserve(waited_.size() + 1);
    const auto wait = TRY(semaphore.addWait());
    waited_.push_back({RefPtr<Semaphore>(&semaphore), wait});
    return wait->event;
  }
  /// Called at the command's end, or if the command could not be enqueued.
  void dropResources() override {
    for (const Waited &one : std::exchange(waited_, {}))
      one.semaphore->waitEnded(one.wait, hasRun_);
  }

private:
  struct Waited {
    RefPtr<Semaphore> semaphore;
    SemaphoreWaits::iterator wait;
  };

  cl_int perform() override {
    hasRun_ = true;
    return CL_COMPLETE;
  }

  std::vector<Waited> waited_;
  bool hasRun_ = false;
};

} // namespace weft::core

#endif
