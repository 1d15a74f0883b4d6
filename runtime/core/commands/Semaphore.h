// A binary semaphore: which signal lets go of which wait.
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

/// What the application has asked of a semaphore.
struct SemaphoreRequest {
  /// The device that alone may use it; null for all of the context.
  RefPtr<Device> device;
  cl_external_semaphore_handle_type_khr exportType = 0; ///< 0 where it is not to be exported
  cl_external_semaphore_handle_type_khr importType = 0; ///< 0 where it is new
  int descriptor = -1;                                  ///< what is imported; the semaphore has a copy
  /// The properties as given, the final 0 included.
  std::vector<cl_semaphore_properties_khr> list;
};

/// Waits for a command that is to signal a semaphore, and tells the semaphore of the command's end.
class SemaphoreSignal final : public Event {
public:
  SemaphoreSignal(Semaphore &semaphore, uint64_t number);

  /// There will be no such command, as it could not be enqueued.
  void takeBack() { dependencyDone(CL_OUT_OF_HOST_MEMORY); }

private:
  void dependencyDone(cl_int status) override;

  RefPtr<Semaphore> semaphore_; ///< until the command has ended
  const uint64_t number_;
};

/// A command, or a thread, that waits for a semaphore.
struct SemaphoreWait {
  enum class State {
    open,  ///< it gets the next signal that nobody else gets
    bound, ///< it gets the signal of one command
    given, ///< it has got one
  };
  RefPtr<UserEvent> event; ///< ends when it is given a signal
  State state = State::open;
  uint64_t signal = 0;          ///< where bound
  bool failsWithSignal = false; ///< where bound, it doesn't wait for another signal
};
using SemaphoreWaits = std::list<SemaphoreWait>;

/// A wait that is enqueued behind a signal gets that one, whatever other signals run before it. A wait that is enqueued
/// first gets the first one that runs. Commands take part in two steps: `addSignal` or `addWait` when they are
/// enqueued, `signalEnded` or `waitEnded` at their end. Signals that nobody has got yet are kept by the subclasses.
class Semaphore : public TypedObject<ObjectKind::semaphore, cl_semaphore_khr, CL_INVALID_SEMAPHORE_KHR> {
public:
  Context &context() const { return *context_; }
  const SemaphoreRequest &request() const { return request_; }
  /// Whether commands of the device may use it.
  bool mayBeUsedBy(const Device &device) const { return !request_.device || request_.device.get() == &device; }

  /// What a command that will signal is to be waited for by.
  RefPtr<SemaphoreSignal> addSignal() WEFT_EXCLUDES(mutex_);
  /// The signal command of this number has ended. Where it failed it is as if it had never been.
  void signalEnded(uint64_t number, bool succeeded) WEFT_EXCLUDES(mutex_);
  /// What a command is to wait for. CL_OUT_OF_RESOURCES where the system refuses to wait for other processes.
  Result<SemaphoreWaits::iterator> addWait() WEFT_EXCLUDES(mutex_);
  /// The wait command has ended. Where it failed its signal goes to another one.
  void waitEnded(SemaphoreWaits::iterator wait, bool succeeded) noexcept WEFT_EXCLUDES(mutex_);
  /// CL_SEMAPHORE_PAYLOAD_KHR: a signal command has ended, and the wait command for it hasn't.
  bool isSignalled() WEFT_EXCLUDES(mutex_);

  /// A descriptor for another semaphore, of the type that this one was made for. The application's. Errors:
  /// CL_OUT_OF_RESOURCES; CL_INVALID_OPERATION, where there is nothing to be exported.
  virtual Result<int> exportDescriptor() = 0;
  /// clReImportSemaphoreSyncFdKHR: the state is that of the descriptor, of which it has a copy. CL_INVALID_VALUE: it
  /// can't be waited for. CL_INVALID_SEMAPHORE_KHR: none was imported before.
  virtual Result<> importAgain(int descriptor) = 0;

protected:
  Semaphore(Context &context, SemaphoreRequest request) : context_(&context), request_(std::move(request)) {}

  /// Keeps a signal that nobody has got.
  virtual void keep() noexcept WEFT_REQUIRES(mutex_) = 0;
  /// Takes one of them. False where there is none.
  virtual bool takeKept() noexcept WEFT_REQUIRES(mutex_) = 0;
  virtual bool hasKept() noexcept WEFT_REQUIRES(mutex_) = 0;
  /// Before the first wait that may have to wait. CL_OUT_OF_RESOURCES.
  virtual Result<> prepareToWait() WEFT_REQUIRES(mutex_) { return {}; }
  /// There is a wait for a signal that nobody has got, and none is kept.
  virtual void noteWaiting() noexcept WEFT_REQUIRES(mutex_) {}

  /// A signal that will end by `signalEnded`.
  uint64_t newSignal() WEFT_REQUIRES(mutex_);
  /// Makes a wait for a thread. CL_INVALID_OPERATION where there is no signal, neither kept nor of a command.
  Result<SemaphoreWaits::iterator> addThreadsWait() WEFT_EXCLUDES(mutex_);
  /// A signal without a wait is as if it had never been.
  void forgetSignal(uint64_t number) WEFT_REQUIRES(mutex_);
  /// Gives signals that are kept to those who wait.
  void giveKept() noexcept WEFT_EXCLUDES(mutex_);

  Mutex mutex_;

private:
  struct Signal {
    bool isBound = false;
    SemaphoreWaits::iterator wait{}; ///< where bound
  };
  using Signals = std::map<uint64_t, Signal>;

  /// The first signal that no wait is bound to.
  Signals::iterator firstFree() WEFT_REQUIRES(mutex_);
  void free(Signals::iterator signal) noexcept WEFT_REQUIRES(mutex_);
  static void bind(SemaphoreWaits::iterator wait, Signals::iterator signal);
  void give(SemaphoreWaits::iterator wait) noexcept WEFT_REQUIRES(mutex_);

  const RefPtr<Context> context_;
  const SemaphoreRequest request_;
  Signals signals_ WEFT_GUARDED_BY(mutex_); ///< of commands that have not ended, and of a fence
  uint64_t last_ WEFT_GUARDED_BY(mutex_) = 0;
  uint64_t firstFree_ WEFT_GUARDED_BY(mutex_) = 0; ///< all before this number are bound
  SemaphoreWaits open_ WEFT_GUARDED_BY(mutex_);
  SemaphoreWaits others_ WEFT_GUARDED_BY(mutex_); ///< bound, or given a signal
  size_t given_ WEFT_GUARDED_BY(mutex_) = 0;
};

/// A new one, or one for a descriptor. CL_INVALID_VALUE: the descriptor is none of that type. CL_OUT_OF_RESOURCES: the
/// system gives no descriptor.
Result<RefPtr<Semaphore>> makeSemaphore(Context &context, SemaphoreRequest request);

} // namespace weft::core

#endif
