// Opens and writes the file of a trace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TraceFile.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "Log.h"
#include "Text.h"
#include "WriteSignalBlocker.h"

namespace weft::trace {

namespace {

std::string withProcess(std::string name) {
  for (size_t at = name.find("%p"); at != std::string::npos; at = name.find("%p", at))
    name.replace(at, 2, std::to_string(getpid()));
  return name;
}

} // namespace

void TraceFile::stopTracing(const char *what, int error) {
  log::warn(concat("The trace ", path_, " ", what, ": ", std::strerror(error), ". The program runs on untraced."));
  close();
}

/// Opens the file without waiting for the reader of a pipe, or for another process that writes to the file.
bool TraceFile::openAt(const std::string &path) {
  path_ = path;
  descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND | O_NONBLOCK | O_NOCTTY, 0666);
  if (descriptor_ < 0)
    return false;
  // Only a regular file is locked and emptied: a pipe or a device may have other writers and can't be emptied.
  struct stat status{};
  if (fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode)) {
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      ::close(descriptor_);
      descriptor_ = -1;
      errno = EWOULDBLOCK;
      return false;
    }
    if (ftruncate(descriptor_, 0) != 0) // if the file can't be emptied, the trace is written after its contents
      errno = 0;
  }
  const int flags = fcntl(descriptor_, F_GETFL);
  fcntl(descriptor_, F_SETFL, flags & ~O_NONBLOCK);
  written_ = 0;
  return true;
}

bool TraceFile::open(const std::string &name, uint64_t maxBytes) {
  name_ = name;
  maxBytes_ = maxBytes;
  const std::string path = withProcess(name);
  if (openAt(path) || (errno == EWOULDBLOCK && openAt(concat(path, ".", getpid()))))
    return true;
  stopTracing("can't be written", errno);
  return false;
}

bool TraceFile::openInChild() {
  close(); // the parent has the same open file, so the file stays locked
  const std::string path = withProcess(name_);
  if (openAt(path == name_ ? concat(path, ".", getpid()) : path))
    return true;
  stopTracing("can't be written", errno);
  return false;
}

bool TraceFile::write(std::string_view text) {
  if (descriptor_ < 0)
    return false;
  const WriteSignalBlocker signals;
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor_, text.data(), text.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0) {
      stopTracing("can't be written any more", errno);
      return false;
    }
    text.remove_prefix(static_cast<size_t>(count));
    written_ += static_cast<uint64_t>(count);
  }
  return true;
}

void TraceFile::close() {
  if (descriptor_ >= 0)
    ::close(descriptor_);
  descriptor_ = -1;
}

} // namespace weft::trace
