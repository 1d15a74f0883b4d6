// SPIR-V of the benchmarks' kernels, made by others' compilers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_BENCH_HARNESS_PRODUCER_H
#define WEFT_BENCH_HARNESS_PRODUCER_H

#include <string>
#include <string_view>

namespace weft::bench {

/// The module that a producer makes of a source: "clang" (clang-22) or "translator" (clang-15 and llvm-spirv-15).
/// Throws std::runtime_error where there is no producer of that name, or where it fails.
std::string spirvOf(const std::string &path, std::string_view producer);

} // namespace weft::bench

#endif
