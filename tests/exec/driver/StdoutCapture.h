// Catches what goes to standard output for a while.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_EXEC_STDOUT_CAPTURE_H
#define WEFT_TESTS_EXEC_STDOUT_CAPTURE_H

#include <cstdio>

#include "driver/Case.h"

namespace weft::exectest {

/// From its making to its end (or to `lines`), the process's descriptor 1 is a temporary file.
class StdoutCapture {
public:
  StdoutCapture();
  ~StdoutCapture();
  StdoutCapture(const StdoutCapture &) = delete;
  StdoutCapture &operator=(const StdoutCapture &) = delete;

  /// Ends it. What the C library still holds back is not looked at: a completed launch has nothing there.
  Lines lines();

private:
  void restore();

  std::FILE *file_;
  int before_;
};

} // namespace weft::exectest

#endif
