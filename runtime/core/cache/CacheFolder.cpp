// Opens, checks and reads the folder of the disk cache.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/cache/CacheFolder.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "Text.h"
#include "WriteSignalBlocker.h"

namespace weft::core {

namespace {

using cpu::FileDescriptor;

constexpr mode_t writableByOthers = S_IWGRP | S_IWOTH;

constexpr const char *locksName = "locks";
/// The name of the file of locks that is used if the cache folder can't have one; the user's id is appended. Its folder
/// exists on every Linux, lies in memory, and belongs to this machine only.
constexpr const char *machinesLocks = "/dev/shm/weft-locks-";

/// The file that tells backup programs not to copy the folder (bford.info/cachedir).
constexpr const char *tagName = "CACHEDIR.TAG";
constexpr std::string_view tag = "Signature: 8a477f597d28d172789f06886806bc55\n"
                                 "# This folder holds programs and kernels that Weft has compiled. It may be deleted "
                                 "at any time.\n";

/// Whether the file belongs to this user, and no other user can write it. This is right even if the file has an access
/// control list, because the system reports the list's mask as the group's rights.
bool belongsToUs(const struct stat &status) {
  return status.st_uid == geteuid() && (status.st_mode & writableByOthers) == 0;
}

/// Whether no other users than root and this user can replace those files in the folder that belong to root or to this
/// user.
bool isProtectedFolder(const struct stat &status) {
  return (status.st_uid == 0 || status.st_uid == geteuid()) &&
         ((status.st_mode & writableByOthers) == 0 || (status.st_mode & S_ISVTX) != 0);
}

bool sameFile(const struct stat &a, const struct stat &b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

/// Whether only this machine's kernel manages the locks of a file system. Other file systems may request locks from a
/// server. That can take minutes if the server doesn't answer, and a lock may also exclude other machines.
bool hasLocalLocks(int folder) {
  constexpr __fsword_t local[] = {EXT4_SUPER_MAGIC, XFS_SUPER_MAGIC,       BTRFS_SUPER_MAGIC, F2FS_SUPER_MAGIC,
                                  TMPFS_MAGIC,      OVERLAYFS_SUPER_MAGIC, 0x2fc12fc1}; // the last value is that of ZFS
  struct statfs system;
  return fstatfs(folder, &system) == 0 && std::ranges::find(local, system.f_type) != std::end(local);
}

void makeFolders(const std::string &path) {
  for (size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1))
    mkdir(path.substr(0, end).c_str(), 0700);
  mkdir(path.c_str(), 0700);
}

std::string withoutLinks(const std::string &path) {
  char *resolved = realpath(path.c_str(), nullptr);
  std::string result = resolved != nullptr ? resolved : "";
  std::free(resolved);
  return result;
}

/// A folder that was opened, and whether all folders above it are protected (isProtectedFolder).
struct Reached {
  FileDescriptor folder;
  bool pathIsSafe = true;
};

/// Opens the folder by descending from the root, one name at a time, and follows no link. `path` is absolute.
Reached reach(const std::string &path) {
  Reached reached{FileDescriptor(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC))};
  for (size_t begin = 1; reached.folder && begin < path.size();) {
    struct stat status;
    reached.pathIsSafe &= fstat(reached.folder.get(), &status) == 0 && isProtectedFolder(status);
    const size_t end = std::min(path.find('/', begin), path.size());
    reached.folder = FileDescriptor(openat(reached.folder.get(), path.substr(begin, end - begin).c_str(),
                                           O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    begin = end + 1;
  }
  return reached;
}

} // namespace

CacheFolder::CacheFolder(FileDescriptor folder, std::string path, bool pathIsSafe)
    : folder_(std::move(folder)), path_(std::move(path)), pathIsSafe_(pathIsSafe) {
  fstat(folder_.get(), &statusAtOpen_);
}

CacheFolder::~CacheFolder() {
  if (!isOpen())
    static_cast<void>(folder_.release()); // the descriptor has been closed by other code and may be in use again
}

std::expected<std::unique_ptr<const CacheFolder>, std::string> CacheFolder::open(const std::string &parent) {
  makeFolders(parent);
  const std::string path = withoutLinks(parent);
  Reached reached = path.empty() ? Reached() : reach(path);
  if (!reached.folder)
    return std::unexpected(concat(parent, " is no folder that can be opened."));
  struct stat status;
  if (fstat(reached.folder.get(), &status) != 0 || !belongsToUs(status))
    return std::unexpected(concat(path, " is not a folder that this user alone can write."));
  const std::string name(folderName);
  mkdirat(reached.folder.get(), name.c_str(), 0700);
  FileDescriptor own(openat(reached.folder.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!own || fstat(own.get(), &status) != 0)
    return std::unexpected(concat(path, "/", name, " can't be opened, or made."));
  if (!belongsToUs(status))
    return std::unexpected(concat(path, "/", name, " is not a folder that this user alone can write."));
  std::unique_ptr<const CacheFolder> folder(
      new CacheFolder(std::move(own), (path == "/" ? path : path + "/") + name, reached.pathIsSafe));
  folder->writeTag();
  return folder;
}

void CacheFolder::writeTag() const {
  const WriteSignalBlocker signals;
  if (const FileDescriptor file = createFile(tagName)) {
    [[maybe_unused]] ssize_t written = write(file.get(), tag.data(), tag.size());
  }
}

bool CacheFolder::isOpen() const {
  struct stat now;
  return folder_ && fstat(folder_.get(), &now) == 0 && sameFile(now, statusAtOpen_);
}

bool CacheFolder::exists() const {
  struct stat now;
  return fstat(folder_.get(), &now) == 0 && now.st_nlink != 0;
}

FileDescriptor CacheFolder::openFile(const std::string &name, struct stat &status) const {
  FileDescriptor file(openat(folder_.get(), name.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC));
  if (file && (fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) || !belongsToUs(status)))
    return {};
  return file;
}

FileDescriptor CacheFolder::createFile(const std::string &name) const {
  return FileDescriptor(
      openat(folder_.get(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
}

std::optional<struct stat> CacheFolder::statusOf(const std::string &name) const {
  struct stat status;
  if (fstatat(folder_.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode) ||
      !belongsToUs(status))
    return std::nullopt;
  return status;
}

bool CacheFolder::isOccupied(const std::string &name) const {
  struct stat status;
  return fstatat(folder_.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
         (!S_ISREG(status.st_mode) || status.st_uid != geteuid());
}

bool CacheFolder::renameFile(const std::string &from, const std::string &to) const {
  return renameat(folder_.get(), from.c_str(), folder_.get(), to.c_str()) == 0;
}

void CacheFolder::deleteFile(const std::string &name) const { unlinkat(folder_.get(), name.c_str(), 0); }

FileDescriptor CacheFolder::openLocks() const {
  // A process that can't write entries takes no locks: its lock would make other threads wait for an entry that is
  // never written.
  if (faccessat(folder_.get(), ".", W_OK, AT_EACCESS) != 0)
    return {};
  constexpr int flags = O_RDWR | O_CREAT | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC;
  FileDescriptor file(hasLocalLocks(folder_.get()) ? openat(folder_.get(), locksName, flags, 0600)
                                                   : ::open(concat(machinesLocks, geteuid()).c_str(), flags, 0600));
  struct stat status;
  if (file && (fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) || !belongsToUs(status)))
    return {};
  return file;
}

std::vector<std::string> CacheFolder::names() const {
  std::vector<std::string> names;
  FileDescriptor again(openat(folder_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)); // with its own position
  if (!again)
    return names;
  const std::unique_ptr<DIR, int (*)(DIR *)> entries(fdopendir(again.get()), closedir);
  if (!entries)
    return names;
  static_cast<void>(again.release());
  while (const dirent *entry = readdir(entries.get()))
    names.emplace_back(entry->d_name);
  return names;
}

std::string CacheFolder::safePath(const std::string &name, const struct stat &file) const {
  if (!pathIsSafe_)
    return {};
  std::string path = concat(path_, "/", name);
  // Checks that the path still leads to the open folder: the process may have changed its root directory, or the folder
  // may have been moved.
  struct stat there;
  const bool same = fstatat(AT_FDCWD, path.c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0 && sameFile(there, file);
  return same ? path : std::string();
}

} // namespace weft::core
