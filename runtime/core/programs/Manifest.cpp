// Reads and checks a program's manifest, the compiler's description of the program's kernels and variables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/Manifest.h"

#include <CL/cl.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "Text.h"
#include "core/objects/Limits.h"

namespace weft::core {

namespace {

using Json = nlohmann::json;

/// Limits for a program's variables: the greatest alignment that LLVM knows, and the size of a process's address space.
constexpr uint64_t maxAlignment = uint64_t(1) << 32;
constexpr uint64_t maxMemoryBytes = uint64_t(1) << 47;

struct NamedKind {
  std::string_view name;
  ArgumentKind kind;
};
// The JSON library has a macro for tables like this. It isn't used, because its table has a destructor, which would run
// at the process's exit while other threads may still read the table.
constexpr NamedKind argumentKinds[] = {
    {"value", ArgumentKind::value}, {"global", ArgumentKind::global}, {"constant", ArgumentKind::constant},
    {"local", ArgumentKind::local}, {"image", ArgumentKind::image},   {"sampler", ArgumentKind::sampler},
    {"pipe", ArgumentKind::pipe},   {"queue", ArgumentKind::queue},
};

/// Reads an unsigned integer. The library's own conversions accept fractions and truncate values that are too large.
template <typename Number> void readNumber(const Json &json, Number &number) {
  if (!json.is_number_unsigned() || json.get<uint64_t>() > std::numeric_limits<Number>::max())
    throw Json::type_error::create(302, "a number is expected, not " + json.dump(), &json);
  number = static_cast<Number>(json.get<uint64_t>());
}

void readSizes(const Json &json, std::array<uint64_t, 3> &sizes) {
  if (!json.is_array() || json.size() != sizes.size())
    throw Json::type_error::create(302, "three sizes are expected, not " + json.dump(), &json);
  for (size_t i = 0; i < sizes.size(); ++i)
    readNumber(json[i], sizes[i]);
}

ArgumentKind readKind(const Json &json) {
  const auto found = std::ranges::find(argumentKinds, json.get<std::string_view>(), &NamedKind::name);
  if (found == std::end(argumentKinds))
    throw Json::type_error::create(302, "no argument is of the kind " + json.dump(), &json);
  return found->kind;
}

bool isPowerOfTwo(uint64_t number) { return number != 0 && (number & (number - 1)) == 0; }

ArgumentManifest readArgument(const Json &json) {
  ArgumentManifest argument;
  json.at("name").get_to(argument.name);
  json.at("typeName").get_to(argument.typeName);
  json.at("imageType").get_to(argument.imageType);
  json.at("accessQualifier").get_to(argument.accessQualifier);
  json.at("typeQualifiers").get_to(argument.typeQualifiers);
  readNumber(json.at("size"), argument.size);
  readNumber(json.at("offset"), argument.offset);
  readNumber(json.at("alignment"), argument.alignment);
  argument.kind = readKind(json.at("kind"));
  return argument;
}

KernelManifest readKernel(const Json &json) {
  KernelManifest kernel;
  json.at("name").get_to(kernel.name);
  json.at("attributes").get_to(kernel.attributes);
  readSizes(json.at("requiredLocalSize"), kernel.requiredLocalSize);
  readSizes(json.at("localSizeHint"), kernel.localSizeHint);
  readNumber(json.at("requiredSubGroupSize"), kernel.requiredSubGroupSize);
  readNumber(json.at("requiredSubGroups"), kernel.requiredSubGroups);
  readNumber(json.at("argumentBytes"), kernel.argumentBytes);
  json.at("nonUniformGroups").get_to(kernel.nonUniformGroups);
  json.at("hasBarriers").get_to(kernel.hasBarriers);
  json.at("isBlock").get_to(kernel.isBlock);
  json.at("enqueues").get_to(kernel.enqueues);
  if (!codeRequest::read(std::string_view(json.at("checks").get_ref<const std::string &>()), kernel.checks))
    throw Json::type_error::create(302, "the kernel's checks are unknown", &json);
  for (const Json &argument : json.at("arguments"))
    kernel.arguments.push_back(readArgument(argument));
  return kernel;
}

bool hasRightSize(const ArgumentManifest &argument) {
  switch (argument.kind) {
  case ArgumentKind::value:
    return true;
  case ArgumentKind::sampler:
    return argument.size == sizeof(uint32_t);
  default:
    return argument.size == sizeof(void *);
  }
}

/// Checks the layout of the argument block. Launches write arguments at the offsets of the manifest. The check ensures
/// that a damaged binary can't make them write outside of the block.
Result<> checkLayout(const KernelManifest &kernel) {
  uint64_t end = 0; // the end of the previous argument
  for (const ArgumentManifest &argument : kernel.arguments) {
    if (argument.offset < end || uint64_t(argument.offset) + argument.size > kernel.argumentBytes ||
        !isPowerOfTwo(argument.alignment) || argument.offset % argument.alignment != 0 || !hasRightSize(argument))
      return fail(CL_INVALID_BINARY, concat("Argument '", argument.name, "' of kernel '", kernel.name,
                                            "' does not lie within the argument block."));
    if (argument.imageType.empty() == (argument.kind == ArgumentKind::image))
      return fail(CL_INVALID_BINARY, concat("Argument '", argument.name, "' of kernel '", kernel.name,
                                            "' is an image without a type, or has an image's type without being one."));
    end = uint64_t(argument.offset) + argument.size;
  }
  if (kernel.argumentBytes > 2 * limits::maxParameterBytes)
    return fail(CL_INVALID_BINARY, concat("The arguments of kernel '", kernel.name, "' take more than the ",
                                          limits::maxParameterBytes, " bytes that a kernel may have."));
  return {};
}

Result<> checkSizes(const KernelManifest &kernel) {
  if (const auto &size = kernel.requiredLocalSize; (size[0] == 0) != (size[1] == 0) || (size[0] == 0) != (size[2] == 0))
    return fail(CL_INVALID_BINARY,
                concat("Kernel '", kernel.name, "' requires a local size for some dimensions only."));
  if (kernel.requiredSubGroupSize != 0 &&
      std::ranges::find(limits::subGroupSizes, kernel.requiredSubGroupSize) == std::end(limits::subGroupSizes))
    return fail(CL_INVALID_BINARY, concat("Kernel '", kernel.name, "' requires sub-groups of ",
                                          kernel.requiredSubGroupSize, " work-items, which this device has none of."));
  return {};
}

/// Whether the kernel has the arguments of a block: first the address of the values that the block captures, and then
/// only pointers to local memory.
bool hasBlocksArguments(const KernelManifest &kernel) {
  return !kernel.arguments.empty() && kernel.arguments.front().kind == ArgumentKind::global &&
         std::ranges::all_of(kernel.arguments.begin() + 1, kernel.arguments.end(),
                             [](const ArgumentManifest &argument) { return argument.kind == ArgumentKind::local; });
}

/// Checks that everything that kernels enqueue is a block of the program.
Result<> checkBlocks(const std::vector<KernelManifest> &kernels) {
  for (const KernelManifest &kernel : kernels) {
    if (kernel.isBlock && !hasBlocksArguments(kernel))
      return fail(CL_INVALID_BINARY, concat("Kernel '", kernel.name, "' is a block without a block's arguments."));
    for (const std::string &name : kernel.enqueues)
      if (const auto block = std::ranges::find(kernels, name, &KernelManifest::name);
          block == kernels.end() || !block->isBlock)
        return fail(CL_INVALID_BINARY, concat("Kernel '", kernel.name, "' enqueues '", name, "', which is no block."));
  }
  return {};
}

/// Checks that a kernel's name is unique and contains no zero. The host and the compiler look up kernels by name, and
/// for the compiler a name ends at the first zero.
Result<> checkName(const KernelManifest &kernel, const std::vector<KernelManifest> &others) {
  if (kernel.name.empty() || kernel.name.contains('\0') ||
      std::ranges::find(others, kernel.name, &KernelManifest::name) != others.end())
    return fail(CL_INVALID_BINARY, concat("A kernel has no name, or that of another: '", kernel.name, "'."));
  return {};
}

Result<ProgramMemoryManifest> readProgramMemory(const Json &json) {
  ProgramMemoryManifest memory;
  readNumber(json.at("bytes"), memory.bytes);
  readNumber(json.at("alignment"), memory.alignment);
  json.at("initialiser").get_to(memory.initialiser);
  if (!isPowerOfTwo(memory.alignment) || memory.alignment > maxAlignment || memory.bytes > maxMemoryBytes ||
      (memory.bytes == 0 && !memory.initialiser.empty()) || memory.initialiser.contains('\0'))
    return fail(CL_INVALID_BINARY, "The program's variables can't be laid out.");
  for (const Json &one : json.at("variables")) {
    VariableManifest variable;
    one.at("name").get_to(variable.name);
    readNumber(one.at("offset"), variable.offset);
    readNumber(one.at("bytes"), variable.bytes);
    // The variable must lie within the memory of the variables, because the application gets its address, and commands
    // copy from and to it.
    if (variable.offset > memory.bytes || variable.bytes > memory.bytes - variable.offset)
      return fail(CL_INVALID_BINARY,
                  concat("The variable '", variable.name, "' does not lie within the program's memory."));
    memory.variables.push_back(std::move(variable));
  }
  return memory;
}

FunctionManifest readFunction(const Json &json) {
  FunctionManifest function;
  json.at("name").get_to(function.name);
  readNumber(json.at("number"), function.number);
  return function;
}

} // namespace

Result<Manifest> Manifest::parse(std::string_view text) {
  try {
    Json json = Json::parse(text);
    Manifest manifest;
    json.at("argumentInfo").get_to(manifest.argumentInfo);
    json.at("library").get_to(manifest.library);
    manifest.programMemory = TRY(readProgramMemory(json.at("programMemory")));
    for (const Json &function : json.at("functions"))
      manifest.functions.push_back(readFunction(function));
    for (const Json &kernel : json.at("kernels")) {
      KernelManifest read = readKernel(kernel);
      TRY(checkName(read, manifest.kernels));
      TRY(checkLayout(read));
      TRY(checkSizes(read));
      manifest.kernels.push_back(std::move(read));
    }
    TRY(checkBlocks(manifest.kernels));
    return manifest;
  } catch (const Json::exception &exception) {
    return fail(CL_INVALID_BINARY, concat("The program's manifest can't be read: ", exception.what()));
  }
}

} // namespace weft::core
