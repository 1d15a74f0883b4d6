// Starts a second process that runs tests of the same program, and passes descriptors to it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_OTHER_PROCESS_H
#define WEFT_TESTS_API_OTHER_PROCESS_H

#include <sys/types.h>

#include <string>
#include <vector>

namespace weft::test {

class OtherProcess {
public:
  /// Runs the tests called `tests` in a new process, where they get the descriptors `given` by `descriptors()`. Closes
  /// the descriptors in this process.
  OtherProcess(const std::string &tests, const std::vector<int> &given);
  OtherProcess(const OtherProcess &) = delete;
  OtherProcess &operator=(const OtherProcess &) = delete;
  ~OtherProcess();

  /// Waits for the end of the process. Returns its status, which is 0 if its tests have passed.
  int wait();
  /// Returns the given descriptors if this is the other process, otherwise an empty list.
  static std::vector<int> descriptors();

private:
  pid_t process_ = -1;
};

} // namespace weft::test

#endif
