// Kernel objects: sets and checks arguments, and writes them for launches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/Kernel.h"

#include <BufferMemory.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "Text.h"
#include "core/memory/Image.h"
#include "core/memory/Pipe.h"
#include "core/memory/Sampler.h"
#include "core/objects/Limits.h"
#include "core/objects/Queue.h"

namespace weft::core {

namespace {

uint64_t roundUp(uint64_t bytes) {
  return (bytes + limits::memoryAlignment - 1) / limits::memoryAlignment * limits::memoryAlignment;
}

Error wrongSize(const ArgumentManifest &argument, size_t size) {
  return Error{CL_INVALID_ARG_SIZE, concat("Argument '", argument.name, "' of type ", argument.typeName, " has ",
                                           argument.size, " bytes, but arg_size is ", size, ".")};
}

Error wrongHandleSize(const ArgumentManifest &argument, const char *what, size_t right, size_t size) {
  return Error{CL_INVALID_ARG_SIZE, concat(what, " for argument '", argument.name, "' is given by a handle of ", right,
                                           " bytes, but arg_size is ", size, ".")};
}

/// OpenCL C's name for the type of an argument that can take the image. Depth images have a type of their own.
const char *argumentType(const Image &image) {
  switch (image.type()) {
  case CL_MEM_OBJECT_IMAGE1D:
    return "image1d_t";
  case CL_MEM_OBJECT_IMAGE1D_BUFFER:
    return "image1d_buffer_t";
  case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    return "image1d_array_t";
  case CL_MEM_OBJECT_IMAGE2D:
    return image.format().isDepth() ? "image2d_depth_t" : "image2d_t";
  case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    return image.format().isDepth() ? "image2d_array_depth_t" : "image2d_array_t";
  default:
    return "image3d_t";
  }
}

/// CL_INVALID_MEM_OBJECT: the object is an image, but not of the argument's type.
Result<> checkImageType(const Image &image, const ArgumentManifest &argument) {
  if (argument.imageType != argumentType(image))
    return fail(CL_INVALID_MEM_OBJECT, concat("Argument '", argument.name, "' is an ", argument.imageType,
                                              ", but the image is an ", argumentType(image), "."));
  return {};
}

/// CL_INVALID_ARG_VALUE: the image's flags forbid the accesses that the argument's qualifier allows.
Result<> checkImageAccess(const Image &image, const ArgumentManifest &argument) {
  const bool reads = argument.accessQualifier != "write_only";
  const bool writes = argument.accessQualifier == "write_only" || argument.accessQualifier == "read_write";
  if (reads && (image.flags() & CL_MEM_WRITE_ONLY))
    return fail(CL_INVALID_ARG_VALUE, concat("Kernels may not read the image, but argument '", argument.name, "' is ",
                                             argument.accessQualifier, "."));
  if (writes && (image.isImmutable() || (image.flags() & CL_MEM_READ_ONLY)))
    return fail(CL_INVALID_ARG_VALUE, concat("Kernels may not write the image, but argument '", argument.name, "' is ",
                                             argument.accessQualifier, "."));
  return {};
}

/// CL_INVALID_ARG_VALUE: kernels may not write the buffer, but the argument isn't declared as read-only.
Result<> checkBufferAccess(const Buffer &buffer, const ArgumentManifest &argument) {
  const bool reads = argument.kind == ArgumentKind::constant || argument.typeQualifiers.contains("const");
  if (buffer.isImmutable() && !reads)
    return fail(CL_INVALID_ARG_VALUE, concat("The buffer is immutable, but argument '", argument.name,
                                             "' is not a pointer to constant or const memory."));
  return {};
}

/// Resolves the handle to which an argument was set. If the application has released that object and a new object has
/// got the same handle, returns the new object.
Result<RefPtr<MemoryObject>> resolveArgument(const ArgumentManifest &argument, cl_mem memory) {
  if (argument.kind == ArgumentKind::image)
    return TRY(resolve<Image>(memory));
  if (argument.kind == ArgumentKind::pipe)
    return TRY(resolve<Pipe>(memory));
  return TRY(resolve<Buffer>(memory));
}

/// CL_INVALID_DEVICE_QUEUE: the handle is no queue, or a queue on the host.
Result<RefPtr<Queue>> resolveDeviceQueue(cl_command_queue handle, const ArgumentManifest &argument) {
  Result<RefPtr<Queue>> queue = resolve<Queue>(handle);
  if (!queue || !(*queue)->isOnDevice())
    return fail(CL_INVALID_DEVICE_QUEUE, concat("The value for argument '", argument.name, "' is no device queue."));
  return queue;
}

} // namespace

Kernel::Kernel(Program &program, std::vector<DeviceKernel> definitions)
    : program_(&program), definitions_(std::move(definitions)),
      takesConstants_(std::ranges::any_of(manifest().arguments,
                                          [](const ArgumentManifest &argument) {
                                            return argument.kind == ArgumentKind::image ||
                                                   argument.kind == ArgumentKind::sampler;
                                          })),
      arguments_(manifest().arguments.size()), unsetArguments_(arguments_.size()), values_(manifest().argumentBytes) {
  program_->attachKernel();
}

Kernel::Kernel(const Kernel &other)
    : program_(other.program_), definitions_(other.definitions_), takesConstants_(other.takesConstants_),
      arguments_(other.arguments_), retainsArguments_(other.retainsArguments_), unsetArguments_(other.unsetArguments_),
      values_(other.values_) {
  program_->attachKernel();
}

Kernel::~Kernel() { program_->detachKernel(); }

const KernelDefinition *Kernel::definition(const Device &device) const {
  for (const DeviceKernel &one : definitions_)
    if (one.device == &device)
      return one.definition.get();
  return nullptr;
}

void Kernel::markSet(Argument &argument) {
  if (!std::exchange(argument.set, true))
    --unsetArguments_;
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
  case ArgumentKind::image:
    return setImage(index, size, value);
  case ArgumentKind::sampler:
    return setSampler(index, size, value);
  case ArgumentKind::pipe:
    return setPipe(index, size, value);
  case ArgumentKind::queue:
    return setQueue(index, size, value);
  }
  markSet(argument);
  return {};
}

Result<> Kernel::setBuffer(cl_uint index, size_t size, const void *value) {
  if (size != sizeof(cl_mem))
    return fail(CL_INVALID_ARG_SIZE,
                concat("A buffer argument has ", sizeof(cl_mem), " bytes, but arg_size is ", size, "."));
  cl_mem memory = nullptr;
  if (value)
    std::memcpy(&memory, value, sizeof memory);
  RefPtr<Buffer> buffer;
  if (memory) {
    buffer = TRY(resolve<Buffer>(memory));
    if (&buffer->context() != &context())
      return fail(CL_INVALID_CONTEXT, "The buffer belongs to another context than the kernel.");
    TRY(checkBufferAccess(*buffer, manifest().arguments[index]));
  }
  setPointee(index, memory, nullptr);
  setMemory(arguments_[index], memory, std::move(buffer));
  return {};
}

Result<> Kernel::setImage(cl_uint index, size_t size, const void *value) {
  const ArgumentManifest &description = manifest().arguments[index];
  if (size != sizeof(cl_mem))
    return std::unexpected(wrongHandleSize(description, "An image", sizeof(cl_mem), size));
  cl_mem memory = nullptr;
  if (value)
    std::memcpy(&memory, value, sizeof memory);
  RefPtr<Image> image = TRY(resolve<Image>(memory));
  if (&image->context() != &context())
    return fail(CL_INVALID_CONTEXT, "The image belongs to another context than the kernel.");
  TRY(checkImageType(*image, description));
  TRY(checkImageAccess(*image, description));
  setMemory(arguments_[index], memory, std::move(image));
  markSet(arguments_[index]);
  return {};
}

Result<> Kernel::setSampler(cl_uint index, size_t size, const void *value) {
  const ArgumentManifest &description = manifest().arguments[index];
  if (size != sizeof(cl_sampler))
    return std::unexpected(wrongHandleSize(description, "A sampler", sizeof(cl_sampler), size));
  cl_sampler handle = nullptr;
  if (value)
    std::memcpy(&handle, value, sizeof handle);
  const RefPtr<Sampler> sampler = TRY(resolve<Sampler>(handle));
  if (&sampler->context() != &context())
    return fail(CL_INVALID_CONTEXT, "The sampler belongs to another context than the kernel.");
  // Samplers never change, so a launch only needs the number that describes the sampler.
  const uint32_t number = sampler->number();
  std::memcpy(values_.data() + description.offset, &number, sizeof number);
  markSet(arguments_[index]);
  return {};
}

Result<> Kernel::setPipe(cl_uint index, size_t size, const void *value) {
  if (size != sizeof(cl_mem))
    return std::unexpected(wrongHandleSize(manifest().arguments[index], "A pipe", sizeof(cl_mem), size));
  cl_mem memory = nullptr;
  if (value)
    std::memcpy(&memory, value, sizeof memory);
  RefPtr<Pipe> pipe = TRY(resolve<Pipe>(memory));
  if (&pipe->context() != &context())
    return fail(CL_INVALID_CONTEXT, "The pipe belongs to another context than the kernel.");
  setMemory(arguments_[index], memory, std::move(pipe));
  markSet(arguments_[index]);
  return {};
}

Result<> Kernel::setQueue(cl_uint index, size_t size, const void *value) {
  const ArgumentManifest &description = manifest().arguments[index];
  if (size != sizeof(cl_command_queue))
    return std::unexpected(wrongHandleSize(description, "A queue", sizeof(cl_command_queue), size));
  cl_command_queue handle = nullptr;
  if (value)
    std::memcpy(&handle, value, sizeof handle);
  const RefPtr<Queue> queue = TRY(resolveDeviceQueue(handle, description));
  if (&queue->context() != &context())
    return fail(CL_INVALID_CONTEXT, "The queue belongs to another context than the kernel.");
  const auto number = reinterpret_cast<uintptr_t>(handle);
  std::memcpy(values_.data() + description.offset, &number, sizeof number);
  markSet(arguments_[index]);
  return {};
}

Result<std::vector<RefPtr<Queue>>> Kernel::queues() const {
  std::vector<RefPtr<Queue>> all;
  for (const ArgumentManifest &argument : manifest().arguments) {
    if (argument.kind != ArgumentKind::queue)
      continue;
    cl_command_queue handle = nullptr;
    std::memcpy(&handle, values_.data() + argument.offset, sizeof handle);
    all.push_back(TRY(resolveDeviceQueue(handle, argument)));
  }
  return all;
}

Result<> Kernel::setPointer(cl_uint index, const void *pointer) {
  TRY(checkIndex(index));
  if (!isBuffer(manifest().arguments[index]))
    return fail(CL_INVALID_ARG_VALUE, concat("Argument '", manifest().arguments[index].name,
                                             "' is no pointer to global or constant memory."));
  setPointee(index, nullptr, pointer);
  arguments_[index].reached = rangeAt(pointer);
  arguments_[index].isUntracked = arguments_[index].reached == MemoryRange::anything();
  return {};
}

MemoryRange Kernel::rangeAt(const void *address) const {
  if (!address)
    return MemoryRange::nothing();
  const std::optional<SharedAllocation> allocation = context().sharedMemory().find(address);
  return allocation ? MemoryRange::within(allocation->begin, allocation->bytes) : MemoryRange::anything();
}

void Kernel::setPointee(cl_uint index, cl_mem buffer, const void *address) {
  std::memcpy(values_.data() + manifest().arguments[index].offset, &address, sizeof address);
  setMemory(arguments_[index], buffer, nullptr);
  arguments_[index].isUntracked = false;
  arguments_[index].reached = MemoryRange::nothing();
  markSet(arguments_[index]);
}

bool Kernel::hasUntrackedPointers() const { return std::ranges::any_of(arguments_, &Argument::isUntracked); }

Result<> Kernel::checkArguments() const {
  if (unsetArguments_ == 0) [[likely]]
    return {};
  for (size_t i = 0; i < arguments_.size(); ++i)
    if (!arguments_[i].set)
      return fail(CL_INVALID_KERNEL_ARGS, concat("Argument ", i, " ('", manifest().arguments[i].name, "') of kernel '",
                                                 manifest().name, "' has not been set."));
  return {};
}

uint64_t Kernel::localArgumentBytes() const {
  uint64_t bytes = 0;
  for (const Argument &argument : arguments_) {
    // If the sum exceeds the limit, its exact value doesn't matter. Stops adding then, so that the sum can't overflow.
    if (argument.localBytes > limits::localMemoryBytes || bytes > limits::localMemoryBytes)
      return limits::localMemoryBytes + 1;
    bytes += roundUp(argument.localBytes);
  }
  return bytes;
}

void Kernel::setMemory(Argument &argument, cl_mem memory, RefPtr<MemoryObject> object) {
  argument.memory = memory;
  argument.kept = retainsArguments_ ? std::move(object) : nullptr;
}

void Kernel::retainArguments() {
  retainsArguments_ = true;
  for (size_t i = 0; i < arguments_.size(); ++i)
    if (Argument &argument = arguments_[i]; argument.memory && isMemory(manifest().arguments[i]))
      if (auto object = resolveArgument(manifest().arguments[i], argument.memory))
        argument.kept = *std::move(object);
}

Result<> Kernel::retainMemory(RetainedMemory &kept) const {
  kept.reserve(arguments_.size());
  for (size_t i = 0; i < arguments_.size(); ++i) {
    if (!isMemory(manifest().arguments[i]))
      continue;
    if (!arguments_[i].memory) {
      kept.add(nullptr);
      continue;
    }
    if (arguments_[i].kept) {
      kept.add(arguments_[i].kept);
      continue;
    }
    auto object = resolveArgument(manifest().arguments[i], arguments_[i].memory);
    if (!object)
      return fail(CL_INVALID_MEM_OBJECT, concat("The memory object set as argument ", i, " of kernel '",
                                                manifest().name, "' has been released."));
    kept.add(*std::move(object));
  }
  return {};
}

ArgumentConstants Kernel::argumentConstants(std::span<MemoryObject *const> memory) const {
  ArgumentConstants constants;
  if (!takesConstants_)
    return constants;
  size_t object = 0;
  for (cl_uint i = 0; i < arguments_.size(); ++i) {
    const ArgumentManifest &description = manifest().arguments[i];
    const size_t place = isMemory(description) ? object++ : 0;
    if (description.kind == ArgumentKind::image) {
      const WeftImage &image = static_cast<const Image &>(*memory[place]).descriptor();
      constants.push_back({i, WEFT_IMAGE_FORMAT(image.channelOrder, image.channelType)});
    } else if (description.kind == ArgumentKind::sampler) {
      ArgumentConstant sampler{i, 0};
      std::memcpy(&sampler.value, values_.data() + description.offset, sizeof sampler.value);
      constants.push_back(sampler);
    }
  }
  return constants;
}

bool Kernel::doArgumentsOverlap(std::span<MemoryObject *const> memory, uint64_t arguments, uint64_t written) const {
  std::array<MemoryRange, std::numeric_limits<uint64_t>::digits> all;
  size_t count = 0;
  size_t object = 0;
  for (size_t i = 0; i < std::min(arguments_.size(), all.size()); ++i) {
    if (!isMemory(manifest().arguments[i]))
      continue;
    const MemoryObject *set = memory[object++];
    if ((arguments >> i & 1) == 0)
      continue;
    all[count] = set ? MemoryRange::within(set->data(), set->size()) : arguments_[i].reached;
    all[count++].isWritten = (written >> i & 1) != 0;
  }
  return overlap({all.data(), count});
}

Kernel::Reach Kernel::reach(std::span<MemoryObject *const> memory, uint64_t written) const {
  Reach reach;
  size_t object = 0;
  for (size_t i = 0; i < std::min<size_t>(arguments_.size(), std::numeric_limits<uint64_t>::digits); ++i) {
    if (!isMemory(manifest().arguments[i]))
      continue;
    const MemoryObject *set = memory[object++];
    const MemoryRange &address = arguments_[i].reached;
    uint64_t bytes = 0;
    if (set)
      bytes = set->size();
    else if (address != MemoryRange::anything())
      bytes = address.end - address.begin;
    reach.all += bytes;
    reach.written += (written >> i & 1) != 0 ? bytes : 0;
  }
  return reach;
}

std::vector<WeftCheckArgument> Kernel::checkedArguments(std::span<MemoryObject *const> memory) const {
  std::vector<WeftCheckArgument> all;
  size_t object = 0;
  for (size_t i = 0; i < arguments_.size(); ++i) {
    const ArgumentManifest &description = manifest().arguments[i];
    const MemoryObject *set = isMemory(description) ? memory[object++] : nullptr;
    if (description.kind == ArgumentKind::image && set) {
      const ImageShape &shape = static_cast<const Image *>(set)->shape();
      const bool hasRows = shape.hasRows();
      all.push_back({.before = shape.width,
                     .readable = hasRows ? shape.height : shape.arraySize,
                     .writable = std::max(shape.depth, shape.arraySize),
                     .address = 0,
                     .written = nullptr});
    } else if (set) {
      all.push_back({.before = 0,
                     .readable = (set->flags() & CL_MEM_WRITE_ONLY) != 0 ? 0 : set->size(),
                     .writable = set->isImmutable() || (set->flags() & CL_MEM_READ_ONLY) != 0 ? 0 : set->size(),
                     .address = reinterpret_cast<uint64_t>(set->data()),
                     .written = set->writtenMarks()});
    } else if (description.kind == ArgumentKind::local) {
      all.push_back({0, arguments_[i].localBytes, arguments_[i].localBytes, 0, nullptr});
    } else if (isBuffer(description)) {
      const std::byte *address = nullptr;
      std::memcpy(&address, values_.data() + description.offset, sizeof address);
      all.push_back(checkArgumentAt(address));
    } else {
      all.push_back({});
    }
  }
  return all;
}

WeftCheckArgument Kernel::checkArgumentAt(const std::byte *address) const {
  if (!address || cpu::isReleased(address))
    return {};
  const std::optional<SharedAllocation> allocation = context().sharedMemory().find(address);
  if (!allocation)
    return {WEFT_CHECK_ANY_BYTES, WEFT_CHECK_ANY_BYTES, WEFT_CHECK_ANY_BYTES, reinterpret_cast<uint64_t>(address),
            nullptr};
  const auto before = static_cast<size_t>(address - allocation->begin);
  const size_t behind = allocation->bytes - before;
  return {before, behind, behind, reinterpret_cast<uint64_t>(address), nullptr};
}

void Kernel::writeArguments(std::byte *block, std::span<MemoryObject *const> memory, uint64_t staticLocalBytes) const {
  if (!values_.empty())
    std::memcpy(block, values_.data(), values_.size());
  size_t object = 0;
  uint64_t local = roundUp(staticLocalBytes);
  for (size_t i = 0; i < arguments_.size(); ++i) {
    const ArgumentManifest &description = manifest().arguments[i];
    if (isMemory(description)) {
      if (const MemoryObject *set = memory[object++]) {
        const void *address = description.kind == ArgumentKind::image
                                  ? static_cast<const void *>(&static_cast<const Image &>(*set).descriptor())
                                  : set->data();
        std::memcpy(block + description.offset, &address, sizeof address);
      }
    } else if (description.kind == ArgumentKind::local) {
      std::memcpy(block + description.offset, &local, sizeof local);
      local += roundUp(arguments_[i].localBytes);
    }
  }
}

} // namespace weft::core
