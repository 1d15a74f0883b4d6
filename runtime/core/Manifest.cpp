// Reads a program's manifest.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/Manifest.h"

#include <CL/cl.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "Text.h"
#include "core/Limits.h"

namespace weft::core {

namespace {

using Json = nlohmann::json;

struct NamedKind {
  std::string_view name;
  ArgumentKind kind;
};
// Not the JSON library's own table for this, whose destructor would run while other threads read it during an exit.
constexpr NamedKind argumentKinds[] = {
    {"value", ArgumentKind::value}, {"global", ArgumentKind::global}, {"constant", ArgumentKind::constant},
    {"local", ArgumentKind::local}, {"image", ArgumentKind::image},   {"sampler", ArgumentKind::sampler},
    {"pipe", ArgumentKind::pipe},   {"queue", ArgumentKind::queue},
};

/// An unknown kind is a value's.
ArgumentKind readKind(const Json &json) {
  const auto found = std::ranges::find(argumentKinds, json.get<std::string_view>(), &NamedKind::name);
  return found != std::end(argumentKinds) ? found->kind : ArgumentKind::value;
}

bool isPowerOfTwo(uint64_t number) { return number != 0 && (number & (number - 1)) == 0; }

ArgumentManifest readArgument(const Json &json) {
  ArgumentManifest argument;
  json.at("name").get_to(argument.name);
  json.at("typeName").get_to(argument.typeName);
  json.at("imageType").get_to(argument.imageType);
  json.at("accessQualifier").get_to(argument.accessQualifier);
  json.at("typeQualifiers").get_to(argument.typeQualifiers);
  json.at("size").get_to(argument.size);
  json.at("offset").get_to(argument.offset);
  json.at("alignment").get_to(argument.alignment);
  argument.kind = readKind(json.at("kind"));
  return argument;
}

KernelManifest readKernel(const Json &json) {
  KernelManifest kernel;
  json.at("name").get_to(kernel.name);
  json.at("attributes").get_to(kernel.attributes);
  json.at("requiredLocalSize").get_to(kernel.requiredLocalSize);
  json.at("localSizeHint").get_to(kernel.localSizeHint);
  json.at("requiredSubGroupSize").get_to(kernel.requiredSubGroupSize);
  json.at("argumentBytes").get_to(kernel.argumentBytes);
  json.at("nonUniformGroups").get_to(kernel.nonUniformGroups);
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

/// The block is filled by these numbers; a damaged binary must not make us write elsewhere.
Result<> checkLayout(const KernelManifest &kernel) {
  for (const ArgumentManifest &argument : kernel.arguments) {
    if (uint64_t(argument.offset) + argument.size > kernel.argumentBytes || !isPowerOfTwo(argument.alignment) ||
        argument.offset % argument.alignment != 0 || !hasRightSize(argument))
      return fail(CL_INVALID_BINARY, concat("Argument '", argument.name, "' of kernel '", kernel.name,
                                            "' does not lie within the argument block."));
  }
  if (kernel.argumentBytes > 2 * limits::maxParameterBytes)
    return fail(CL_INVALID_BINARY, concat("The arguments of kernel '", kernel.name, "' take more than the ",
                                          limits::maxParameterBytes, " bytes that a kernel may have."));
  return {};
}

Result<ProgramMemoryManifest> readProgramMemory(const Json &json) {
  ProgramMemoryManifest memory;
  json.at("bytes").get_to(memory.bytes);
  json.at("alignment").get_to(memory.alignment);
  json.at("initialiser").get_to(memory.initialiser);
  if (!isPowerOfTwo(memory.alignment) || (memory.bytes == 0 && !memory.initialiser.empty()))
    return fail(CL_INVALID_BINARY, "The program's variables can't be laid out.");
  return memory;
}

} // namespace

Result<Manifest> Manifest::parse(std::string_view text) {
  try {
    Json json = Json::parse(text);
    Manifest manifest;
    json.at("argumentInfo").get_to(manifest.argumentInfo);
    json.at("library").get_to(manifest.library);
    manifest.programMemory = TRY(readProgramMemory(json.at("programMemory")));
    for (const Json &kernel : json.at("kernels")) {
      manifest.kernels.push_back(readKernel(kernel));
      TRY(checkLayout(manifest.kernels.back()));
    }
    return manifest;
  } catch (const Json::exception &exception) {
    return fail(CL_INVALID_BINARY, concat("The program's manifest can't be read: ", exception.what()));
  }
}

} // namespace weft::core
