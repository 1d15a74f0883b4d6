// Runs a kernel that is checked, and says what was found.
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

struct CheckCase {
  std::string source; ///< with one kernel, k
  std::string checks; ///< as -weft-check has them
  std::vector<CheckArgument> arguments;
  std::vector<size_t> global;
  std::vector<size_t> local;
  std::string options;
};

struct CheckOutcome {
  cl_int status = CL_COMPLETE;           ///< of the launch's event
  std::vector<Json> faults;              ///< what WEFT_CHECK_FILE got
  std::vector<std::vector<int>> buffers; ///< their contents behind the launch, as ints
  std::vector<std::string> told;         ///< by the context's callback
  std::string buildLog;
};

/// Fails the running test where a call fails.
CheckOutcome run(const CheckCase &launch);

/// What has been reported since the last call.
std::vector<Json> takeReports();

/// Sets the environment. To be called before the first call of OpenCL.
void prepareEnvironment();

} // namespace weft::test

#endif
