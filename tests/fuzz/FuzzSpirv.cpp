// SPIR-V modules with changes in them, from words to instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstdlib>

#include "FuzzPlatform.h"
#include "SpirvMutator.h"

namespace weft::fuzz {
namespace {

/// Constants that the module may have or not, with values of sizes that they may have or not.
void specialise(Random &random, cl_program program) {
  const uint64_t value[2] = {random(), random()};
  for (cl_uint id = 0; id < 4; ++id)
    clSetProgramSpecializationConstant(program, oneIn(random, 4) ? cl_uint(random()) : id,
                                       size_t(1) << below(random, 4), value);
}

Outcome tryModule(Random &random, const Keep &keep, const std::vector<SpirvModule> &corpus) {
  const std::string bytes = SpirvMutator(random, corpus).make();
  keep(bytes);
  cl_int code = CL_SUCCESS;
  cl_program program = clCreateProgramWithIL(Platform::instance().context, bytes.data(), bytes.size(), &code);
  Outcome outcome = Outcome::refused;
  if (program) {
    if (oneIn(random, 4))
      specialise(random, program);
    outcome = buildAndMakeCode(program, oneIn(random, 8) ? "-cl-opt-disable" : "");
  }
  // The reader is to refuse what it can't read. That the guard has caught a crash of it is a fault.
  if (outcome == Outcome::compilerCrashed || (!program && code != CL_INVALID_VALUE)) {
    std::fprintf(stderr, "The compiler crashed at this module, or could not say that it is none (%d).\n", code);
    std::abort();
  }
  return outcome;
}

} // namespace
} // namespace weft::fuzz

int main(int argc, char **argv) {
  using namespace weft::fuzz;
  RunOptions options = readOptions(argc, argv);
  // A process with the compiler in it takes some hundred megabytes.
  options.mostMegabytes = 512;
  options.mostSeconds = 5;
  std::vector<SpirvModule> corpus;
  for (const std::string &bytes : readCorpus(options.corpus, ".spv"))
    corpus.push_back(SpirvModule::read(bytes));
  if (corpus.empty()) {
    std::fprintf(stderr, "There are no modules in %s.\n", options.corpus.c_str());
    return 2;
  }
  return runAll("fuzz-spirv", options,
                [&](Random &random, const Keep &keep) { return tryModule(random, keep, corpus); });
}
