// Lines to standard error, by topic.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/Log.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>

#include "support/Options.h"
#include "support/WriteSignals.h"

namespace weft::log {

namespace {

constexpr std::array<std::string_view, 6> topicNames = {"api", "errors", "build", "time", "vectorize", "cache"};

unsigned readTopics() {
  unsigned topics = 0;
  std::string_view rest = Options::get().log;
  while (!rest.empty()) {
    std::string_view word = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    for (unsigned i = 0; i < topicNames.size(); ++i)
      if (word == topicNames[i])
        topics |= 1u << i;
  }
  return topics;
}

} // namespace

bool enabled(Topic topic) noexcept {
  static const unsigned topics = readTopics();
  return (topics >> static_cast<unsigned>(topic)) & 1;
}

void writeLine(Topic topic, std::string_view text) {
  std::string line = concat("weft ", topicNames[static_cast<unsigned>(topic)], ": ", text, "\n");
  // A standard error that is closed, or a pipe that nobody reads any more, is no reason to fail.
  const WriteSignals signals;
  // One system call, so that lines of different threads do not mix.
  while (::write(STDERR_FILENO, line.data(), line.size()) < 0 && errno == EINTR)
    ;
}

} // namespace weft::log
