// Owners of OpenCL objects for tests: each releases its object at the end of its scope.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_HANDLES_H
#define WEFT_TESTS_API_HANDLES_H

#include <CL/cl.h>

#include <utility>

namespace weft::test {

inline cl_int releaseObject(cl_context object) { return ::clReleaseContext(object); }
inline cl_int releaseObject(cl_command_queue object) { return ::clReleaseCommandQueue(object); }
inline cl_int releaseObject(cl_mem object) { return ::clReleaseMemObject(object); }
inline cl_int releaseObject(cl_program object) { return ::clReleaseProgram(object); }
inline cl_int releaseObject(cl_kernel object) { return ::clReleaseKernel(object); }
inline cl_int releaseObject(cl_device_id object) { return ::clReleaseDevice(object); }
inline cl_int releaseObject(cl_sampler object) { return ::clReleaseSampler(object); }
inline cl_int releaseObject(cl_event object) { return ::clReleaseEvent(object); }

/// Owns one reference to an OpenCL object, or none.
template <typename T> class Handle {
public:
  Handle() = default;
  explicit Handle(T object) : object_(object) {}
  Handle(Handle &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Handle &operator=(Handle &&other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Handle() { reset(); }

  T get() const { return object_; }
  /// Returns the address for a call that stores a handle, after a reset.
  T *out() {
    reset();
    return &object_;
  }
  /// Passes the reference to the caller.
  T release() { return std::exchange(object_, nullptr); }
  void reset() {
    if (object_ != nullptr)
      releaseObject(std::exchange(object_, nullptr));
  }

private:
  T object_ = nullptr;
};

} // namespace weft::test

#endif
