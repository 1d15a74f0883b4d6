// Starts a second process that runs tests of the same program, and passes descriptors to it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/OtherProcess.h"

#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <sstream>
#include <utility>

namespace weft::test {

namespace {

constexpr const char *variable = "WEFT_TEST_DESCRIPTORS";

} // namespace

OtherProcess::OtherProcess(const std::string &tests, const std::vector<int> &given) {
  std::string list = std::string(variable) + "=";
  for (int descriptor : given) {
    ::fcntl(descriptor, F_SETFD, 0); // the descriptor stays open across exec
    list += std::to_string(descriptor) + " ";
  }
  std::string filter = "--gtest_filter=*" + tests, name = "/proc/self/exe", brief = "--gtest_brief=1";
  std::vector<char *> environment{list.data()};
  for (char **entry = environ; *entry; ++entry)
    // The other process must not report to CTest: its exit status tells this process the result.
    if (std::strncmp(*entry, "GTEST_", 6) != 0 && std::strncmp(*entry, "XML_OUTPUT_FILE=", 16) != 0)
      environment.push_back(*entry);
  environment.push_back(nullptr);
  char *arguments[] = {name.data(), filter.data(), brief.data(), nullptr};
  if (::posix_spawn(&process_, name.c_str(), nullptr, nullptr, arguments, environment.data()) != 0)
    process_ = -1;
  for (int descriptor : given)
    ::close(descriptor);
}

OtherProcess::~OtherProcess() {
  if (process_ < 0)
    return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

int OtherProcess::wait() {
  int status = -1;
  if (process_ >= 0)
    ::waitpid(std::exchange(process_, -1), &status, 0);
  return status;
}

std::vector<int> OtherProcess::descriptors() {
  std::vector<int> given;
  const char *list = std::getenv(variable);
  std::istringstream words(list ? list : "");
  for (int descriptor = -1; words >> descriptor;)
    given.push_back(descriptor);
  return given;
}

} // namespace weft::test
