// Owners of OpenCL objects, and checks, for programs that put load on a platform.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_LOAD_OBJECTS_H
#define WEFT_TESTS_LOAD_OBJECTS_H

#include <CL/cl.h>

#include <cstddef>
#include <string>
#include <utility>

namespace weft::load {

/// Ends the program with a message where `error` is one.
void check(cl_int error, const char *what);
/// Ends the program with a message.
[[noreturn]] void fail(const std::string &message);

inline void retainObject(cl_context object) { clRetainContext(object); }
inline void retainObject(cl_command_queue object) { clRetainCommandQueue(object); }
inline void retainObject(cl_mem object) { clRetainMemObject(object); }
inline void retainObject(cl_program object) { clRetainProgram(object); }
inline void retainObject(cl_kernel object) { clRetainKernel(object); }
inline void retainObject(cl_event object) { clRetainEvent(object); }
inline cl_int releaseObject(cl_context object) { return clReleaseContext(object); }
inline cl_int releaseObject(cl_command_queue object) { return clReleaseCommandQueue(object); }
inline cl_int releaseObject(cl_mem object) { return clReleaseMemObject(object); }
inline cl_int releaseObject(cl_program object) { return clReleaseProgram(object); }
inline cl_int releaseObject(cl_kernel object) { return clReleaseKernel(object); }
inline cl_int releaseObject(cl_event object) { return clReleaseEvent(object); }

/// One reference to an object, or none.
template <typename T> class Ref {
public:
  Ref() = default;
  explicit Ref(T object) : object_(object) {}
  Ref(const Ref &other) : object_(other.object_) {
    if (object_)
      retainObject(object_);
  }
  Ref(Ref &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref &operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() { reset(); }
  T get() const { return object_; }
  /// For a call that stores a handle.
  T *out() {
    reset();
    return &object_;
  }
  void reset() {
    if (object_)
      check(releaseObject(std::exchange(object_, nullptr)), "release");
  }
  explicit operator bool() const { return object_ != nullptr; }

private:
  T object_ = nullptr;
};

/// Calls `make(&error)` and owns what it makes.
template <typename Make> auto make(const char *what, Make make) {
  cl_int error = CL_SUCCESS;
  auto object = make(&error);
  check(error, what);
  return Ref<decltype(object)>(object);
}

/// The platform's function of an extension: `extension<decltype(clNameKHR)>("clNameKHR")`.
template <typename Function> Function *extension(const char *name) {
  cl_platform_id platform = nullptr;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  void *function = clGetExtensionFunctionAddressForPlatform(platform, name);
  if (!function)
    fail(std::string("there is no ") + name);
  return reinterpret_cast<Function *>(function);
}

cl_device_id firstDevice();
Ref<cl_context> makeContext(cl_device_id device);
Ref<cl_command_queue> makeQueue(cl_context context, cl_device_id device, cl_command_queue_properties properties);
Ref<cl_program> buildProgram(cl_context context, const std::string &source, const char *options = "");
Ref<cl_kernel> makeKernel(cl_program program, const char *name);
/// A queue on the device.
Ref<cl_command_queue> makeDeviceQueue(cl_context context, cl_device_id device, cl_uint bytes);
Ref<cl_mem> makeBuffer(cl_context context, size_t bytes);
void setArgument(cl_kernel kernel, cl_uint index, cl_mem memory);
void launch(cl_command_queue queue, cl_kernel kernel, size_t items, const Ref<cl_event> &waitFor = {},
            Ref<cl_event> *event = nullptr);

/// What the program's kernel `k` stores into its one argument, `buffer`, when one work-item runs it.
cl_uint numberOf(cl_command_queue queue, cl_program program, cl_mem buffer);

/// Bytes of memory that the process has in use.
size_t residentBytes();

} // namespace weft::load

#endif
