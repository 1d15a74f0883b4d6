// Helpers for tests of the compiler's C interface: compile, link and generate code, and read the results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CompilerTest.h"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

extern "C" const WeftCompiler *weftGetCompiler(uint32_t abiVersion);

namespace weft::compiler::test {
namespace {

const WeftCompiler &compiler() { return *weftGetCompiler(WEFT_COMPILER_ABI_VERSION); }

WeftBytes bytes(std::string_view text) { return {text.data(), text.size()}; }

} // namespace

void ReleaseResult::operator()(WeftCompilerResult *result) const { compiler().release(result); }

std::string_view logOf(const Result &result) { return {result->log.data, result->log.size}; }

Result compile(std::string_view source, const std::string &options, const Headers &headers, const char *extensions) {
  std::vector<WeftHeader> list;
  for (const auto &[name, text] : headers)
    list.push_back({name.c_str(), bytes(text)});
  const WeftCompileRequest request{bytes(source), options.c_str(), extensions, list.data(), list.size(), 0, 0, 0};
  return Result(compiler().compileProgram(&request));
}

Result compileWhole(std::string_view source, const std::string &options, const char *extensions) {
  const WeftCompileRequest request{bytes(source), options.c_str(), extensions, nullptr, 0, 0, 0, 1};
  return Result(compiler().compileProgram(&request));
}

Result link(const std::vector<const Result *> &programs, const std::string &options) {
  std::vector<WeftBytes> inputs;
  for (const Result *program : programs)
    inputs.push_back((*program)->code);
  const WeftLinkRequest request{inputs.data(), inputs.size(), options.c_str()};
  return Result(compiler().linkProgram(&request));
}

Result linkBytes(std::string_view il, const std::string &options) {
  const WeftBytes input = bytes(il);
  const WeftLinkRequest request{&input, 1, options.c_str()};
  return Result(compiler().linkProgram(&request));
}

Result generate(const Result &program, const std::string &kernel, const std::string &cpu,
                const std::vector<ArgumentConstant> &constants) {
  CodeRequest code;
  code.cpu = cpu;
  code.schedule.executor = ScheduleExecutor::loops;
  code.argumentConstants = constants;
  code.kernel = kernel;
  return generate(program, code);
}

Result generate(const Result &program, const CodeRequest &code, const char *folder) {
  return generateFromText(program, code.text(), folder);
}

Result generateFromText(const Result &program, std::string_view code, const char *folder) {
  WeftGenerateRequest request = {};
  request.program = program->code;
  request.code = bytes(code);
  request.dumpFolder = folder;
  return Result(compiler().generateKernel(&request));
}

Result build(std::string_view source, const std::string &options, const char *extensions) {
  const Result compiled = compile(source, options, {}, extensions);
  EXPECT_EQ(compiled->status, WEFT_COMPILER_OK) << logOf(compiled);
  Result linked = link({&compiled});
  EXPECT_EQ(linked->status, WEFT_COMPILER_OK) << logOf(linked);
  return linked;
}

llvm::json::Value manifestOf(const Result &result) {
  auto value = llvm::json::parse(llvm::StringRef(result->manifest.data, result->manifest.size));
  if (value)
    return std::move(*value);
  ADD_FAILURE() << llvm::toString(value.takeError());
  return nullptr;
}

std::string readSource(const std::string &name) {
  std::ifstream file(std::string(WEFT_TEST_SOURCES) + "/" + name);
  EXPECT_TRUE(file) << name;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

} // namespace weft::compiler::test
