// A binary semaphore: which signal releases which wait.
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
  cl_external_semaphore_handle_type_khr exportType = 0; ///< 0 where it can't be exported
  cl_external_semaphore_handle_type_khr importType = 0; ///< 0 where it is new
  int descriptor = -1;                                  ///< the imported descriptor, which the semaphore copies
  /// The properties as given, the final 0 included.
  std::vector<cl_semaphore_properties_khr> list;
};

/// An event that waits for a command that is to signal a semaphore, and reports the command's end to the semaphore.
class SemaphoreSignal final : public Event {
public:
  SemaphoreSignal(Semaphore &semaphore, uint64_t number);

  /// Called where the command could not be enqueued: there will be no signal.
  void cancel() { dependencyDone(CL_OUT_OF_HOST_MEMORY); }

private:
  void dependencyDone(cl_int status) override;

  RefPtr<Semaphore> semaphore_; ///< until the command has ended
  const uint64_t number_;
};

/// A command or a thread that waits for a semaphore.
struct SemaphoreWait {
  enum class State {
    open,  ///< it gets the next signal that goes to no other wait
    bound, ///< it gets the signal of one command
    given, ///< it has got a signal
  };
  RefPtr<UserEvent> event; ///< ends when it is given a signal
  State state = State::open;
  uint64_t signal = 0;          ///< the signal's number, where bound
  bool failsWithSignal = false; ///< where bound: if the signal fails, it doesn't wait for another signal
};
using SemaphoreWaits = std::list<SemaphoreWait>;

/// A wait that is enqueued after a signal gets that signal, whatever other signals run before it. A wait that is
/// enqueued first gets the first signal that runs. Commands take part in two steps: they call `addSignal` or `addWait`
/// when they are enqueued, and `signalEnded` or `waitEnded` at their end. The subclasses keep signals that no wait has
/// got yet.
class Semaphore : public TypedObject<ObjectKind::semaphore, cl_semaphore_khr, CL_INVALID_SEMAPHORE_KHR> {
public:
  Context &context() const { return *context_; }
  const SemaphoreRequest &request() const { return request_; }
  /// Whether commands of the device may use it.
  bool mayBeUsedBy(const Device &device) const { return !request_.device || request_.device.get() == &device; }

  /// Called for a command that will signal the semaphore. The result has to wait for that command.
  RefPtr<SemaphoreSignal> addSignal() WEFT_EXCLUDES(mutex_);
  /// The signal command of this number has ended. Where the command failed, its signal is as if it had never been.
  void signalEnded(uint64_t number, bool succeeded) WEFT_EXCLUDES(mutex_);
  /// Makes a wait for a command, which has to wait for the event in it. CL_OUT_OF_RESOURCES where the system refuses to
  /// wait for other processes.
  Result<SemaphoreWaits::iterator> addWait() WEFT_EXCLUDES(mutex_);
  /// The wait command has ended. Where it failed, its signal goes to another wait.
  void waitEnded(SemaphoreWaits::iterator wait, bool succeeded) noexcept WEFT_EXCLUDES(mutex_);
  /// CL_SEMAPHORE_PAYLOAD_KHR: whether a signal command has ended whose wait command hasn't.
  bool isSignalled() WEFT_EXCLUDES(mutex_);

  /// A descriptor for another semaphore, of the type that this semaphore was made for. It belongs to the application.
  /// Errors: CL_OUT_OF_RESOURCES; CL_INVALID_OPERATION, where there is nothing to export.
  virtual Result<int> exportDescriptor() = 0;
  /// clReImportSemaphoreSyncFdKHR: replaces the state by that of the descriptor, which the semaphore copies.
  /// CL_INVALID_VALUE: the descriptor can't be waited for. CL_INVALID_SEMAPHORE_KHR: no descriptor was imported before.
  virtual Result<> reimport(int descriptor) = 0;

protected:
  Semaphore(Context &context, SemaphoreRequest request) : context_(&context), request_(std::move(request)) {}

  /// Keeps a signal that no wait has got.
  virtual void storeSignal() noexcept WEFT_REQUIRES(mutex_) = 0;
  /// Takes one of the kept signals. Returns false where there is none.
  virtual bool takeStoredSignal() noexcept WEFT_REQUIRES(mutex_) = 0;
  virtual bool hasStoredSignal() noexcept WEFT_REQUIRES(mutex_) = 0;
  /// Called before the first wait that may have to wait. CL_OUT_OF_RESOURCES.
  virtual Result<> prepareToWait() WEFT_REQUIRES(mutex_) { return {}; }
  /// Called where a wait is open, that is without a signal, and no signal is kept.
  virtual void noteWaiting() noexcept WEFT_REQUIRES(mutex_) {}

  /// Makes a signal that `signalEnded` will end.
  uint64_t newSignal() WEFT_REQUIRES(mutex_);
  /// Makes a wait for a thread. CL_INVALID_OPERATION where there is no signal, neither a kept signal nor a command's.
  Result<SemaphoreWaits::iterator> addThreadWait() WEFT_EXCLUDES(mutex_);
  /// Removes a signal as if it had never been. A wait that is bound to it is open again.
  void forgetSignal(uint64_t number) WEFT_REQUIRES(mutex_);
  /// Gives kept signals to the open waits.
  void deliverStoredSignals() noexcept WEFT_EXCLUDES(mutex_);

  Mutex mutex_;

private:
  struct Signal {
    bool isBound = false;
    SemaphoreWaits::iterator wait{}; ///< where bound
  };
  using Signals = std::map<uint64_t, Signal>;

  /// The first signal that no wait is bound to.
  Signals::iterator firstUnbound() WEFT_REQUIRES(mutex_);
  void free(Signals::iterator signal) noexcept WEFT_REQUIRES(mutex_);
  static void bind(SemaphoreWaits::iterator wait, Signals::iterator signal);
  void give(SemaphoreWaits::iterator wait) noexcept WEFT_REQUIRES(mutex_);

  const RefPtr<Context> context_;
  const SemaphoreRequest request_;
  Signals signals_ WEFT_GUARDED_BY(mutex_); ///< signals of commands that have not ended, and of a fence
  uint64_t last_ WEFT_GUARDED_BY(mutex_) = 0;
  uint64_t firstUnbound_ WEFT_GUARDED_BY(mutex_) = 0; ///< all signals before this number are bound
  SemaphoreWaits unboundWaits_ WEFT_GUARDED_BY(mutex_);
  SemaphoreWaits boundWaits_ WEFT_GUARDED_BY(mutex_); ///< waits that are bound or have been given a signal
  size_t deliveredSignals_ WEFT_GUARDED_BY(mutex_) = 0;
};

/// Makes a new semaphore, or one for a descriptor. CL_INVALID_VALUE: the descriptor is not of that type.
/// CL_OUT_OF_RESOURCES: the system gives no descriptor.
Result<RefPtr<Semaphore>> makeSemaphore(Context &context, SemaphoreRequest request);

} // namespace weft::core

#endif
