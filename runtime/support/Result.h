// A value or an error. An error has the OpenCL code for the caller and a sentence for a person.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_SUPPORT_RESULT_H
#define WEFT_RUNTIME_SUPPORT_RESULT_H

#include <expected>
#include <string>
#include <utility>

namespace weft {

/// `code` is one of the cl_int error codes, never CL_SUCCESS. `message` is a whole sentence without the code's name.
struct Error {
  int code;
  std::string message;
};

template <typename T = void> using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(int code, std::string message) {
  return std::unexpected(Error{code, std::move(message)});
}

/// Returns the value of a Result that has one. Unlike std::expected's own operator, it may be left unused.
template <typename T> T takeValue(Result<T> &&result) { return *std::move(result); }
inline void takeValue(Result<> &&) {}

} // namespace weft

/// Yields the value of a Result, or returns its error from the enclosing function.
#define TRY(...)                                                                                                       \
  __extension__({                                                                                                      \
    auto weftTried = (__VA_ARGS__);                                                                                    \
    if (!weftTried) [[unlikely]]                                                                                       \
      return std::unexpected(std::move(weftTried).error());                                                            \
    ::weft::takeValue(std::move(weftTried));                                                                           \
  })

#endif
