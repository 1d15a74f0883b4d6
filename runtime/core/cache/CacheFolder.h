// The folder of the disk cache, which is held open.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_CACHE_CACHE_FOLDER_H
#define WEFT_RUNTIME_CORE_CACHE_CACHE_FOLDER_H

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>

#include "FileDescriptor.h"
#include "StoredForms.h"

namespace weft::core {

/// Weft's own folder within the folder that the user sets. Weft creates or deletes files only in its own folder. The
/// folder belongs to this user, and no other user can write to it. All operations use the descriptor whose owner and
/// permissions were checked when the folder was opened, even if the path is changed later. Each `name` is the name of a
/// file in the folder, without a slash.
class CacheFolder {
public:
  static constexpr std::string_view folderName = diskCacheFolder;

  /// Opens the folder. Creates all folders of the path that are missing (mode 0700). If that fails, the error is a
  /// sentence that says why.
  static std::expected<std::unique_ptr<const CacheFolder>, std::string> open(const std::string &parent);
  ~CacheFolder();
  CacheFolder(const CacheFolder &) = delete;
  CacheFolder &operator=(const CacheFolder &) = delete;

  const std::string &path() const { return path_; }
  /// A hash that is most likely different for each folder of the machine.
  uint64_t number() const { return uint64_t(statusAtOpen_.st_ino) * 0x9e3779b97f4a7c15 + statusAtOpen_.st_dev; }
  /// Whether the descriptor still refers to the folder that was opened. Some programs close all descriptors that they
  /// don't know, and the number may then stand for another file.
  bool isOpen() const;
  /// Whether the folder still exists, that is, has not been deleted.
  bool exists() const;

  /// Opens a regular file of this user that no other user can write; returns no descriptor for other files. Never
  /// waits, follows no link.
  cpu::FileDescriptor openFile(const std::string &name, struct stat &status) const;
  /// Creates a file for writing (mode 0600). Returns no descriptor if the name exists already.
  cpu::FileDescriptor createFile(const std::string &name) const;
  /// The status of a regular file of this user that no other user can write.
  std::optional<struct stat> statusOf(const std::string &name) const;
  /// Whether this name belongs to something other than a regular file of this user.
  bool isOccupied(const std::string &name) const;
  /// Renames a file. It replaces a file that has the new name.
  bool renameFile(const std::string &from, const std::string &to) const;
  void deleteFile(const std::string &name) const;
  /// Opens the file whose bytes EntryLock locks, and creates it if it is missing. The file is in this folder, unless
  /// the folder's file system may share locks with other machines: then it is in a folder of this machine. Returns no
  /// descriptor if this process can't write entries to the folder.
  cpu::FileDescriptor openLocks() const;
  /// All names in the folder, including those of links and folders.
  std::vector<std::string> names() const;

  /// Returns a path to the file if only this user and root can make the path lead to another file; otherwise an empty
  /// text.
  std::string safePath(const std::string &name, const struct stat &file) const;

private:
  CacheFolder(cpu::FileDescriptor folder, std::string path, bool pathIsSafe);
  void writeTag() const;

  mutable cpu::FileDescriptor folder_;
  struct stat statusAtOpen_{};
  const std::string path_; ///< contains no links
  const bool pathIsSafe_;
};

} // namespace weft::core

#endif
