// One device with a context and an in-order queue, and the few steps that every host program repeats.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_EXAMPLES_COMMON_SESSION_H
#define WEFT_EXAMPLES_COMMON_SESSION_H

#include <array>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <CL/cl.h>

namespace weft::host {

/// Thrown for every OpenCL call that fails: names the call, the error and what is known about it.
class OpenClError : public std::runtime_error {
public:
  OpenClError(cl_int code, std::string_view call, std::string_view detail = {});
  cl_int code() const { return code_; }

private:
  cl_int code_;
};

void check(cl_int code, std::string_view call);

/// Calls one of the clRelease functions for a std::unique_ptr.
template <auto release> struct Releaser {
  template <typename Handle> void operator()(Handle *handle) const { release(handle); }
};
using Context = std::unique_ptr<_cl_context, Releaser<clReleaseContext>>;
using Queue = std::unique_ptr<_cl_command_queue, Releaser<clReleaseCommandQueue>>;
using Program = std::unique_ptr<_cl_program, Releaser<clReleaseProgram>>;
using Kernel = std::unique_ptr<_cl_kernel, Releaser<clReleaseKernel>>;
using Buffer = std::unique_ptr<_cl_mem, Releaser<clReleaseMemObject>>;

/// A kernel argument that is local memory of the given size.
struct LocalBytes {
  size_t bytes;
};

/// A device and where it was found.
struct DeviceInView {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  std::string platformName;
  std::string deviceName;
};

/// The first device of every platform that the loader shows, in the loader's order.
std::vector<DeviceInView> devicesInView();

/// The text of a file; throws std::runtime_error if it can't be read.
std::string readFile(const std::string &path);

/// Not thread-safe. Every function throws OpenClError on failure.
class Session {
public:
  explicit Session(const DeviceInView &where);

  const DeviceInView &where() const { return where_; }
  cl_context context() const { return context_.get(); }
  cl_command_queue queue() const { return queue_.get(); }

  /// Compiles OpenCL C or SPIR-V; the error has the build log.
  Program build(const std::string &source, const std::string &options = "") const;
  Kernel kernel(const Program &program, const std::string &name) const;

  Buffer create(size_t bytes) const;
  template <typename T> Buffer upload(const std::vector<T> &values) const {
    return upload(values.data(), values.size() * sizeof(T));
  }
  template <typename T> void download(const Buffer &from, std::vector<T> &values) const {
    download(from.get(), values.data(), values.size() * sizeof(T));
  }

  /// Enqueues a launch; an empty `local` leaves the local size to the platform.
  void launch(const Kernel &kernel, std::span<const size_t> global, std::span<const size_t> local = {}) const;
  void finish() const;

private:
  Buffer upload(const void *data, size_t bytes) const;
  void download(cl_mem from, void *data, size_t bytes) const;

  DeviceInView where_;
  Context context_;
  Queue queue_;
};

namespace detail {
void setArgument(cl_kernel kernel, cl_uint index, size_t size, const void *value);
inline void setOne(cl_kernel kernel, cl_uint index, const Buffer &buffer) {
  cl_mem handle = buffer.get();
  setArgument(kernel, index, sizeof handle, &handle);
}
inline void setOne(cl_kernel kernel, cl_uint index, LocalBytes local) {
  setArgument(kernel, index, local.bytes, nullptr);
}
template <typename T> void setOne(cl_kernel kernel, cl_uint index, const T &value) {
  setArgument(kernel, index, sizeof value, &value);
}
} // namespace detail

/// Sets all arguments in order: buffers, LocalBytes, and anything else by value.
template <typename... Arguments> void setArguments(const Kernel &kernel, const Arguments &...arguments) {
  cl_uint index = 0;
  (detail::setOne(kernel.get(), index++, arguments), ...);
}

} // namespace weft::host

#endif
