// A second process that runs tests of the same program, with some descriptors of the first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_OTHER_PROCESS_H
#define WEFT_TESTS_API_OTHER_PROCESS_H

#include <sys/types.h>

#include <string>
#include <vector>

namespace weft::test {

class OtherProcess {
public:
  /// Runs the tests of this name, which find the descriptors by `descriptors()`. Closes them here.
  OtherProcess(const std::string &tests, const std::vector<int> &given);
  OtherProcess(const OtherProcess &) = delete;
  OtherProcess &operator=(const OtherProcess &) = delete;
  ~OtherProcess();

  /// What it ended with: 0 where its tests have passed.
  int wait();
  /// In the other process; empty elsewhere.
  static std::vector<int> descriptors();

private:
  pid_t process_ = -1;
};

} // namespace weft::test

#endif
