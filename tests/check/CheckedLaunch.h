// Runs a checked kernel, and returns the reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_CHECK_CHECKED_LAUNCH_H
#define WEFT_TESTS_CHECK_CHECKED_LAUNCH_H

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace weft::test {

using Json = nlohmann::json;

/// An argument of a kernel: a buffer with the bytes, local memory of a size, or a value.
struct CheckArgument {
  enum class Kind {
    buffer,
    given, ///< a buffer in memory of the application, `size` bytes behind where `bytes` begin
    fresh, ///< a buffer of `size` bytes without contents, but for what `prepare` does
    local,
    value,
    released,          ///< the address of shared virtual memory that has been freed
    image,             ///< with two dimensions of `size` texels, each four floats
    addressOfReleased, ///< a buffer with such an address
  } kind;
  std::vector<std::byte> bytes; ///< of the buffer, or of the value
  size_t size = 0;              ///< of local memory, of what was freed, of an image, of a fresh buffer
  cl_mem_flags flags = CL_MEM_READ_WRITE;
  std::function<void(cl_command_queue queue, cl_mem memory)> prepare = nullptr;
};

template <typename T> CheckArgument buffer(const std::vector<T> &contents) {
  const auto *bytes = reinterpret_cast<const std::byte *>(contents.data());
  return {CheckArgument::Kind::buffer, {bytes, bytes + contents.size() * sizeof(T)}};
}
template <typename T> CheckArgument readOnlyBuffer(const std::vector<T> &contents) {
  CheckArgument argument = buffer(contents);
  argument.flags = CL_MEM_READ_ONLY;
  return argument;
}
/// `shift` bytes behind an address that any type may have.
template <typename T> CheckArgument given(const std::vector<T> &contents, size_t shift) {
  CheckArgument argument = buffer(contents);
  argument.kind = CheckArgument::Kind::given;
  argument.bytes.insert(argument.bytes.begin(), shift, std::byte{});
  argument.size = shift;
  return argument;
}
template <typename T> CheckArgument value(const T &number) {
  const auto *bytes = reinterpret_cast<const std::byte *>(&number);
  return {CheckArgument::Kind::value, {bytes, bytes + sizeof number}};
}
inline CheckArgument released(size_t bytes) { return {CheckArgument::Kind::released, {}, bytes}; }
inline CheckArgument addressOfReleased(size_t bytes) { return {CheckArgument::Kind::addressOfReleased, {}, bytes}; }
inline CheckArgument fresh(size_t bytes, std::function<void(cl_command_queue, cl_mem)> prepare = nullptr) {
  return {CheckArgument::Kind::fresh, {}, bytes, CL_MEM_READ_WRITE, std::move(prepare)};
}
inline CheckArgument image(size_t texels) { return {CheckArgument::Kind::image, {}, texels}; }
inline CheckArgument localMemory(size_t bytes) { return {CheckArgument::Kind::local, {}, bytes}; }

struct CheckOutcome {
  cl_int status = CL_COMPLETE;           ///< the status of the launch's event
  std::vector<Json> faults;              ///< the reports in WEFT_CHECK_FILE
  std::vector<std::vector<int>> buffers; ///< the buffers' contents after the launch, as ints
  std::vector<std::string> told;         ///< the sentences that the context's callback got
  std::string buildLog;
};

/// Builds `source`, which has one kernel k, with -weft-check=`checks` (if that isn't empty) and `options`, launches k,
/// and waits for the launch's end. An empty `local` leaves the local size to the runtime. Fails the running test where
/// a call fails.
CheckOutcome runChecked(const std::string &checks, const std::string &source,
                        const std::vector<CheckArgument> &arguments, const std::vector<size_t> &global,
                        const std::vector<size_t> &local = {}, const std::string &options = "");

/// Returns the reports since the last call.
std::vector<Json> takeReports();

/// Sets the environment variables. To be called before the first call of OpenCL.
void prepareEnvironment();

} // namespace weft::test

#endif
