// Calls clang --target=spirv64, and spirv-as.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/Spirv.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace weft::exectest {
namespace {

struct Exception {
  const char *file; ///< as Shape::fileName
  const char *reason;
};

// Of clang-22. What SPIRV-Tools calls invalid stands in the specification as well.
constexpr const char *unknownToClang = "Clang's headers lack functions that Weft's add";
constexpr const char *notValid = "Clang's SPIR-V of it is not valid";
constexpr const char *otherMeaning = "Clang's SPIR-V of it means something else";
constexpr Exception exceptions[] = {
    {"async-copy-2d", unknownToClang},
    {"bfloat16-conversions", unknownToClang},
    {"async-copy-3d", unknownToClang},
    {"expect-and-assume", unknownToClang},
    {"sub-group-intel-shuffles", unknownToClang},
    {"sub-group-narrow-values", unknownToClang},
    {"sub-group-blocks", unknownToClang},
    {"sub-group-image-blocks", unknownToClang},
    {"work-group-uniform-arithmetic", unknownToClang},
    {"atomics-of-every-type", notValid},
    {"extended-bit-operations", unknownToClang},
    {"kernel-clock", notValid},
    {"sub-group-shuffles", notValid},
    // Saturated conversions between signed types, as if the source were unsigned; channel types by OpenCL's numbers.
    {"integer-conversions", otherMeaning},
    {"vector-conversions", otherMeaning},
    {"image-queries", otherMeaning},
    {"async-copy", notValid},
    {"async-strided-copy", notValid},
    {"dot-products", notValid},
    {"integer-division", notValid},
    {"printf-conversions", notValid},
    {"printf-failures", notValid},
    {"printf-much", notValid},
    {"printf-sizes", notValid},
    {"printf-strings", notValid},
    {"printf-vectors", notValid},
    {"program-variables", notValid},
    {"relational-functions", notValid},
    {"select-any-all", notValid},
    {"sub-group-arithmetic", notValid},
    {"sub-group-clusters", notValid},
    {"sub-group-divergence", notValid},
    {"vload-vstore-local-private-constant", notValid},
};

/// The options, which are separated by spaces, so that a shell reads nothing into them. Clang knows no OpenCL C 3.1.
std::string quoted(const std::string &options) {
  std::istringstream words(options);
  std::string text;
  for (std::string word; words >> word;)
    text += "'" + (word == openClC31 ? openClC30 : word) + "' ";
  return text;
}

} // namespace

std::string whyNoSpirv(const Shape &shape) {
  for (const Exception &exception : exceptions)
    if (shape.fileName() == exception.file)
      return exception.reason;
  return {};
}

std::string assembled(const Shape &shape) {
  const std::string command = std::string(WEFT_EXEC_SPIRV_AS) + " \"" + shape.path() + "\" -o - 2>&1";
  std::FILE *pipe = popen(command.c_str(), "r");
  if (!pipe)
    throw std::runtime_error("spirv-as can't be started");
  std::string text;
  char part[4096];
  while (const size_t count = std::fread(part, 1, sizeof part, pipe))
    text.append(part, count);
  if (pclose(pipe) != 0)
    throw std::runtime_error("spirv-as can't assemble it:\n" + text);
  return text;
}

std::string spirvOf(const Shape &shape, const std::string &folder) {
  std::filesystem::create_directories(folder);
  const std::string path = folder + "/" + shape.name + ".spv";
  // Unoptimised, but not marked as such: what OpenCL C has words for stays what it is. With all extensions that Clang's
  // backend knows.
  const std::string command = std::string(WEFT_EXEC_CLANG) +
                              " --target=spirv64 -O1 -Xclang -disable-llvm-passes -mllvm --spirv-ext=all -w -c " +
                              quoted(shape.options) + "\"" + shape.path() + "\" -o \"" + path + "\" 2> \"" + path +
                              ".log\"";
  const int status = std::system(command.c_str());
  std::ostringstream text;
  text << std::ifstream(status == 0 ? path : path + ".log", std::ios::binary).rdbuf();
  if (status != 0)
    throw std::runtime_error("Clang can't make SPIR-V of it:\n" + text.str());
  return text.str();
}

} // namespace weft::exectest
