// A file that holds the code of a kernel until the dynamic loader has mapped it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_EXEC_CODE_FILE_H
#define WEFT_DEVICE_CPU_EXEC_CODE_FILE_H

#include <expected>
#include <string>
#include <string_view>

#include "FileDescriptor.h"

namespace weft::cpu {

/// Nobody but this user's processes can change what `path` leads to. The mappings keep a file that is gone.
class CodeFile {
public:
  /// Has the system make the table of descriptors that inMemory needs. Where the process has several threads, Linux
  /// waits for all CPUs when it replaces a table: some 15 ms, in which others go on.
  static void prepare();
  /// A file in memory that can't be changed any more, not even by this process. Its path is one of /proc, so it needs
  /// that. The name is what gdb, perf and /proc/<pid>/maps show. The error is what the system says.
  static std::expected<CodeFile, std::string> inMemory(std::string_view bytes, const std::string &name);
  /// A file in a folder of its own, in the first of the system's folders for temporary files that can be written and
  /// allows code. Both are deleted with the object.
  static std::expected<CodeFile, std::string> inTemporaryFolder(std::string_view bytes);

  CodeFile(CodeFile &&other) noexcept;
  CodeFile &operator=(CodeFile &&) = delete;
  ~CodeFile();

  const std::string &path() const { return path_; }
  /// What keeps the path of a file in memory good.
  FileDescriptor takeDescriptor() && { return std::move(descriptor_); }

private:
  CodeFile(FileDescriptor descriptor, std::string path) : descriptor_(std::move(descriptor)), path_(std::move(path)) {}

  FileDescriptor descriptor_;
  std::string path_;
  std::string folder_; ///< to be deleted; empty: none
};

} // namespace weft::cpu

#endif
