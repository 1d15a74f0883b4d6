// Kernel objects and their arguments (OpenCL 3.0 sections 5.9.1 and 5.9.2).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/Kernel.h"

#include <algorithm>

#include "Text.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"

namespace weft::api {

namespace {

bool sameArguments(const core::KernelManifest &a, const core::KernelManifest &b) {
  return std::ranges::equal(a.arguments, b.arguments, [](const auto &one, const auto &other) {
    return one.kind == other.kind && one.size == other.size && one.typeName == other.typeName;
  });
}

/// Makes a kernel object. CL_INVALID_KERNEL_NAME if the program has no such kernel, CL_INVALID_KERNEL_DEFINITION
/// if the kernel's arguments differ from device to device.
Result<RefPtr<core::Kernel>> makeKernel(core::Program &program, const std::vector<core::Executable> &executables,
                                        std::string_view name) {
  std::vector<core::DeviceKernel> definitions;
  for (const core::Executable &executable : executables)
    if (auto definition = executable.image->kernel(name))
      definitions.push_back({executable.device, std::move(definition)});
  if (definitions.empty())
    return fail(CL_INVALID_KERNEL_NAME, concat("The program has no kernel '", name, "'."));
  for (const core::DeviceKernel &one : definitions)
    if (!sameArguments(one.definition->manifest(), definitions.front().definition->manifest()))
      return fail(CL_INVALID_KERNEL_DEFINITION,
                  concat("The arguments of kernel '", name, "' are not the same on all devices."));
  auto kernel = makeRef<core::Kernel>(program, std::move(definitions));
  // Starts compiling the kernel's code speculatively, so that it may be ready at the time of the first launch.
  for (const core::DeviceKernel &one : kernel->definitions())
    one.definition->startSpeculatively();
  return kernel;
}

} // namespace

cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *name, cl_int *errcodeRet) {
  return create<cl_kernel>("clCreateKernel", errcodeRet, [&](Call &call) -> Result<cl_kernel> {
    const RefPtr<core::Program> itsProgram = TRY(call.resolve<core::Program>(program));
    auto executables = TRY(itsProgram->executables());
    // CL_INVALID_VALUE: there is no name.
    if (!name)
      return fail(CL_INVALID_VALUE, "The kernel's name is NULL.");
    return TRY(makeKernel(*itsProgram, executables, name))->publish();
  });
}

cl_int CL_API_CALL clCreateKernelsInProgram(cl_program program, cl_uint count, cl_kernel *kernels,
                                            cl_uint *countReturned) {
  return run("clCreateKernelsInProgram", [&](Call &call) -> Result<> {
    const RefPtr<core::Program> itsProgram = TRY(call.resolve<core::Program>(program));
    TRY(checkAlive(itsProgram->context()));
    auto executables = TRY(itsProgram->executables());
    const auto &definitions = executables.front().image->kernels();
    // CL_INVALID_VALUE: the array is too small.
    if (kernels && count < definitions.size())
      return fail(CL_INVALID_VALUE,
                  concat("The program has ", definitions.size(), " kernels; there is room for ", count, "."));
    std::vector<RefPtr<core::Kernel>> made;
    for (size_t i = 0; kernels && i < definitions.size(); ++i)
      made.push_back(TRY(makeKernel(*itsProgram, executables, definitions[i]->manifest().name)));
    for (size_t i = 0; i < made.size(); ++i)
      kernels[i] = made[i]->publish();
    if (countReturned)
      *countReturned = static_cast<cl_uint>(definitions.size());
    return {};
  });
}

cl_kernel CL_API_CALL clCloneKernel(cl_kernel source, cl_int *errcodeRet) {
  return create<cl_kernel>("clCloneKernel", errcodeRet, [&](Call &call) -> Result<cl_kernel> {
    const RefPtr<core::Kernel> kernel = TRY(call.resolve<core::Kernel>(source));
    return makeRef<core::Kernel>(*kernel)->publish();
  });
}

cl_int CL_API_CALL clRetainKernel(cl_kernel kernel) { return retain<core::Kernel>("clRetainKernel", kernel); }

cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel) { return release<core::Kernel>("clReleaseKernel", kernel); }

cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
  return run("clSetKernelArg", [&](Call &call) -> Result<> {
    return TRY(call.resolve<core::Kernel>(kernel))->setArgument(index, size, value);
  });
}

} // namespace weft::api
