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

/// Weft's own folder within the one that is set, and the only one in which it makes or deletes anything. It belongs to
/// this user, and nobody else can write to it. All is done through the descriptor that was checked, whatever becomes of
/// the path; names are those of files in it, without a slash.
class CacheFolder {
public:
  static constexpr std::string_view ownName = diskCacheFolder;

  /// Makes what is missing, the folders above included (mode 0700). The error is a sentence.
  static std::expected<std::unique_ptr<const CacheFolder>, std::string> open(const std::string &parent);
  ~CacheFolder();
  CacheFolder(const CacheFolder &) = delete;
  CacheFolder &operator=(const CacheFolder &) = delete;

  const std::string &path() const { return path_; }
  /// Another one for each folder of the machine, most likely.
  uint64_t number() const { return uint64_t(opened_.st_ino) * 0x9e3779b97f4a7c15 + opened_.st_dev; }
  /// Whether the descriptor still is the one that was opened: some programs close all that they don't know.
  bool isOpen() const;
  /// Whether the folder has not been deleted.
  bool isThere() const;

  /// Regular files of this user that nobody else can write; no descriptor otherwise. Never waits, follows no link.
  cpu::FileDescriptor openFile(const std::string &name, struct stat &status) const;
  /// For writing; none where there is something of this name (mode 0600).
  cpu::FileDescriptor createFile(const std::string &name) const;
  /// Of a regular file of this user that nobody else can write.
  std::optional<struct stat> statusOf(const std::string &name) const;
  /// Whether there is something else than a regular file of this user under this name.
  bool isTaken(const std::string &name) const;
  /// Replaces a file of the new name.
  bool renameFile(const std::string &from, const std::string &to) const;
  void deleteFile(const std::string &name) const;
  /// A file whose bytes can be locked (EntryLock), made where it is missing: in this folder, or, where its file system
  /// may leave locks to other machines, among this machine's own files. None where no entry could be written.
  cpu::FileDescriptor openLocks() const;
  /// All names, links and folders included.
  std::vector<std::string> names() const;

  /// A path that leads to the file, where nobody but this user and root can make it lead elsewhere; else empty.
  std::string safePath(const std::string &name, const struct stat &file) const;

private:
  CacheFolder(cpu::FileDescriptor folder, std::string path, bool pathIsSafe);
  void writeTag() const;

  mutable cpu::FileDescriptor folder_;
  struct stat opened_{};
  const std::string path_; ///< without links
  const bool pathIsSafe_;
};

} // namespace weft::core

#endif
