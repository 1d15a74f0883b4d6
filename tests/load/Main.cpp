// weft-load <kind> <numbers>: puts load on the first platform in view; ends with an error where something goes wrong.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstdlib>
#include <string>

#include "Loads.h"

int main(int count, char **arguments) {
  const std::string kind = count > 1 ? arguments[1] : "";
  const auto number = [&](int index) {
    return index < count ? static_cast<unsigned>(std::strtoul(arguments[index], nullptr, 10)) : 0u;
  };
  if (kind == "threads" && count == 4)
    weft::load::runThreads(number(2), number(3));
  else if (kind == "command-buffers" && count == 4)
    weft::load::runCommandBuffers(number(2), number(3), false);
  else if (kind == "command-buffers-of-parts" && count == 4)
    weft::load::runCommandBuffers(number(2), number(3), true);
  else if (kind == "external-memory" && count == 4)
    weft::load::runExternalMemory(number(2), number(3));
  else if (kind == "semaphores" && count == 4)
    weft::load::runSemaphores(number(2), number(3));
  else if (kind == "pipes" && count == 4)
    weft::load::runPipes(number(2), number(3));
  else if (kind == "enqueues" && count == 4)
    weft::load::runEnqueues(number(2), number(3));
  else if (kind == "builds" && count == 3)
    weft::load::runBuilds(number(2));
  else if (kind == "launches" && count == 3)
    weft::load::runLaunches(number(2));
  else if (kind == "queued" && count == 3)
    weft::load::runQueued(number(2));
  else if (kind == "processes" && count == 3)
    weft::load::runProcesses(number(2));
  else if (kind == "kills" && count == 3)
    weft::load::runKills(number(2));
  else if (kind == "waiting-kernels" && count == 2)
    weft::load::runWaitingKernels();
  else if (kind == "numbers" && count == 4) {
    weft::load::runNumbers(number(2), number(3));
    return EXIT_SUCCESS; // a part of the two before
  } else {
    std::fputs(
        "usage: weft-load threads THREADS ROUNDS | command-buffers THREADS ROUNDS |\n"
        "       command-buffers-of-parts THREADS ROUNDS | semaphores THREADS ROUNDS | external-memory THREADS ROUNDS "
        "|\n"
        "       pipes THREADS ROUNDS | enqueues THREADS ROUNDS | builds N | launches N | queued N | processes N | "
        "kills N | numbers FIRST COUNT "
        "| waiting-kernels\n",
        stderr);
    return EXIT_FAILURE;
  }
  std::puts("passed");
  return EXIT_SUCCESS;
}
