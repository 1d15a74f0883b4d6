// weft-unload <library>: opens the platform's library, uses it and closes it, several times over.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstdlib>

#include "OneLaunch.h"

int main(int count, char **arguments) {
  for (int round = 0; count == 2 && round < 5; ++round)
    if (!launchOnce(arguments[1], 5)) {
      std::fprintf(stderr, "round %d failed\n", round);
      return EXIT_FAILURE;
    }
  return count == 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
