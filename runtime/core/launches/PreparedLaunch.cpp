// Checks a launch and prepares it, so that commands can execute it any number of times.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/launches/PreparedLaunch.h"

#include "Options.h"
#include "Text.h"
#include "core/launches/CheckReports.h"

namespace weft::core {

ArgumentBlock::ArgumentBlock(size_t bytes) {
  std::byte *memory = inline_.data();
  if (bytes > inlineBytes) {
    heap_ = std::make_unique_for_overwrite<std::byte[]>(bytes + WEFT_MEMORY_ALIGNMENT - ownAlignment);
    memory = heap_.get();
  }
  auto address = reinterpret_cast<uintptr_t>(memory);
  data_ = memory + ((address + WEFT_MEMORY_ALIGNMENT - 1) / WEFT_MEMORY_ALIGNMENT * WEFT_MEMORY_ALIGNMENT - address);
}

Result<> checkLaunch(const Device &device, const Kernel &kernel, const LaunchRequest &request, CheckedLaunch &checked) {
  TRY(checkDimensions(request));
  TRY(kernel.checkArguments());
  if (isEmpty(request))
    return {};
  TRY(kernel.retainMemory(checked.memory));
  TRY(planLaunch(device, kernel, request, checked.plan, checked.memory.objects(),
                 kernel.argumentConstants(checked.memory.objects())));
  if ((checked.plan.code->info().flags & WEFT_KERNEL_CHECKS) != 0)
    checked.checks = {.arguments = kernel.checkedArguments(checked.memory.objects()),
                      .onNewFault = Options::get().checkAction == CheckAction::stop ? stopAtFault : nullptr};
  if (const auto &programMemory = kernel.definition(device)->memory())
    checked.variables = TRY(programMemory->get());
  return {};
}

PreparedLaunch::PreparedLaunch(const Device &device, const Kernel &kernel, CheckedLaunch &&checked)
    : memory_(std::move(checked.memory)), programMemory_(kernel.definition(device)->memory()),
      argumentBytes_(kernel.manifest().argumentBytes), arguments_(argumentBytes_),
      launch_(std::move(checked.plan.code), checked.plan.range, arguments_.data(), checked.plan.localBytes,
              checked.variables, kernel.context().zeroesLocalMemory(), std::move(checked.checks), checked.plan.flags,
              std::move(checked.plan.fullGroupCode), std::move(checked.plan.trial)) {
  kernel.writeArguments(arguments_.data(), memory_.objects(), code().info().staticLocalBytes);
}

cpu::NDRange PreparedLaunch::range() const {
  const WeftLaunch &launch = launch_.description();
  return {.workDim = launch.workDim,
          .globalOffset = std::to_array(launch.globalOffset),
          .globalSize = std::to_array(launch.globalSize),
          .localSize = std::to_array(launch.localSize)};
}

Result<std::shared_ptr<const PreparedLaunch>> prepareLaunch(const Device &device, const Kernel &kernel,
                                                            const LaunchRequest &request) {
  CheckedLaunch checked;
  TRY(checkLaunch(device, kernel, request, checked));
  if (checked.isEmpty())
    return nullptr;
  // CL_INVALID_OPERATION: the kernel enqueues kernels, but command-buffers don't have
  // CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR.
  if ((checked.plan.code->info().flags & WEFT_KERNEL_ENQUEUES) != 0)
    return fail(CL_INVALID_OPERATION,
                concat("Kernel '", kernel.manifest().name, "' enqueues kernels, which command-buffers can't record."));
  return std::make_shared<const PreparedLaunch>(device, kernel, std::move(checked));
}

} // namespace weft::core
