// Lines to standard error, by topic.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/Log.h"

#include <unistd.h>

#include <array>
#include <string>

#include "support/Options.h"

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
  // One system call, so that lines of different threads do not mix. A closed standard error is no reason to fail.
  [[maybe_unused]] ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
}

} // namespace weft::log
