// What tests of the compiler's C interface share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_COMPILER_COMPILER_TEST_H
#define WEFT_TESTS_UNIT_COMPILER_COMPILER_TEST_H

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "llvm/Support/JSON.h"

#include "CodeRequest.h"
#include "WeftCompiler.h"

/// Work that is given up leaks what it owned, and the sanitizers have crash handlers and limits of their own: tests of
/// that run without them.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define WEFT_UNDER_SANITIZER 1
#endif

namespace weft::compiler::test {

struct ReleaseResult {
  void operator()(WeftCompilerResult *result) const;
};
using Result = std::unique_ptr<WeftCompilerResult, ReleaseResult>;

std::string_view logOf(const Result &result);

/// What the device reports in these tests, unless they say otherwise.
inline constexpr const char *deviceExtensions =
    "cl_khr_byte_addressable_store cl_khr_extended_bit_ops cl_khr_fp16 cl_khr_fp64 cl_khr_global_int32_base_atomics "
    "cl_khr_global_int32_extended_atomics "
    "cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics cl_khr_int64_base_atomics "
    "cl_khr_int64_extended_atomics cl_khr_integer_dot_product __opencl_c_integer_dot_product_input_4x8bit "
    "__opencl_c_integer_dot_product_input_4x8bit_packed __opencl_c_fp64 __opencl_c_int64 "
    "__opencl_c_atomic_order_acq_rel "
    "__opencl_c_atomic_order_seq_cst __opencl_c_atomic_scope_device __opencl_c_atomic_scope_all_devices";

using Headers = std::vector<std::pair<std::string, std::string>>;
Result compile(std::string_view source, const std::string &options = "", const Headers &headers = {},
               const char *extensions = deviceExtensions);
/// The same of a program that has all its parts (WeftCompileRequest::isWhole).
Result compileWhole(std::string_view source, const std::string &options = "",
                    const char *extensions = deviceExtensions);
Result link(const std::vector<const Result *> &programs, const std::string &options = "");
/// IL that may be anything.
Result linkBytes(std::string_view il, const std::string &options = "");
/// Code for the loop executor; `cpu` in LLVM's terms, "" for the one that the test runs on.
Result generate(const Result &program, const std::string &kernel, const std::string &cpu = "",
                const std::vector<ArgumentConstant> &constants = {});

/// `folder` receives the IR after each stage.
Result generate(const Result &program, const CodeRequest &code, const char *folder = nullptr);
/// For a request that may be none.
Result generateFromText(const Result &program, std::string_view code, const char *folder = nullptr);

/// Compiles and links; the test fails where that does.
Result build(std::string_view source, const std::string &options = "", const char *extensions = deviceExtensions);
/// The manifest as JSON.
llvm::json::Value manifestOf(const Result &result);

/// Text of a file beside the tests.
std::string readSource(const std::string &name);

} // namespace weft::compiler::test

#endif
