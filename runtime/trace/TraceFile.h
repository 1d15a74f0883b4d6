// The file that a trace is written to: one for each process, with a limited size.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_TRACE_TRACE_FILE_H
#define WEFT_RUNTIME_TRACE_TRACE_FILE_H

#include <cstdint>
#include <string>
#include <string_view>

namespace weft::trace {

/// Each process has a file of its own. If another running process already writes to the file of this name, as in a
/// build that runs many programs, this process adds its id to the name. If the file can't be written, a single warning
/// says so, and all later text is dropped.
class TraceFile {
public:
  /// `%p` in the name stands for the process's id. Returns false if the file can't be written.
  bool open(const std::string &name, uint64_t maxBytes);
  /// Called in the child of a fork: closes the parent's file, and opens a file with the child's process id in its name.
  bool openInChild();

  /// Writes text that consists of whole lines. Returns false if the text, and all later text, isn't written.
  bool write(std::string_view text);
  /// Whether the file may grow by this many bytes.
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
