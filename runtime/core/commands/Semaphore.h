// A binary semaphore, which decides which signal releases which wait.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_SEMAPHORE_H
#define WEFT_RUNTIME_CORE_COMMANDS_SEMAPHORE_H

#include <list>
#include <map>
#include <vector>

#include "Mutex.h"
#include "core/commands/UserEvent.h"
#include "core/objects/Device.h"
#include "core/objects/SemaphoreNames.h"

namespace weft::core {

class Semaphore;

/// The application's request for a semaphore.
struct SemaphoreRequest {
  /// The only device that may use the semaphore; null for all devices of the context.
  RefPtr<Device> device;
  cl_external_semaphore_handle_type_khr exportType = 0; ///< 0 if the semaphore can't be exported
  cl_external_semaphore_handle_type_khr importType = 0; ///< 0 if the semaphore is new
  int descriptor = -1;                                  ///< the imported descriptor, which the semaphore copies
  /// The list of properties as given, with the final 0.
  std::vector<cl_semaphore_properties_khr> list;
};

/// An event that waits for a command which signals a semaphore. When the command ends, the event tells the semaphore.
class SemaphoreSignal final : public Event {
public:
  SemaphoreSignal(Semaphore &semaphore, uint64_t number);

  /// Called if the command that should signal could not be enqueued. Removes the signal from the semaphore.
  void cancel() { dependencyDone(CL_OUT_OF_HOST_MEMORY); }

private:
  void dependencyDone(cl_int status) override;

  RefPtr<Semaphore> semaphore_; ///< held until the command has ended
  const uint64_t number_;
};

/// A command or a thread that waits for a semaphore.
struct SemaphoreWait {
  enum class State {
    open,  ///< the wait has no signal yet: it gets the next signal that no other wait gets
    bound, ///< the wait gets the signal of one command, which has not ended yet
    given, ///< the wait has got a signal
  };
  RefPtr<UserEvent> event; ///< ends when the wait is given a signal
  State state = State::open;
  uint64_t signal = 0;          ///< the signal's id; valid if bound
  bool failsWithSignal = false; ///< for a bound wait: if the command that signals fails, the wait fails, too, instead
                                ///< of getting another signal
};
using SemaphoreWaits = std::list<SemaphoreWait>;

/// If a wait is enqueued after a signal, it gets that signal, even if other signals run earlier. If it is enqueued
/// before any signal, it gets the first signal that runs. Commands take part in two steps: they call `addSignal` or
/// `addWait` when they are enqueued, and `signalEnded` or `waitEnded` at their end. The subclasses store the signals
/// that have ended and that no wait has got yet.
class Semaphore : public TypedObject<ObjectKind::semaphore, cl_semaphore_khr, CL_INVALID_SEMAPHORE_KHR> {
public:
  Context &context() const { return *context_; }
  const SemaphoreRequest &request() const { return request_; }
  /// Whether commands of the device may use the semaphore.
  bool mayBeUsedBy(const Device &device) const { return !request_.device || request_.device.get() == &device; }

  /// Called for a command that will signal the semaphore. The caller must make the returned event wait for that
  /// command.
  RefPtr<SemaphoreSignal> addSignal() WEFT_EXCLUDES(mutex_);
  /// Called when the signal command with this id has ended. If the command failed, its signal is removed as if it had
  /// never been added.
  void signalEnded(uint64_t number, bool succeeded) WEFT_EXCLUDES(mutex_);
  /// Adds a wait for a command. The caller must make the command wait for `event` of the result. CL_OUT_OF_RESOURCES if
  /// the semaphore may be signalled by another process and the system can't watch its descriptor.
  Result<SemaphoreWaits::iterator> addWait() WEFT_EXCLUDES(mutex_);
  /// Called when the wait command has ended. If it failed, its signal goes to another wait.
  void waitEnded(SemaphoreWaits::iterator wait, bool succeeded) noexcept WEFT_EXCLUDES(mutex_);
  /// CL_SEMAPHORE_PAYLOAD_KHR: whether a signal command has ended while the wait command that gets its signal has not.
  bool isSignalled() WEFT_EXCLUDES(mutex_);

  /// Returns a descriptor from which another semaphore can be created. Its type is the type that this semaphore was
  /// created to be exported as. The descriptor belongs to the application. Errors: CL_OUT_OF_RESOURCES;
  /// CL_INVALID_OPERATION if there is nothing to export.
  virtual Result<int> exportDescriptor() = 0;
  /// clReImportSemaphoreSyncFdKHR: replaces the semaphore's state by the state of the descriptor. The semaphore keeps a
  /// copy of the descriptor. CL_INVALID_VALUE: the descriptor can't be waited for. CL_INVALID_SEMAPHORE_KHR: no
  /// descriptor was imported before.
  virtual Result<> reimport(int descriptor) = 0;

protected:
  Semaphore(Context &context, SemaphoreRequest request) : context_(&context), request_(std::move(request)) {}

  /// Stores a signal that no wait has got.
  virtual void storeSignal() noexcept WEFT_REQUIRES(mutex_) = 0;
  /// Takes one of the stored signals. Returns false if there is none.
  virtual bool takeStoredSignal() noexcept WEFT_REQUIRES(mutex_) = 0;
  virtual bool hasStoredSignal() noexcept WEFT_REQUIRES(mutex_) = 0;
  /// Called before the first wait that may have to wait. Error: CL_OUT_OF_RESOURCES.
  virtual Result<> prepareToWait() WEFT_REQUIRES(mutex_) { return {}; }
  /// Called if a wait has no signal yet and no signal is stored, so that the subclass can look for signals elsewhere.
  virtual void noteWaiting() noexcept WEFT_REQUIRES(mutex_) {}

  /// Adds a signal that `signalEnded` will end. Returns its id.
  uint64_t newSignal() WEFT_REQUIRES(mutex_);
  /// Adds a wait for a thread. CL_INVALID_OPERATION if there is neither a stored signal nor a command's signal.
  Result<SemaphoreWaits::iterator> addThreadWait() WEFT_EXCLUDES(mutex_);
  /// Removes a signal as if it had never been. A wait that was to get this signal then has none again.
  void forgetSignal(uint64_t number) WEFT_REQUIRES(mutex_);
  /// Gives stored signals to the open waits.
  void deliverStoredSignals() noexcept WEFT_EXCLUDES(mutex_);

  Mutex mutex_;

private:
  struct Signal {
    bool isBound = false;
    SemaphoreWaits::iterator wait{}; ///< the wait that gets the signal; valid if bound
  };
  using Signals = std::map<uint64_t, Signal>;

  /// The first signal that isn't reserved for a wait yet.
  Signals::iterator firstUnbound() WEFT_REQUIRES(mutex_);
  void free(Signals::iterator signal) noexcept WEFT_REQUIRES(mutex_);
  static void bind(SemaphoreWaits::iterator wait, Signals::iterator signal);
  void give(SemaphoreWaits::iterator wait) noexcept WEFT_REQUIRES(mutex_);

  const RefPtr<Context> context_;
  const SemaphoreRequest request_;
  Signals signals_ WEFT_GUARDED_BY(mutex_); ///< signals of commands that have not ended, and the signal of a fence
  uint64_t last_ WEFT_GUARDED_BY(mutex_) = 0;
  uint64_t firstUnbound_ WEFT_GUARDED_BY(mutex_) = 0; ///< all signals with lower ids are bound
  SemaphoreWaits unboundWaits_ WEFT_GUARDED_BY(mutex_);
  SemaphoreWaits boundWaits_ WEFT_GUARDED_BY(mutex_); ///< waits that are bound or have been given a signal
  size_t deliveredSignals_ WEFT_GUARDED_BY(mutex_) = 0;
};

/// Creates a new semaphore, or a semaphore for an imported descriptor. CL_INVALID_VALUE: the descriptor is not of the
/// requested type. CL_OUT_OF_RESOURCES: the system provides no descriptor.
Result<RefPtr<Semaphore>> makeSemaphore(Context &context, SemaphoreRequest request);

} // namespace weft::core

#endif
