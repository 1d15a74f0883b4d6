// A kernel object: a kernel of a program with values for its arguments.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_KERNEL_H
#define WEFT_RUNTIME_CORE_PROGRAMS_KERNEL_H

#include <CheckAbi.h>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/memory/Buffer.h"
#include "core/memory/MemoryRange.h"
#include "core/memory/RetainedMemory.h"
#include "core/objects/Object.h"
#include "core/programs/KernelDefinition.h"
#include "core/programs/Program.h"

namespace weft::core {

class Queue;

struct DeviceKernel {
  const Device *device; ///< one of the program's devices
  std::shared_ptr<KernelDefinition> definition;
};

/// Setting an argument of a kernel object while another thread uses the object is the application's error (OpenCL 3.0
/// appendix A.2). All other functions may be called by any thread.
class Kernel final : public TypedObject<ObjectKind::kernel, cl_kernel, CL_INVALID_KERNEL> {
public:
  /// `definitions` has one element for each device for which the program has been built, and at least one.
  Kernel(Program &program, std::vector<DeviceKernel> definitions);
  /// Copies a kernel object, for clCloneKernel.
  Kernel(const Kernel &other);

  Context &context() const { return program_->context(); }
  Program &program() const { return *program_; }
  /// The kernel's definition on a device; null if the program has not been built for it.
  const KernelDefinition *definition(const Device &device) const;
  /// All devices that the program has been built for.
  const std::vector<DeviceKernel> &definitions() const { return definitions_; }
  /// The facts that are the same on all devices: the name and the arguments.
  const KernelManifest &manifest() const { return definitions_.front().definition->manifest(); }

  /// Sets an argument, for clSetKernelArg.
  Result<> setArgument(cl_uint index, size_t size, const void *value);
  /// Sets a pointer argument, for clSetKernelArgSVMPointer.
  Result<> setPointer(cl_uint index, const void *pointer);

  /// Fails with CL_INVALID_KERNEL_ARGS if an argument has not been set.
  Result<> checkArguments() const;
  /// The bytes of local memory that all arguments with local pointers require together. Each argument's bytes are
  /// rounded up to the alignment of local memory.
  uint64_t localArgumentBytes() const;
  /// Makes this kernel object hold references to the memory objects among its arguments, also to those that are set
  /// later. Called for a recorded launch's own copy of a kernel object: the launch still needs memory objects that the
  /// application has released.
  void retainArguments();
  /// Appends the memory objects among the arguments to `kept`, in the order of the arguments. The element is null if
  /// the argument is NULL or an address that clSetKernelArgSVMPointer has set. CL_INVALID_MEM_OBJECT if the application
  /// has released an object since it was set: a kernel object of the application holds no references to its arguments.
  Result<> retainMemory(RetainedMemory &kept) const;
  /// The queues on a device among the arguments. CL_INVALID_DEVICE_QUEUE if a queue has been released since it was
  /// set.
  Result<std::vector<RefPtr<Queue>>> queues() const;
  /// Whether some arguments are images or samplers.
  bool takesConstants() const { return takesConstants_; }
  /// The formats of the images in `memory` (the result of retainMemory), and the samplers.
  ArgumentConstants argumentConstants(std::span<MemoryObject *const> memory) const;
  /// Whether an argument is the address of memory whose size Weft doesn't know.
  bool hasUntrackedPointers() const;
  /// Whether two arguments of the set `arguments` point to memory that overlaps, and the launch may write through one
  /// of the two. `written` is the set of the arguments through which it may write. In both sets, bit i stands for
  /// argument i, and all arguments are pointers to global or constant memory. `memory` is the result of retainMemory.
  bool doArgumentsOverlap(std::span<MemoryObject *const> memory, uint64_t arguments, uint64_t written) const;
  /// How many bytes the buffers, images and allocations have that are passed as arguments. If several arguments pass
  /// the same memory, it counts several times. Memory whose size Weft doesn't know isn't counted.
  struct Reach {
    uint64_t all = 0;
    uint64_t written = 0; ///< the bytes of the arguments in `written`
  };
  Reach reach(std::span<MemoryObject *const> memory, uint64_t written) const;
  /// For a kernel that is checked while it runs: describes, for each argument, the memory to which its pointer points.
  std::vector<WeftCheckArgument> checkedArguments(std::span<MemoryObject *const> memory) const;
  /// Writes the argument block of a launch. In a group's local memory, the memory of local arguments comes after
  /// `staticLocalBytes` bytes for the kernel's local variables.
  void writeArguments(std::byte *block, std::span<MemoryObject *const> memory, uint64_t staticLocalBytes) const;

private:
  struct Argument {
    bool set = false;
    cl_mem memory = nullptr;
    RefPtr<MemoryObject> kept{}; ///< the argument's memory object; null if the kernel object holds no references
                                 ///< (retainArguments)
    uint64_t localBytes = 0;
    bool isUntracked = false; ///< the argument is an address in memory that is no allocation of the context
    MemoryRange reached{};    ///< the bytes that the kernel reaches if the argument is an address
  };

  ~Kernel() override;
  void markSet(Argument &argument);
  Result<> checkIndex(cl_uint index) const;
  Result<> setBuffer(cl_uint index, size_t size, const void *value);
  Result<> setImage(cl_uint index, size_t size, const void *value);
  Result<> setSampler(cl_uint index, size_t size, const void *value);
  Result<> setPipe(cl_uint index, size_t size, const void *value);
  Result<> setQueue(cl_uint index, size_t size, const void *value);
  /// Sets a pointer argument, either to a buffer or to an address. A buffer's address is only written to the argument
  /// block of a launch.
  void setPointee(cl_uint index, cl_mem buffer, const void *address);
  /// `object` is the object behind the handle `memory`.
  void setMemory(Argument &argument, cl_mem memory, RefPtr<MemoryObject> object);
  /// The bytes that a kernel may reach through an address.
  MemoryRange rangeAt(const void *address) const;
  WeftCheckArgument checkArgumentAt(const std::byte *address) const;
  static bool isBuffer(const ArgumentManifest &argument) {
    return argument.kind == ArgumentKind::global || argument.kind == ArgumentKind::constant;
  }

  static bool isMemory(const ArgumentManifest &argument) {
    return isBuffer(argument) || argument.kind == ArgumentKind::image || argument.kind == ArgumentKind::pipe;
  }

  const RefPtr<Program> program_;
  const std::vector<DeviceKernel> definitions_;
  const bool takesConstants_;
  std::vector<Argument> arguments_;
  bool retainsArguments_ = false;
  size_t unsetArguments_;
  std::vector<std::byte> values_; ///< the arguments that are passed by value, at their offsets in the argument block
};

} // namespace weft::core

#endif
