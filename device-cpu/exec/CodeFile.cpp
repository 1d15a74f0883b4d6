// Files that hold the code of a kernel until the dynamic loader has mapped it: sealed memory files and temporary files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exec/CodeFile.h"

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utility>

// Linux has this flag since version 6.3; older headers don't define it.
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

namespace weft::cpu {

namespace {

/// The system refuses longer names of memory files.
constexpr size_t longestName = 200;

std::unexpected<std::string> systemError(const std::string &what) {
  return std::unexpected(what + ": " + std::strerror(errno));
}

/// Returns a new number, which makes the path of each load different. If dlopen gets the path of a library that is
/// loaded, it returns that library, even if the path leads to another file by now.
uint32_t nextLoadId() {
  static std::atomic<uint32_t> counter{0};
  return counter.fetch_add(1, std::memory_order_relaxed);
}

/// Returns a path of the memory file. It contains the number of the descriptor. Another file may soon have the same
/// number, and dlopen would then return the library that it loaded from this file. So each path is spelled differently:
/// it has 32 separators, and each of them is "//" or "/./", depending on a bit of nextLoadId(). `process` is "self" or
/// the process's id.
std::string descriptorPath(const std::string &process, int descriptor) {
  std::string path = "/proc/" + process + "/fd";
  const uint32_t number = nextLoadId();
  for (unsigned bit = 0; bit < 32; ++bit)
    path += (number >> bit & 1) != 0 ? "/./" : "//";
  return path + std::to_string(descriptor);
}

bool writeAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes.remove_prefix(size_t(written));
  }
  return true;
}

/// The file is created without execute permission: code can be mapped without it, and the system may refuse to create
/// an executable memory file (vm.memfd_noexec).
FileDescriptor createMemoryFile(const std::string &name) {
  FileDescriptor file(memfd_create(name.c_str(), MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL));
  if (!file && errno == EINVAL)
    file = FileDescriptor(memfd_create(name.c_str(), MFD_CLOEXEC | MFD_ALLOW_SEALING));
  return file;
}

/// Moves the file to a high descriptor number, which other code hardly uses. Debuggers open the path of loaded code
/// even long after the descriptor was closed. If a pipe had the same number by then, the debugger would read from the
/// pipe and wait for ever.
FileDescriptor moveToHighDescriptor(FileDescriptor file) {
  constexpr int first = 900; // most processes may have 1024 descriptors; a higher number would make the system's table
                             // of descriptors larger
  FileDescriptor moved(fcntl(file.get(), F_DUPFD_CLOEXEC, first));
  return moved ? std::move(moved) : std::move(file);
}

bool leadsTo(const std::string &path, int descriptor) {
  struct stat there;
  struct stat here;
  return stat(path.c_str(), &there) == 0 && fstat(descriptor, &here) == 0 && there.st_dev == here.st_dev &&
         there.st_ino == here.st_ino;
}

/// Returns whether files that this user puts into the folder are safe from being replaced by other users.
bool isProtectedFolder(const char *folder) {
  struct stat status;
  return stat(folder, &status) == 0 && S_ISDIR(status.st_mode) && (status.st_uid == 0 || status.st_uid == geteuid()) &&
         ((status.st_mode & (S_IWGRP | S_IWOTH)) == 0 || (status.st_mode & S_ISVTX) != 0);
}

bool allowsExecution(const char *folder) {
  struct statvfs system;
  return statvfs(folder, &system) == 0 && (system.f_flag & ST_NOEXEC) == 0;
}

} // namespace

void CodeFile::prepare() {
  if (FileDescriptor file = createMemoryFile("weft"))
    moveToHighDescriptor(std::move(file));
}

std::expected<CodeFile, std::string> CodeFile::inMemory(std::string_view bytes, const std::string &name) {
  FileDescriptor file = createMemoryFile(name.substr(0, longestName));
  if (!file)
    return systemError("memfd_create");
  if (!writeAll(file.get(), bytes))
    return systemError("writing to a memory file");
  if (fcntl(file.get(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
    return systemError("sealing a memory file");
  file = moveToHighDescriptor(std::move(file));
  // First tries a path with the process's id, which a debugger can open, too; "self" would be the debugger there. If
  // the process is in a namespace without its own /proc, the id belongs to another process, so a path with "self" is
  // tried second.
  for (const std::string &process : {std::to_string(getpid()), std::string("self")})
    if (std::string path = descriptorPath(process, file.get()); leadsTo(path, file.get()))
      return CodeFile(std::move(file), std::move(path));
  return std::unexpected("/proc does not show the process's files");
}

std::expected<CodeFile, std::string> CodeFile::inTemporaryFolder(std::string_view bytes) {
  std::string error = "no folder for temporary files allows code";
  // Only these folders of the system are used, and not TMPDIR, because a folder above TMPDIR may belong to any user,
  // who could replace the file.
  for (const char *parent : {"/dev/shm", "/tmp", "/var/tmp"}) {
    if (!isProtectedFolder(parent) || !allowsExecution(parent))
      continue;
    std::string folder = std::string(parent) + "/weft-code-XXXXXX";
    if (mkdtemp(folder.data()) == nullptr) { // mode 0700
      error = std::string(parent) + ": " + std::strerror(errno);
      continue;
    }
    std::string path = folder + "/kernel-" + std::to_string(nextLoadId()) + ".so";
    CodeFile file(FileDescriptor(open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)), path);
    file.folder_ = std::move(folder);
    if (file.descriptor_ && writeAll(file.descriptor_.get(), bytes) && leadsTo(path, file.descriptor_.get()))
      return file;
    error = path + ": " + std::strerror(errno);
  }
  return std::unexpected(error);
}

CodeFile::CodeFile(CodeFile &&other) noexcept
    : descriptor_(std::move(other.descriptor_)), path_(std::move(other.path_)),
      folder_(std::exchange(other.folder_, {})) {}

CodeFile::~CodeFile() {
  if (folder_.empty())
    return;
  unlink(path_.c_str());
  rmdir(folder_.c_str());
}

} // namespace weft::cpu
