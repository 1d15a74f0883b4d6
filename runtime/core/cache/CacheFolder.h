// The folder of the disk cache, held open.
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

/// Weft's own folder within the folder that is set. Weft makes or deletes files only in it. It belongs to this user,
/// and nobody else can write to it. All operations use the descriptor that was checked, whatever happens to the path.
/// Names are the names of files in the folder, without a slash.
class CacheFolder {
public:
  static constexpr std::string_view folderName = diskCacheFolder;

  /// Makes the folders that are missing, the folders above included (mode 0700). The error is a sentence.
  static std::expected<std::unique_ptr<const CacheFolder>, std::string> open(const std::string &parent);
  ~CacheFolder();
  CacheFolder(const CacheFolder &) = delete;
  CacheFolder &operator=(const CacheFolder &) = delete;

  const std::string &path() const { return path_; }
  /// A number that is most likely different for each folder of the machine.
  uint64_t number() const { return uint64_t(statusAtOpen_.st_ino) * 0x9e3779b97f4a7c15 + statusAtOpen_.st_dev; }
  /// Whether the descriptor is still the descriptor that was opened: some programs close all descriptors that they
  /// don't know.
  bool isOpen() const;
  /// Whether the folder has not been deleted.
  bool exists() const;

  /// Opens a regular file of this user that nobody else can write; returns no descriptor for other files. Never waits,
  /// follows no link.
  cpu::FileDescriptor openFile(const std::string &name, struct stat &status) const;
  /// Creates a file for writing (mode 0600). Returns no descriptor where the name exists already.
  cpu::FileDescriptor createFile(const std::string &name) const;
  /// The status of a regular file of this user that nobody else can write.
  std::optional<struct stat> statusOf(const std::string &name) const;
  /// Whether this name belongs to something other than a regular file of this user.
  bool isOccupied(const std::string &name) const;
  /// Renames a file. It replaces a file that has the new name.
  bool renameFile(const std::string &from, const std::string &to) const;
  void deleteFile(const std::string &name) const;
  /// Opens the file whose bytes can be locked (EntryLock), and makes it where it is missing. It is in this folder.
  /// Where the folder's file system may leave locks to other machines, it is among this machine's own files instead.
  /// Returns no descriptor where no entry could be written.
  cpu::FileDescriptor openLocks() const;
  /// All names in the folder, links and folders included.
  std::vector<std::string> names() const;

  /// A path to the file, if nobody but this user and root can make the path lead elsewhere; else empty.
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
