// The frame around every entry point: exceptions, error codes, the log and the context's callback.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_ENTRY_POINT_H
#define WEFT_RUNTIME_API_ENTRY_POINT_H

#include <CL/cl.h>
#include <poll.h>
#include <pthread.h>

#include <concepts>
#include <string_view>
#include <utility>

#include "Result.h"
#include "core/objects/Object.h"

namespace weft::core {
class Context;
}

namespace weft::api {

/// Fails with CL_CONTEXT_TERMINATED_KHR if clTerminateContextKHR has been called for the context. Called by entry
/// points that create objects or enqueue commands.
Result<> checkAlive(const core::Context &context);

/// One call of an entry point. It remembers the context of the first object that it resolves, and reports an error to
/// that context's callback.
class Call {
public:
  /// `creates` says that the entry point creates objects or enqueues commands. Then `resolve` fails with
  /// CL_CONTEXT_TERMINATED_KHR for objects of a terminated context.
  explicit Call(const char *function, bool creates = false) : function_(function), creates_(creates) {}

  /// Turns a handle into a reference to the object (core::resolve).
  template <typename T> Result<RefPtr<T>> resolve(typename T::Raw raw) {
    Result<RefPtr<T>> object = core::resolve<T>(raw);
    if constexpr (requires(T &t) {
                    { t.context() } -> std::convertible_to<core::Context &>;
                  }) {
      if (object && !context_)
        remember(*object, (*object)->context());
    } else if constexpr (std::same_as<T, core::Context>) {
      if (object && !context_)
        remember(*object, **object);
    }
    if (object && creates_ && context_)
      if (Result<> alive = checkAlive(*context_); !alive) [[unlikely]]
        return std::unexpected(alive.error());
    return object;
  }

  /// Reports an error (log, context callback) and returns its code.
  cl_int failed(cl_int code, std::string_view message) const noexcept;
  cl_int failed(const Error &error) const noexcept { return failed(error.code, error.message); }
  /// Returns the error code that stands for the exception that is being handled. Must be called from a catch block.
  cl_int threw() const noexcept;
  /// Writes the call to the log if WEFT_LOG contains api.
  void log() const noexcept;

private:
  void remember(RefPtr<core::Object> object, core::Context &context) {
    contextHolder_ = std::move(object);
    context_ = &context;
  }

  const char *function_;
  bool creates_;
  core::Context *context_ = nullptr;
  /// A reference to the object through which the context was found. It keeps the context alive until an error is
  /// reported, even if the entry point has released its own references by then.
  RefPtr<core::Object> contextHolder_;
};

/// No entry point is a cancellation point: a thread that is cancelled (pthread_cancel) within an entry point ends only
/// after it. Otherwise, cancellation would unwind the thread's stack: that would leave commands, builds and queues half
/// done, and would end the process at the first noexcept function. This also holds while an application's callback runs
/// within the call on this thread.
///
/// If the thread has asynchronous cancellation, it may be cancelled in this function, as soon as cancellation is
/// allowed again. So this function and its callers have nothing to clean up and are not noexcept, and `guarded`, which
/// is noexcept, is not inlined here. Not only the cancellation state but also the type is changed: when the signal of a
/// cancellation arrives, glibc before 2.41 only checks the type. The signal may arrive even after the type has been
/// changed, while glibc waits in one of its cancellation points within `guarded` and has made the type asynchronous
/// again. So `poll` is called first: it is a cancellation point, too, and doesn't return while the signal of a
/// cancellation is under way.
template <typename Guarded> auto uncancelled(const Guarded &guarded) {
  int state = PTHREAD_CANCEL_ENABLE;
  int type = PTHREAD_CANCEL_DEFERRED;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
  if (type != PTHREAD_CANCEL_DEFERRED)
    poll(nullptr, 0, 0);
  const auto value = guarded();
  if (type != PTHREAD_CANCEL_DEFERRED)
    pthread_setcanceltype(type, nullptr);
  if (state != PTHREAD_CANCEL_DISABLE)
    pthread_setcancelstate(state, nullptr);
  return value;
}

/// Runs an entry point that returns an error code. The body is `Result<>(Call &)`.
template <typename Body> cl_int run(const char *function, const Body &body) {
  return uncancelled([&] [[gnu::noinline]] () noexcept -> cl_int {
    Call call(function);
    call.log();
    try {
      Result<> result = body(call);
      return result ? CL_SUCCESS : call.failed(result.error());
    } catch (...) {
      return call.threw();
    }
  });
}

/// Runs an entry point that returns an object or an address, and writes the error code to `errcodeRet`, which may be
/// null. The body is `Result<T>(Call &)`, where T is a pointer type.
template <typename T, typename Body> T create(const char *function, cl_int *errcodeRet, const Body &body) {
  return uncancelled([&] [[gnu::noinline]] () noexcept -> T {
    Call call(function, true);
    call.log();
    cl_int code = CL_SUCCESS;
    T value = nullptr;
    try {
      Result<T> result = body(call);
      if (result)
        value = *result;
      else
        code = call.failed(result.error());
    } catch (...) {
      code = call.threw();
    }
    if (errcodeRet)
      *errcodeRet = code;
    return value;
  });
}

/// Runs the entry point clRetain* for a kind of object.
template <typename T> cl_int retain(const char *function, typename T::Raw raw) {
  return run(function, [&](Call &call) -> Result<> {
    TRY(call.resolve<T>(raw))->retainHandle();
    return {};
  });
}

/// Runs the entry point clRelease* for a kind of object.
template <typename T> cl_int release(const char *function, typename T::Raw raw) {
  return run(function, [&](Call &call) -> Result<> {
    const RefPtr<T> object = TRY(call.resolve<T>(raw));
    if (!object->releaseHandle())
      return std::unexpected(core::invalidHandle(raw, T::kind, T::invalidCode));
    return {};
  });
}

} // namespace weft::api

#endif
