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

/// CL_CONTEXT_TERMINATED_KHR after clTerminateContextKHR. For what creates objects or enqueues commands.
Result<> checkAlive(const core::Context &context);

/// One call of an entry point. It remembers the first context it meets, whose callback is told of an error.
class Call {
public:
  /// Where `creates`, the objects of a terminated context are no use any more: CL_CONTEXT_TERMINATED_KHR.
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
  /// The code for the exception in flight; to be called from a catch block.
  cl_int threw() const noexcept;
  /// Writes the call to the log where WEFT_LOG=api.
  void log() const noexcept;

private:
  void remember(RefPtr<core::Object> object, core::Context &context) {
    contextHolder_ = std::move(object);
    context_ = &context;
  }

  const char *function_;
  bool creates_;
  core::Context *context_ = nullptr;
  /// The object that the context is known by: the context is told of an error when the body's own references are gone.
  RefPtr<core::Object> contextHolder_;
};

/// No entry point is a cancellation point: a thread that is cancelled (pthread_cancel) inside of one ends after it. The
/// unwinding would leave commands, builds and queues half done, and end the process at the first noexcept function.
/// What the application's callbacks do on this thread is a part of the call.
///
/// Where cancellation is asynchronous it comes as soon as it is allowed again, in this frame: so this one and those
/// around it have nothing to clean up and are not noexcept, and `guarded`, which is, is not inlined here. The type is
/// changed as well because glibc (before 2.41) looks at nothing else when the signal arrives, which may be after the
/// state has changed. It may even be under way still when the type has changed; glibc's own cancellation points then
/// make the type asynchronous again while they wait, inside `guarded`. Such a point here, `poll`, lets the signal come
/// first: it doesn't return while a cancellation is being delivered.
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

/// For entry points that return a code: the body is `Result<>(Call &)`.
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

/// For entry points that return an object or an address and write the code to `errcodeRet`, which may be null: the
/// body is `Result<T>(Call &)`, T a pointer type.
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

/// clRetain*.
template <typename T> cl_int retain(const char *function, typename T::Raw raw) {
  return run(function, [&](Call &call) -> Result<> {
    TRY(call.resolve<T>(raw))->retainHandle();
    return {};
  });
}

/// clRelease*.
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
