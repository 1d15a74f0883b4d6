// SPIR-V modules that have much of one thing: each is read in seconds, or refused.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "FuzzPlatform.h"
#include "SpirvGiant.h"

namespace weft::fuzz {
namespace {

/// Some as large as the shape allows, the others of any order of magnitude.
uint32_t anySize(Random &random, uint32_t most) {
  if (oneIn(random, 3))
    return most;
  const double exponent = std::log(static_cast<double>(most)) * static_cast<double>(below(random, 1001)) / 1000;
  return static_cast<uint32_t>(std::exp(exponent));
}

Outcome tryGiant(Random &random, const Keep &keep, bool tells) {
  const GiantShape &shape = anyOf(random, oneIn(random, 2) ? giantDeclarations : giantBodies);
  const uint32_t size = anySize(random, shape.most);
  SpirvGiant giant(random);
  shape.make(giant, size);
  const std::string bytes = giant.write();
  keep(bytes);
  if (tells) {
    std::printf("%s: %u, %zu bytes\n", shape.name, size, bytes.size());
    std::fflush(nullptr);
  }
  cl_int code = CL_SUCCESS;
  cl_program program = clCreateProgramWithIL(Platform::instance().context, bytes.data(), bytes.size(), &code);
  Outcome outcome = Outcome::refused;
  // What the code of a long kernel costs is another matter, of the compiler's budgets.
  if (program)
    outcome = buildAndMakeCode(program, oneIn(random, 8) ? "-cl-opt-disable" : "", 0);
  if (outcome == Outcome::compilerCrashed || (!program && code != CL_INVALID_VALUE)) {
    std::fprintf(stderr, "The compiler crashed at this module, or could not say that it takes none of its kind (%d).\n",
                 code);
    std::abort();
  }
  return outcome;
}

} // namespace
} // namespace weft::fuzz

int main(int argc, char **argv) {
  using namespace weft::fuzz;
  RunOptions options = readOptions(argc, argv);
  options.mostMegabytes = 512;
  options.mostSeconds = 5;
  options.inputsPerChild = 1; // code that is made ahead of its use is no other input's
  const bool tells = options.count == 1;
  return runAll("fuzz-giants", options,
                [&](Random &random, const Keep &keep) { return tryGiant(random, keep, tells); });
}
