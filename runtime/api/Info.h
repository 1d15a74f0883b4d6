// Answers all clGet*Info queries: tables with one row for each query, and the only function that writes answers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_INFO_H
#define WEFT_RUNTIME_API_INFO_H

#include <CL/cl.h>

#include <array>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "Result.h"

namespace weft::api {

/// The bytes of one answer. Short answers are stored inline, because an event's status may be queried in a loop.
class InfoValue {
public:
  InfoValue(const void *data, size_t size) : size_(size) {
    if (size > inline_.size())
      large_.assign(static_cast<const char *>(data), static_cast<const char *>(data) + size);
    else if (size != 0)
      std::memcpy(inline_.data(), data, size);
  }
  const void *data() const { return size_ > inline_.size() ? large_.data() : inline_.data(); }
  size_t size() const { return size_; }

private:
  size_t size_;
  std::array<char, 32> inline_;
  std::vector<char> large_;
};

using Answer = Result<InfoValue>;

/// Returns an answer of exactly the type in the specification's table, such as scalar<cl_uint>(3).
template <typename T> Answer scalar(std::type_identity_t<T> value) {
  static_assert(std::is_trivially_copyable_v<T>);
  return InfoValue(&value, sizeof(T));
}
/// Returns an answer of type char[]: the text and its terminating zero.
inline Answer text(std::string_view value) {
  std::vector<char> bytes(value.begin(), value.end());
  bytes.push_back('\0');
  return InfoValue(bytes.data(), bytes.size());
}
/// Returns an answer of type T[]. The array may be empty: then the answer has size 0.
template <typename T> Answer array(std::span<const T> values) { return InfoValue(values.data(), values.size_bytes()); }
template <typename T> Answer array(const std::vector<T> &values) { return array(std::span<const T>(values)); }
template <typename T, size_t N> Answer array(const T (&values)[N]) { return array(std::span<const T>(values, N)); }

/// One query: its name and the function that computes the answer.
template <typename T> struct InfoQuery {
  cl_uint name;
  Answer (*answer)(T &object);
};

/// The memory for the answer: the last three arguments of a clGet*Info function.
struct InfoRequest {
  size_t size;
  void *value;
  size_t *sizeReturned;
};

/// Writes an answer. CL_INVALID_VALUE if `value` is given and too small; then nothing is written.
Result<> writeAnswer(const InfoValue &answer, const InfoRequest &request);
/// The error for a param_name that is not in the table.
Error unknownQuery(cl_uint name);

/// Answers the query `name` about `object` from `table`.
template <typename T, size_t N>
Result<> answerQuery(const InfoQuery<T> (&table)[N], T &object, cl_uint name, const InfoRequest &request) {
  for (const InfoQuery<T> &row : table)
    if (row.name == name)
      return writeAnswer(TRY(row.answer(object)), request);
  return std::unexpected(unknownQuery(name));
}

} // namespace weft::api

#endif
