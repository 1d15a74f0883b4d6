// Writes lines to standard error, by topic.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/Log.h"

#include <unistd.h>

#include <cerrno>
#include <string>

#include "support/WriteSignalBlocker.h"

namespace weft::log {

namespace {

void writeLine(std::string_view prefix, std::string_view text) {
  const std::string line = concat("weft ", prefix, ": ", text, "\n");
  // Writing to a standard error that is closed, or to a pipe without readers, must not end the process.
  const WriteSignalBlocker signals;
  // One system call writes the whole line, so that lines of different threads don't mix.
  while (::write(STDERR_FILENO, line.data(), line.size()) < 0 && errno == EINTR)
    ;
}

} // namespace

bool enabled(Topic topic) noexcept { return Options::get().log.contains(topic); }

void writeLine(Topic topic, std::string_view text) { writeLine(textOf(topic), text); }

void warn(std::string_view text) { writeLine("warning", text); }

void fault(std::string_view text) { writeLine("check", text); }

} // namespace weft::log
