// Entry points that build, compile and link programs (OpenCL 3.0 sections 5.8.4 and 5.8.5).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "Text.h"
#include "api/Devices.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "core/objects/Device.h"
#include "core/programs/Program.h"

namespace weft::api {

namespace {

using BuildCallback = void(CL_CALLBACK *)(cl_program program, void *userData);

Result<> checkCallback(BuildCallback callback, const void *userData) {
  // CL_INVALID_VALUE: user_data is given without pfn_notify.
  if (!callback && userData)
    return fail(CL_INVALID_VALUE, "user_data is given, but pfn_notify is NULL.");
  return {};
}

/// Calls the callback of a build, unless the build could not begin. Even if there is a callback, the entry point
/// returns only after the build, as the specification allows. So the entry point can always return errors in the
/// options.
void callBack(BuildCallback callback, cl_program program, void *userData, const Result<> &built) {
  if (callback && (built || built.error().code == CL_BUILD_PROGRAM_FAILURE ||
                   built.error().code == CL_COMPILE_PROGRAM_FAILURE || built.error().code == CL_LINK_PROGRAM_FAILURE))
    callback(program, userData);
}

core::ProgramBuilder builderOf(const core::Program &program) {
  return core::ProgramBuilder(program.context().services());
}

/// Builds the program from its devices' binaries. If several devices have the same binary, it is built once.
Result<> buildBinaries(core::Program &program, const core::Devices &devices, const std::string &options) {
  // CL_INVALID_BINARY: a device has no executable binary.
  for (const RefPtr<core::Device> &device : devices)
    if (!program.binary(*device) || program.binary(*device)->type() != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
      return fail(CL_INVALID_BINARY, "The program's binary is a compiled object or a library; it has to be linked.");
  core::Devices left = devices;
  while (!left.empty()) {
    const core::Program::Image binary = program.binary(*left.front());
    auto others = std::ranges::partition(
        left, [&](const RefPtr<core::Device> &device) { return program.binary(*device) == binary; });
    const core::Devices same(left.begin(), others.begin());
    TRY(program.build(same, options, [&] { return builderOf(program).buildBinary(binary); }));
    left.erase(left.begin(), others.begin());
  }
  return {};
}

core::SourceRequest sourceOf(const core::Program &program, const std::string &options) {
  return {program.source(), options, program.context().zeroesPrivateMemory()};
}

core::IlRequest ilOf(const core::Program &program, const std::string &options) {
  return {program.il(), options, program.constants(), program.context().zeroesPrivateMemory()};
}

/// Builds a program of any origin for clBuildProgram. CL_INVALID_OPERATION for a program that clLinkProgram has
/// created, CL_INVALID_BINARY for a binary that is no executable.
Result<> buildFor(core::Program &program, const core::Devices &devices, const std::string &options) {
  switch (program.origin()) {
  case core::ProgramOrigin::source:
    return program.build(devices, options, [&] { return builderOf(program).buildSource(sourceOf(program, options)); });
  case core::ProgramOrigin::il:
    return program.build(devices, options, [&] { return builderOf(program).buildIl(ilOf(program, options)); });
  case core::ProgramOrigin::binary:
    return buildBinaries(program, devices, options);
  case core::ProgramOrigin::link:
    break;
  }
  return fail(CL_INVALID_OPERATION, "The program was made by clLinkProgram.");
}

Result<std::vector<core::NamedHeader>> readHeaders(Call &call, const core::Program &program, cl_uint count,
                                                   const cl_program *programs, const char **names) {
  // CL_INVALID_VALUE: the count and the lists contradict each other.
  if ((count == 0) != (programs == nullptr) || (count == 0) != (names == nullptr))
    return fail(CL_INVALID_VALUE, "The lists of headers and their number contradict each other.");
  std::vector<core::NamedHeader> headers;
  for (cl_uint i = 0; i < count; ++i) {
    const RefPtr<core::Program> header = TRY(call.resolve<core::Program>(programs[i]));
    // CL_INVALID_CONTEXT: the header belongs to another context than the program.
    if (&header->context() != &program.context())
      return fail(CL_INVALID_CONTEXT, concat("Header ", i, " belongs to another context than the program."));
    if (!names[i])
      return fail(CL_INVALID_VALUE, concat("The name of header ", i, " is NULL."));
    headers.push_back({names[i], header->source()});
  }
  return headers;
}

Result<std::vector<RefPtr<core::Program>>> readPrograms(Call &call, const core::Context &context, cl_uint count,
                                                        const cl_program *programs) {
  // CL_INVALID_VALUE: there is nothing to link.
  if (count == 0 || !programs)
    return fail(CL_INVALID_VALUE, "There are no programs to link.");
  std::vector<RefPtr<core::Program>> list;
  for (cl_uint i = 0; i < count; ++i) {
    RefPtr<core::Program> program = TRY(call.resolve<core::Program>(programs[i]));
    // CL_INVALID_CONTEXT: the program belongs to another context.
    if (&program->context() != &context)
      return fail(CL_INVALID_CONTEXT, concat("Program ", i, " belongs to another context."));
    list.push_back(std::move(program));
  }
  return list;
}

/// Images that are linked together, and the devices for which the result is used.
struct LinkGroup {
  core::Devices devices;
  core::Images images;
};

/// Determines which images are linked for which devices. If all programs have an image for a device, these images are
/// linked for it. If no program has one, nothing is linked for this device. CL_INVALID_OPERATION if only some programs
/// have an image for a device, or if nothing would be linked for any device.
Result<std::vector<LinkGroup>> groupForLink(const std::vector<RefPtr<core::Program>> &programs,
                                            const core::Devices &devices) {
  std::vector<LinkGroup> groups;
  for (const RefPtr<core::Device> &device : devices) {
    core::Images images;
    for (const RefPtr<core::Program> &program : programs) {
      core::BuildState state = program->has(*device) ? program->state(*device) : core::BuildState();
      if (state.image && state.image->type() != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
        images.push_back(std::move(state.image));
    }
    if (images.empty())
      continue;
    if (images.size() != programs.size())
      return fail(CL_INVALID_OPERATION, "A program holds no compiled object or library, or is being compiled.");
    auto group = std::ranges::find(groups, images, &LinkGroup::images);
    if (group == groups.end())
      group = groups.insert(groups.end(), LinkGroup{{}, std::move(images)});
    group->devices.push_back(device);
  }
  if (groups.empty())
    return fail(CL_INVALID_OPERATION, "No program holds a compiled object or library.");
  return groups;
}

} // namespace

cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint deviceCount, const cl_device_id *devices,
                                  const char *options, BuildCallback callback, void *userData) {
  return run("clBuildProgram", [&](Call &call) -> Result<> {
    const RefPtr<core::Program> object = TRY(call.resolve<core::Program>(program));
    const core::Devices its = TRY(devicesToBuildFor(call, object->devices(), deviceCount, devices));
    TRY(checkCallback(callback, userData));
    Result<> built = buildFor(*object, its, options ? options : "");
    callBack(callback, program, userData, built);
    return built;
  });
}

cl_int CL_API_CALL clCompileProgram(cl_program program, cl_uint deviceCount, const cl_device_id *devices,
                                    const char *options, cl_uint headerCount, const cl_program *headers,
                                    const char **headerNames, BuildCallback callback, void *userData) {
  return run("clCompileProgram", [&](Call &call) -> Result<> {
    const RefPtr<core::Program> object = TRY(call.resolve<core::Program>(program));
    const core::Devices its = TRY(devicesToBuildFor(call, object->devices(), deviceCount, devices));
    // A program from IL has no source, so its headers are ignored.
    const bool isIl = object->origin() == core::ProgramOrigin::il;
    std::vector<core::NamedHeader> headerList;
    if (!isIl)
      headerList = TRY(readHeaders(call, *object, headerCount, headers, headerNames));
    TRY(checkCallback(callback, userData));
    // CL_INVALID_OPERATION: the program has neither source nor IL.
    if (!isIl && object->origin() != core::ProgramOrigin::source)
      return fail(CL_INVALID_OPERATION, "The program was not created from source or IL.");
    std::string text = options ? options : "";
    Result<> built = object->build(its, text, [&] {
      return isIl ? builderOf(*object).compileIl(ilOf(*object, text))
                  : builderOf(*object).compileSource(sourceOf(*object, text), headerList);
    });
    callBack(callback, program, userData, built);
    return built;
  });
}

cl_program CL_API_CALL clLinkProgram(cl_context context, cl_uint deviceCount, const cl_device_id *devices,
                                     const char *options, cl_uint programCount, const cl_program *programs,
                                     BuildCallback callback, void *userData, cl_int *errcodeRet) {
  cl_program linked = nullptr;
  cl_int code = run("clLinkProgram", [&](Call &call) -> Result<> {
    const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
    TRY(checkAlive(*itsContext));
    const core::Devices its = TRY(devicesToBuildFor(call, itsContext->devices(), deviceCount, devices));
    const auto inputs = TRY(readPrograms(call, *itsContext, programCount, programs));
    TRY(checkCallback(callback, userData));
    const auto groups = TRY(groupForLink(inputs, its));
    std::string text = options ? options : "";
    auto program = makeRef<core::Program>(*itsContext, its);
    const core::ProgramBuilder builder(itsContext->services());
    Result<> built;
    for (const LinkGroup &group : groups)
      if (built)
        built = program->build(group.devices, text, [&] { return builder.linkImages(group.images, text); });
    // The program is returned even if linking failed, so that its log can be read.
    if (built || built.error().code == CL_LINK_PROGRAM_FAILURE)
      linked = program->publish();
    callBack(callback, linked, userData, built);
    return built;
  });
  if (errcodeRet)
    *errcodeRet = code;
  return linked;
}

} // namespace weft::api
