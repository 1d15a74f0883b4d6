// Compiles the benchmarks' kernels to SPIR-V with the compilers of other projects.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_BENCH_HARNESS_PRODUCER_H
#define WEFT_BENCH_HARNESS_PRODUCER_H

#include <string>
#include <string_view>

namespace weft::bench {

/// Returns the SPIR-V module that a producer generates from the source file at `path`. The producers are "clang"
/// (clang-22) and "translator" (clang-15 and llvm-spirv-15). Throws std::runtime_error if there is no producer of that
/// name, or if the producer fails.
std::string spirvOf(const std::string &path, std::string_view producer);

} // namespace weft::bench

#endif
