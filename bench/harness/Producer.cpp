// Calls the external compilers that generate SPIR-V from the benchmarks' kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Producer.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "common/Session.h"

namespace weft::bench {
namespace {

struct Producer {
  std::string_view name;
  /// The command for a shell: $1 is the source, $2 the module. Nothing is optimised before the platform's compiler sees
  /// it. Still, -O2 is necessary because Clang marks loops as not to be unrolled at lower levels. The extension
  /// SPV_KHR_no_integer_wrap_decoration lets Clang state that sums don't wrap.
  const char *command;
};

constexpr Producer producers[] = {
    {"clang", "clang-22 --target=spirv64 -O2 -Xclang -disable-llvm-passes -w "
              "-mllvm --spirv-ext=+SPV_KHR_no_integer_wrap_decoration -c \"$1\" -o \"$2\""},
    {"translator",
     "clang-15 --target=spir64 -O2 -Xclang -disable-llvm-passes -Xclang -no-opaque-pointers -w -emit-llvm "
     "-c \"$1\" -o \"$2.bc\" && llvm-spirv-15 --spirv-max-version=1.4 \"$2.bc\" -o \"$2\""},
};

} // namespace

std::string spirvOf(const std::string &path, std::string_view producer) {
  namespace fs = std::filesystem;
  for (const Producer &one : producers) {
    if (one.name != producer)
      continue;
    const fs::path folder = fs::temp_directory_path() / ("weft-bench-" + std::to_string(getpid()));
    fs::create_directories(folder);
    const std::string module = folder / "module.spv";
    std::string command = "set -- '";
    command.append(path).append("' '").append(module).append("'; ").append(one.command);
    const int status = std::system(command.c_str()); // NOLINT(bugprone-command-processor): the producers' own
    std::string bytes = status == 0 ? host::readFile(module) : "";
    fs::remove_all(folder);
    if (status != 0)
      throw std::runtime_error("the producer of SPIR-V can't compile " + path);
    return bytes;
  }
  throw std::runtime_error("there is no producer of SPIR-V called " + std::string(producer));
}

} // namespace weft::bench
