// The file that a trace is written to.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_TRACE_TRACE_FILE_H
#define WEFT_RUNTIME_TRACE_TRACE_FILE_H

#include <cstdint>
#include <string>
#include <string_view>

namespace weft::trace {

/// A file of its process alone: where another one that lives has the name already, as in a build that runs many
/// programs, the number of the process is added. What can't be written is a warning, once; all after that is dropped.
class TraceFile {
public:
  /// `%p` in the name stands for the number of the process. False where the file can't be written.
  bool open(const std::string &name, uint64_t maxBytes);
  /// In the child of a fork: forgets the parent's, and opens one with the child's number.
  bool openInChild();

  /// Of a part that is whole lines. False where it, and all that follows, isn't written.
  bool write(std::string_view text);
  /// Whether there is room for so many bytes more.
  bool fits(uint64_t bytes) const { return written_ + bytes <= maxBytes_; }
  void close();
  const std::string &path() const { return path_; }

private:
  bool openAt(const std::string &path);
  void stopTracing(const char *what, int error);

  std::string name_;
  std::string path_;
  uint64_t maxBytes_ = 0;
  uint64_t written_ = 0;
  int descriptor_ = -1;
};

} // namespace weft::trace

#endif
