// Helpers for tests of the compiler's C interface: compile, link and generate code, and read the results.
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

/// Defined under sanitizers, where tests that abandon guarded work don't run. Abandoned work leaks its memory, and
/// sanitizers have crash handlers and limits of their own.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define WEFT_UNDER_SANITIZER 1
#endif

namespace weft::compiler::test {

struct ReleaseResult {
  void operator()(WeftCompilerResult *result) const;
};
using Result = std::unique_ptr<WeftCompilerResult, ReleaseResult>;

std::string_view logOf(const Result &result);

/// The extensions that the device reports in these tests, unless a test passes others.
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
/// Compiles a source that is a whole program, so that it needs no link (WeftCompileRequest::isWhole).
Result compileWhole(std::string_view source, const std::string &options = "",
                    const char *extensions = deviceExtensions);
Result link(const std::vector<const Result *> &programs, const std::string &options = "");
/// Links `il`, which need not be valid IL.
Result linkBytes(std::string_view il, const std::string &options = "");
/// Generates code for the loops executor. `cpu` is LLVM's name of the CPU, or "" for the CPU that the test runs on.
Result generate(const Result &program, const std::string &kernel, const std::string &cpu = "",
                const std::vector<ArgumentConstant> &constants = {});

/// Generates the code that `code` requests. `folder`, if not null, receives the IR after each stage.
Result generate(const Result &program, const CodeRequest &code, const char *folder = nullptr);
/// Generates code for the text of a code request, which need not be valid.
Result generateFromText(const Result &program, std::string_view code, const char *folder = nullptr);

/// Compiles and links a program. The test fails if either step fails.
Result build(std::string_view source, const std::string &options = "", const char *extensions = deviceExtensions);
/// Returns the manifest of the result as JSON.
llvm::json::Value manifestOf(const Result &result);

/// Returns the text of a file that lies beside the tests.
std::string readSource(const std::string &name);

} // namespace weft::compiler::test

#endif
