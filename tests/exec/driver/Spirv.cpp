// Calls clang --target=spirv64, or an older Clang and the translator of LLVM's bitcode, and spirv-as.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/Spirv.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace weft::exectest {
namespace {

struct Exception {
  std::string_view file; ///< as Shape::fileName
  const char *reason;
};

// What SPIRV-Tools calls invalid stands in the specification as well.
constexpr const char *unknownToClang = "Clang's headers lack functions that Weft's add";
constexpr const char *crashes = "the producer crashes";
constexpr const char *notValid = "its SPIR-V is not valid";
constexpr const char *otherMeaning = "its SPIR-V means something else";
constexpr const char *constructorsAreKernels = "its SPIR-V has constructors as kernels, for a host to launch them";

/// Of clang-22.
constexpr Exception exceptionsOfClang[] = {
    {"async-copy-2d", unknownToClang},
    {"bfloat16-conversions", unknownToClang},
    {"async-copy-3d", unknownToClang},
    {"expect-and-assume", unknownToClang},
    {"sub-group-intel-shuffles", unknownToClang},
    {"sub-group-narrow-values", unknownToClang},
    {"sub-group-blocks", unknownToClang},
    {"sub-group-image-blocks", unknownToClang},
    {"work-group-uniform-arithmetic", unknownToClang},
    {"extended-bit-operations", unknownToClang},
    {"kernel-clock", notValid},
    {"clock-across-work-items", notValid},
    {"program-variables", notValid},
    {"constructed-variables", constructorsAreKernels},
    // Conversions between signed types, as if the source were unsigned; channel types by OpenCL's numbers.
    {"integer-conversions", otherMeaning},
    {"saturated-conversions", otherMeaning},
    {"sub-group-arithmetic", otherMeaning},
    {"sums-of-narrow-products", otherMeaning},
    {"vector-conversions", otherMeaning},
    {"image-queries", otherMeaning},
    {"function-without-return", otherMeaning}, // in C++ it can't be reached that a function ends without a value
    {"dot-products", notValid},
    {"integer-division", notValid},
    {"pipe-reservations", crashes},
    {"enqueue-behind-group", crashes},
    {"enqueue-behind-kernel", crashes},
    {"enqueue-children", crashes},
    {"enqueue-events", crashes},
    {"enqueue-in-control-flow", crashes},
    {"enqueue-local-arguments", crashes},
    {"enqueue-queries", notValid},
    {"enqueue-ranges", crashes},
    {"enqueue-tree", crashes},
};

/// Of clang-15 and llvm-spirv-15.
constexpr Exception exceptionsOfTranslator[] = {
    {"async-copy-2d", unknownToClang},
    {"async-copy-3d", unknownToClang},
    {"bfloat16-conversions", unknownToClang},
    {"dot-products", unknownToClang},
    {"function-without-return", otherMeaning},
    {"expect-and-assume", unknownToClang},
    {"extended-bit-operations", unknownToClang},
    {"kernel-clock", unknownToClang},
    {"clock-across-work-items", unknownToClang},
    {"sub-group-blocks", unknownToClang},
    {"sub-group-image-blocks", unknownToClang},
    {"sub-group-intel-shuffles", unknownToClang},
    {"sub-group-narrow-values", unknownToClang},
    {"work-group-uniform-arithmetic", unknownToClang},
    {"atomics-of-half", crashes},
    {"image-passed-to-functions", crashes},
    // Elements of the vectors of three that ids are, by an index above 2.
    {"work-item-functions-of-run-time-dimension", otherMeaning},
    {"work-item-functions-of-varying-dimension", otherMeaning},
    {"constructed-variables", constructorsAreKernels},
    {"barrier-in-infinite-loop-with-return", notValid},
    {"enqueue-events", notValid},
    {"linear-ids", notValid},
    {"pipe-reservations", notValid},
    {"program-variables", notValid},
    {"work-item-functions", notValid},
};

constexpr const char *readsUnwritten = "optimised, what is read before it is written may be anything";
constexpr const char *takesForC = "optimised, its functions are those of C's library";

/// Of both, where they optimise.
constexpr Exception exceptionsOfOptimisers[] = {
    {"unwritten-values-are-one", readsUnwritten},
    {"unwritten-loop-condition", readsUnwritten},
    {"library-names", takesForC},
    {"word-arithmetic", "optimised, it has integers of 128 bits"},
};

/// What llvm-spirv-15 says of optimised code that it has no SPIR-V for.
constexpr std::string_view refusals[] = {"Can't translate llvm instruction", "Invalid bit width in input",
                                         "Unexpected llvm intrinsic"};

struct Producer {
  std::string_view name;
  std::span<const Exception> exceptions;
  /// A command for the shell, in which $1 are options, $2 a source and $3 the module to make of it.
  const char *command;
};

constexpr Producer producers[] = {
    {"clang", exceptionsOfClang, WEFT_EXEC_CLANG " --target=spirv64 -mllvm --spirv-ext=all -w -c $1 \"$2\" -o \"$3\""},
    // The translator needs pointers with types, as SPIR-V's are.
    {"translator", exceptionsOfTranslator,
     "clang-15 --target=spir64 -Xclang -no-opaque-pointers -w -c -emit-llvm $1 \"$2\" "
     "-o \"$3.bc\" && llvm-spirv-15 --spirv-max-version=1.4 \"$3.bc\" -o \"$3\" "
     "--spirv-ext=+SPV_EXT_shader_atomic_float_add,+SPV_EXT_shader_atomic_float_min_max,+SPV_KHR_subgroup_rotate"},
};

const Producer &producer() {
  const char *wanted = std::getenv("WEFT_EXEC_SPIRV_PRODUCER");
  for (const Producer &one : producers)
    if (!wanted || one.name == wanted)
      return one;
  throw std::runtime_error(std::string("There is no producer of SPIR-V called ") + wanted);
}

bool isOptimised() {
  const char *level = std::getenv("WEFT_EXEC_SPIRV_LEVEL");
  return level && std::string_view(level) != "-O0";
}

/// How the producer optimises. Without a level the functions are not marked as unoptimised, so that what OpenCL C has
/// words for stays what it is.
std::string optimisation() {
  const char *level = std::getenv("WEFT_EXEC_SPIRV_LEVEL");
  return level ? level : "-O1 -Xclang -disable-llvm-passes";
}

/// Neither Clang knows OpenCL C 3.1.
std::string knownOptions(const std::string &options) {
  const size_t place = options.find(openClC31);
  return place == std::string::npos ? options : std::string(options).replace(place, std::strlen(openClC31), openClC30);
}

/// For a shell, which reads nothing into it.
std::string quoted(const std::string &text) {
  std::string made = "'";
  for (const char letter : text)
    made += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return made + "'";
}

} // namespace

std::string whyNoSpirv(const Shape &shape) {
  for (const Exception &exception : producer().exceptions)
    if (shape.fileName() == exception.file)
      return exception.reason;
  for (const Exception &exception : exceptionsOfOptimisers)
    if (isOptimised() && shape.fileName() == exception.file)
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
  const std::string command = "set -f; " + ("set -- " + quoted(optimisation() + " " + knownOptions(shape.options))) +
                              " " + quoted(shape.path()) + " " + quoted(path) + "; (" + producer().command + ") 2> " +
                              quoted(path + ".log");
  const int status = std::system(command.c_str());
  std::ostringstream text;
  text << std::ifstream(status == 0 ? path : path + ".log", std::ios::binary).rdbuf();
  const auto isSaid = [&](std::string_view refusal) { return text.str().contains(refusal); };
  if (status != 0 && isOptimised() && std::ranges::any_of(refusals, isSaid))
    throw NoSpirv("The producer can't make SPIR-V of it, optimised: " + text.str());
  if (status != 0)
    throw std::runtime_error("The producer can't make SPIR-V of it:\n" + text.str());
  return text.str();
}

} // namespace weft::exectest
