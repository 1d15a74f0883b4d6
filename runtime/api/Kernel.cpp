// Kernel objects and their arguments (OpenCL 3.0 sections 5.9.1 and 5.9.2).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/Kernel.h"

#include "Text.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"

namespace weft::api {

namespace {

RefPtr<core::Kernel> makeKernel(core::Program &program, const std::shared_ptr<core::KernelDefinition> &definition) {
  auto kernel = makeRef<core::Kernel>(program, definition);
  // By the time of the first launch the code may be there.
  definition->startAhead();
  return kernel;
}

} // namespace

cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *name, cl_int *errcodeRet) {
  return create<cl_kernel>("clCreateKernel", errcodeRet, [&](Call &call) -> Result<cl_kernel> {
    core::Program *itsProgram = TRY(call.resolve<core::Program>(program));
    auto image = TRY(itsProgram->executable());
    // CL_INVALID_VALUE: no name.
    if (!name)
      return fail(CL_INVALID_VALUE, "The kernel's name is NULL.");
    // CL_INVALID_KERNEL_NAME: the program has no such kernel.
    auto definition = image->kernel(name);
    if (!definition)
      return fail(CL_INVALID_KERNEL_NAME, concat("The program has no kernel '", name, "'."));
    return makeKernel(*itsProgram, definition)->publish();
  });
}

cl_int CL_API_CALL clCreateKernelsInProgram(cl_program program, cl_uint count, cl_kernel *kernels,
                                            cl_uint *countReturned) {
  return run("clCreateKernelsInProgram", [&](Call &call) -> Result<> {
    core::Program *itsProgram = TRY(call.resolve<core::Program>(program));
    auto image = TRY(itsProgram->executable());
    // CL_INVALID_VALUE: not enough room.
    if (kernels && count < image->kernels().size())
      return fail(CL_INVALID_VALUE,
                  concat("The program has ", image->kernels().size(), " kernels; there is room for ", count, "."));
    std::vector<RefPtr<core::Kernel>> made;
    for (size_t i = 0; kernels && i < image->kernels().size(); ++i)
      made.push_back(makeKernel(*itsProgram, image->kernels()[i]));
    for (size_t i = 0; i < made.size(); ++i)
      kernels[i] = made[i]->publish();
    if (countReturned)
      *countReturned = static_cast<cl_uint>(image->kernels().size());
    return {};
  });
}

cl_kernel CL_API_CALL clCloneKernel(cl_kernel source, cl_int *errcodeRet) {
  return create<cl_kernel>("clCloneKernel", errcodeRet, [&](Call &call) -> Result<cl_kernel> {
    const core::Kernel *kernel = TRY(call.resolve<core::Kernel>(source));
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
