// A file that holds the code of a kernel until the dynamic loader has mapped it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_EXEC_CODE_FILE_H
#define WEFT_DEVICE_CPU_EXEC_CODE_FILE_H

#include <expected>
#include <string>
#include <string_view>

#include "FileDescriptor.h"

namespace weft::cpu {

/// A file with the code of a kernel, which only processes of this user can change. When the object is destroyed, the
/// file is deleted, but the code that has been loaded from it stays valid.
class CodeFile {
public:
  /// Makes the system enlarge the process's table of file descriptors, so that inMemory doesn't have to wait for that.
  /// If the process has several threads, the calling thread waits for some 15 ms while Linux replaces the table; the
  /// other threads go on.
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
  /// Takes the descriptor out of this object. As long as the descriptor is open, the path of a file in memory stays
  /// valid.
  FileDescriptor takeDescriptor() && { return std::move(descriptor_); }

private:
  CodeFile(FileDescriptor descriptor, std::string path) : descriptor_(std::move(descriptor)), path_(std::move(path)) {}

  FileDescriptor descriptor_;
  std::string path_;
  std::string folder_; ///< the folder to delete; empty: none
};

} // namespace weft::cpu

#endif
