// Arguments of kernel objects.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/Kernel.h"

#include <cstring>

#include "Text.h"
#include "core/Limits.h"

namespace weft::core {

namespace {

uint64_t roundUp(uint64_t bytes) {
  return (bytes + limits::memoryAlignment - 1) / limits::memoryAlignment * limits::memoryAlignment;
}

Error wrongSize(const ArgumentManifest &argument, size_t size) {
  return Error{CL_INVALID_ARG_SIZE, concat("Argument '", argument.name, "' of type ", argument.typeName, " has ",
                                           argument.size, " bytes, but arg_size is ", size, ".")};
}

} // namespace

Kernel::Kernel(Program &program, std::vector<KernelOfDevice> definitions)
    : program_(&program), definitions_(std::move(definitions)), arguments_(manifest().arguments.size()),
      values_(manifest().argumentBytes) {
  program_->attachKernel();
}

Kernel::Kernel(const Kernel &other)
    : program_(other.program_), definitions_(other.definitions_), arguments_(other.arguments_), values_(other.values_) {
  program_->attachKernel();
}

Kernel::~Kernel() { program_->detachKernel(); }

const KernelDefinition *Kernel::definition(const Device &device) const {
  for (const KernelOfDevice &one : definitions_)
    if (one.device == &device)
      return one.definition.get();
  return nullptr;
}

Result<> Kernel::checkIndex(cl_uint index) const {
  if (index >= arguments_.size())
    return fail(CL_INVALID_ARG_INDEX, concat("Kernel '", manifest().name, "' has ", arguments_.size(),
                                             " arguments; there is no argument ", index, "."));
  return {};
}

Result<> Kernel::setArgument(cl_uint index, size_t size, const void *value) {
  TRY(checkIndex(index));
  const ArgumentManifest &description = manifest().arguments[index];
  Argument &argument = arguments_[index];
  switch (description.kind) {
  case ArgumentKind::global:
  case ArgumentKind::constant:
    return setBuffer(index, size, value);
  case ArgumentKind::local:
    if (size == 0)
      return fail(CL_INVALID_ARG_SIZE, concat("Local argument '", description.name, "' needs a size above 0."));
    if (value)
      return fail(CL_INVALID_ARG_VALUE, concat("Local argument '", description.name, "' takes no value."));
    argument.localBytes = size;
    break;
  case ArgumentKind::value:
    if (size != description.size)
      return std::unexpected(wrongSize(description, size));
    if (!value)
      return fail(CL_INVALID_ARG_VALUE, concat("Argument '", description.name, "' needs a value."));
    std::memcpy(values_.data() + description.offset, value, size);
    break;
  // The device has no images, pipes, samplers or device queues, so no value can be one.
  case ArgumentKind::image:
  case ArgumentKind::pipe:
    return fail(CL_INVALID_MEM_OBJECT, concat("The value for argument '", description.name, "' is no image or pipe."));
  case ArgumentKind::sampler:
    return fail(CL_INVALID_SAMPLER, concat("The value for argument '", description.name, "' is no sampler."));
  case ArgumentKind::queue:
    return fail(CL_INVALID_DEVICE_QUEUE, concat("The value for argument '", description.name, "' is no device queue."));
  }
  argument.set = true;
  return {};
}

Result<> Kernel::setBuffer(cl_uint index, size_t size, const void *value) {
  if (size != sizeof(cl_mem))
    return fail(CL_INVALID_ARG_SIZE,
                concat("A buffer argument has ", sizeof(cl_mem), " bytes, but arg_size is ", size, "."));
  cl_mem memory = nullptr;
  if (value)
    std::memcpy(&memory, value, sizeof memory);
  if (memory) {
    Buffer *buffer = TRY(resolve<Buffer>(memory));
    if (&buffer->context() != &context())
      return fail(CL_INVALID_CONTEXT, "The buffer belongs to another context than the kernel.");
  }
  setPointee(index, memory, nullptr);
  return {};
}

Result<> Kernel::setPointer(cl_uint index, const void *pointer) {
  TRY(checkIndex(index));
  if (!isBuffer(manifest().arguments[index]))
    return fail(CL_INVALID_ARG_VALUE, concat("Argument '", manifest().arguments[index].name,
                                             "' is no pointer to global or constant memory."));
  setPointee(index, nullptr, pointer);
  return {};
}

void Kernel::setPointee(cl_uint index, cl_mem buffer, const void *address) {
  std::memcpy(values_.data() + manifest().arguments[index].offset, &address, sizeof address);
  arguments_[index].memory = buffer;
  arguments_[index].set = true;
}

Result<> Kernel::checkArguments() const {
  for (size_t i = 0; i < arguments_.size(); ++i)
    if (!arguments_[i].set)
      return fail(CL_INVALID_KERNEL_ARGS, concat("Argument ", i, " ('", manifest().arguments[i].name, "') of kernel '",
                                                 manifest().name, "' has not been set."));
  return {};
}

uint64_t Kernel::localArgumentBytes() const {
  uint64_t bytes = 0;
  for (const Argument &argument : arguments_) {
    // Past the limit the sum does not matter any more, but it must not overflow.
    if (argument.localBytes > limits::localMemoryBytes || bytes > limits::localMemoryBytes)
      return limits::localMemoryBytes + 1;
    bytes += roundUp(argument.localBytes);
  }
  return bytes;
}

Result<std::vector<RefPtr<MemoryObject>>> Kernel::retainMemory() const {
  std::vector<RefPtr<MemoryObject>> objects;
  objects.reserve(arguments_.size());
  for (size_t i = 0; i < arguments_.size(); ++i) {
    if (!isBuffer(manifest().arguments[i]))
      continue;
    if (!arguments_[i].memory) {
      objects.emplace_back();
      continue;
    }
    auto object = resolve<MemoryObject>(arguments_[i].memory);
    if (!object)
      return fail(CL_INVALID_MEM_OBJECT, concat("The memory object set as argument ", i, " of kernel '",
                                                manifest().name, "' has been released."));
    objects.emplace_back(*object);
  }
  return objects;
}

void Kernel::writeArguments(std::byte *block, const std::vector<RefPtr<MemoryObject>> &memory,
                            uint64_t staticLocalBytes) const {
  if (!values_.empty())
    std::memcpy(block, values_.data(), values_.size());
  size_t object = 0;
  uint64_t local = roundUp(staticLocalBytes);
  for (size_t i = 0; i < arguments_.size(); ++i) {
    const ArgumentManifest &description = manifest().arguments[i];
    if (isBuffer(description)) {
      if (const RefPtr<MemoryObject> &set = memory[object++]) {
        const std::byte *address = set->data();
        std::memcpy(block + description.offset, &address, sizeof address);
      }
    } else if (description.kind == ArgumentKind::local) {
      std::memcpy(block + description.offset, &local, sizeof local);
      local += roundUp(arguments_[i].localBytes);
    }
  }
}

} // namespace weft::core
