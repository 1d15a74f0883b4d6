// What kernels do to the protection of the process's memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/prctl.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "Cases.h"

namespace weft::load {

int noExecutableStack() {
  setenv("WEFT_CACHE", "0", 1);
  if (!leftBehind().works())
    return EXIT_FAILURE;
  std::ifstream maps("/proc/self/maps");
  int result = EXIT_SUCCESS;
  for (std::string line; std::getline(maps, line);) {
    const std::string rights = line.substr(line.find(' ') + 1, 4);
    if (rights[1] == 'w' && rights[2] == 'x') {
      std::fprintf(stderr, "writable and executable: %s\n", line.c_str());
      result = EXIT_FAILURE;
    }
  }
  return result;
}

/// prctl(2), PR_SET_MDWE, in Linux from 6.3 on: from now on no memory becomes executable that is, or was, writable.
int refusesWritableCode() {
  constexpr int setMdwe = 65;
  constexpr unsigned long refuseExecGain = 1;
  if (prctl(setMdwe, refuseExecGain, 0L, 0L, 0L) != 0) {
    std::printf("This system can't refuse writable code: %s\n", std::strerror(errno));
    return skipped;
  }
  setenv("WEFT_CACHE", "0", 1);
  return leftBehind().works() ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace weft::load
