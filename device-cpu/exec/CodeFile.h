// A file that holds the code of a kernel until the dynamic loader has mapped it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_EXEC_CODE_FILE_H
#define WEFT_DEVICE_CPU_EXEC_CODE_FILE_H

#include <expected>
#include <string>
#include <string_view>

#include "FileDescriptor.h"

namespace weft::cpu {

/// A file that only this user's processes can change. After the file has been deleted, its mappings stay valid.
class CodeFile {
public:
  /// Makes the system enlarge the process's table of descriptors as inMemory needs it. Where the process has several
  /// threads, Linux waits for all CPUs when it replaces the table: some 15 ms, in which other threads go on.
  static void prepare();
  /// Makes a file in memory that no process can change any more, not even this one. Its path is in /proc, so the
  /// process needs /proc. gdb, perf and /proc/<pid>/maps show `name`. The error is the system's message.
  static std::expected<CodeFile, std::string> inMemory(std::string_view bytes, const std::string &name);
  /// Makes a file in a folder of its own. This folder is in the first of the system's folders for temporary files that
  /// can be written to and allows code. The object's destructor deletes the file and its folder.
  static std::expected<CodeFile, std::string> inTemporaryFolder(std::string_view bytes);

  CodeFile(CodeFile &&other) noexcept;
  CodeFile &operator=(CodeFile &&) = delete;
  ~CodeFile();

  const std::string &path() const { return path_; }
  /// Takes the descriptor that keeps the path of a file in memory valid.
  FileDescriptor takeDescriptor() && { return std::move(descriptor_); }

private:
  CodeFile(FileDescriptor descriptor, std::string path) : descriptor_(std::move(descriptor)), path_(std::move(path)) {}

  FileDescriptor descriptor_;
  std::string path_;
  std::string folder_; ///< the folder to delete; empty: none
};

} // namespace weft::cpu

#endif
