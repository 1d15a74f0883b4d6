// The table of compiler options that only other OpenCL platforms have.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/ForeignOptions.h"

#include "llvm/ADT/STLExtras.h"

namespace weft::compiler {
namespace {

enum class Match {
  whole,  ///< the option's word is exactly the name
  joined, ///< the word is the name, or the name with '=' and a value
  word,   ///< like joined, but the value may also be the next word
  start,  ///< the word begins with the name, which stands for a family of options
};

struct Row {
  llvm::StringLiteral name;
  Match match;
  llvm::StringLiteral owner;
};

constexpr llvm::StringLiteral nvidia = "NVIDIA's", intel = "Intel's", amd = "AMD's", arm = "Arm's",
                              qualcomm = "Qualcomm's", apple = "Apple's", clangs = "Clang's";

/// A search takes the first row that matches. So an option whose value is the next word has a row before the row of its
/// family (`start`). The family's row would match the option, too, but would leave the value as a separate word. The
/// rows are the options that these platforms document and that programs on GitHub pass. Options that change a program's
/// meaning have no row: -include, -m32, -cl-ext, -cl-zero-init-local-mem-vars, another language by -x.
constexpr Row rows[] = {
    // Options of cl_nv_compiler_options, and further options that the driver's compiler takes.
    {"-cl-nv-maxrregcount", Match::word, nvidia},
    {"-cl-nv-opt-level", Match::word, nvidia},
    {"-cl-nv-arch", Match::word, nvidia},
    {"-cl-nv-", Match::start, nvidia},
    {"-nv-", Match::start, nvidia},
    // Options of Intel's graphics compiler and of its CPU compiler.
    {"-cl-intel-num-thread-per-eu", Match::word, intel},
    {"-cl-intel-reqd-eu-thread-count", Match::word, intel},
    {"-cl-intel-large-grf-kernel", Match::word, intel},
    {"-cl-intel-regular-grf-kernel", Match::word, intel},
    {"-cl-intel-", Match::start, intel},
    {"-ze-exp-register-file-size", Match::word, intel},
    {"-ze-opt-large-grf-kernel", Match::word, intel},
    {"-ze-opt-regular-grf-kernel", Match::word, intel},
    {"-ze-gtpin-scratch-area-size", Match::word, intel},
    {"-ze-", Match::start, intel},
    {"-igc_opts", Match::word, intel},
    {"-Xfinalizer", Match::word, intel},
    {"-cl-kernel-debug-enable", Match::whole, intel},
    {"-cl-match-sincospi", Match::whole, intel},
    {"-cl-fp64-gen-", Match::start, intel},
    {"-cl-poison-unsupported-fp64-kernels", Match::whole, intel},
    {"-cl-no-local-to-generic", Match::whole, intel},
    {"-cl-store-cache-default", Match::joined, intel},
    {"-cl-load-cache-default", Match::joined, intel},
    {"-dump-opt-llvm", Match::joined, intel},
    {"-auto-prefetch-level", Match::joined, intel},
    {"-profiler", Match::whole, intel},
    {"-profile", Match::whole, intel},
    {"-fpreserve-vec3-type", Match::whole, intel},
    // Options for the contents of a binary, options for later tools, and optimisation levels above 3.
    {"-fbin-", Match::start, amd},
    {"-fno-bin-", Match::start, amd},
    {"-fper-pointer-uav", Match::whole, amd},
    {"-fno-per-pointer-uav", Match::whole, amd},
    {"-save-temps", Match::joined, amd},
    {"-Wf,", Match::start, amd},
    {"-Wb,", Match::start, amd},
    {"-legacy", Match::whole, amd},
    {"-cl-amd-", Match::start, amd},
    {"-mcumode", Match::whole, amd},
    {"-mno-cumode", Match::whole, amd},
    {"-mwavefrontsize64", Match::whole, amd},
    {"-mno-wavefrontsize64", Match::whole, amd},
    {"-O4", Match::whole, amd},
    {"-O5", Match::whole, amd},
    {"-cl-arm-", Match::start, arm},
    {"-qcom-", Match::start, qualcomm},
    {"-cl-qcom-", Match::start, qualcomm},
    {"-cl-auto-vectorize-", Match::start, apple},
    {"-cl-enhanced-qualifiers", Match::whole, apple},
    // Options that people know from C compilers. Each allows or requests something that this device doesn't do.
    {"-cl-fp16-enable", Match::whole, clangs},
    {"-cl-fp64-enable", Match::whole, clangs},
    {"-W", Match::start, clangs},
    {"-pedantic", Match::whole, clangs},
    {"-Ofast", Match::whole, clangs},
    {"-Os", Match::whole, clangs},
    {"-Oz", Match::whole, clangs},
    {"-Og", Match::whole, clangs},
    {"-g0", Match::whole, clangs},
    {"-g1", Match::whole, clangs},
    {"-gline-tables-only", Match::whole, clangs},
    {"-ffast-math", Match::whole, clangs},
    {"-ffinite-math-only", Match::whole, clangs},
    {"-funsafe-math-optimizations", Match::whole, clangs},
    {"-fassociative-math", Match::whole, clangs},
    {"-freciprocal-math", Match::whole, clangs},
    {"-fno-", Match::start, clangs},
    {"-ffp-contract", Match::joined, clangs},
    {"-funroll-loops", Match::whole, clangs},
    {"-finline-functions", Match::whole, clangs},
    {"-fomit-frame-pointer", Match::whole, clangs},
    {"-fstrict-aliasing", Match::whole, clangs},
    {"-march", Match::joined, clangs},
    {"-mcpu", Match::joined, clangs},
    {"-mtune", Match::joined, clangs},
    {"-m64", Match::whole, clangs},
};

bool matches(const Row &row, llvm::StringRef word) {
  switch (row.match) {
  case Match::whole:
    return word == row.name;
  case Match::joined:
  case Match::word:
    return word.consume_front(row.name) && (word.empty() || word.front() == '=');
  case Match::start:
    return word.size() > row.name.size() && word.starts_with(row.name);
  }
  return false;
}

} // namespace

std::optional<ForeignOption> findForeignOption(llvm::StringRef word) {
  const Row *row = llvm::find_if(rows, [&](const Row &candidate) { return matches(candidate, word); });
  if (row == std::end(rows))
    return std::nullopt;
  return ForeignOption{row->owner, row->match == Match::word && !word.contains('=')};
}

} // namespace weft::compiler
