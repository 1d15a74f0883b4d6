// A program object: its source or binaries, and the state of its builds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_PROGRAM_H
#define WEFT_RUNTIME_CORE_PROGRAMS_PROGRAM_H

#include <functional>
#include <memory>
#include <string>

#include "Mutex.h"
#include "core/objects/Context.h"
#include "core/objects/Object.h"
#include "core/programs/ProgramBuilder.h"
#include "core/programs/ProgramImage.h"

namespace weft::core {

class Device;

enum class ProgramOrigin { source, il, binary, link };

/// The answers of clGetProgramBuildInfo at one moment.
struct BuildState {
  cl_build_status status = CL_BUILD_NONE;
  std::string options;
  std::string log;
  /// The image (the compiled or linked program) that the last build produced, or that the program was created with.
  /// Null if the program has no image.
  std::shared_ptr<const ProgramImage> image;
};

/// A program's executable for one of its devices.
struct Executable {
  const Device *device;
  std::shared_ptr<const ProgramImage> image;
};

/// A program has one build for each of its devices, which may have different options. A sub-device for which the
/// program has not been built uses its parent's executable (OpenCL 3.0 section 5.8.8).
class Program final : public TypedObject<ObjectKind::program, cl_program, CL_INVALID_PROGRAM> {
public:
  using Image = std::shared_ptr<const ProgramImage>;

  Program(Context &context, std::string source);
  Program(Context &context, IlModule il);
  /// A program from binaries, one for each device.
  Program(Context &context, const Devices &devices, const std::vector<Image> &binaries);
  /// An empty program, which clLinkProgram fills.
  Program(Context &context, const Devices &devices);

  Context &context() const { return *context_; }
  ProgramOrigin origin() const { return origin_; }
  const std::string &source() const { return source_; }
  /// The module of a program that was created from IL. For all other programs the module has no bytes.
  const IlModule &il() const { return il_; }
  /// Sets a specialisation constant of a program from IL. Errors: CL_INVALID_SPEC_ID, CL_INVALID_VALUE.
  Result<> setConstant(uint32_t id, const void *value, size_t size) WEFT_EXCLUDES(mutex_);
  IlConstantValues constants() const WEFT_EXCLUDES(mutex_);
  /// The program's devices: all devices of the context, or the devices for which the program was created.
  const Devices &devices() const { return devices_; }
  bool has(const Device &device) const;
  /// The binary for one of the devices if the program was created with binaries.
  const Image &binary(const Device &device) const { return binaries_[indexOf(device)]; }

  /// The state of the newest build for one of the program's devices.
  BuildState state(const Device &device) const WEFT_EXCLUDES(mutex_);
  /// The built executables in the order of the devices. CL_INVALID_PROGRAM_EXECUTABLE if the program has none.
  Result<std::vector<Executable>> executables() const WEFT_EXCLUDES(mutex_);

  /// Runs a build for some of the program's devices, with no lock held. While `work` runs, the state of these devices
  /// is CL_BUILD_IN_PROGRESS. CL_INVALID_OPERATION if another build is running for one of these devices, or if kernel
  /// objects of the program exist. Otherwise returns the error code of the outcome of `work`.
  Result<> build(const Devices &devices, const std::string &options, const std::function<BuildOutcome()> &work)
      WEFT_EXCLUDES(mutex_);

  /// Called when a kernel object of the program is created and destroyed. As long as there are kernel objects, `build`
  /// fails.
  void attachKernel() WEFT_EXCLUDES(mutex_);
  void detachKernel() WEFT_EXCLUDES(mutex_);

private:
  ~Program() override = default;
  size_t indexOf(const Device &device) const;
  const BuildState &stateOf(size_t index) const WEFT_REQUIRES(mutex_);

  const RefPtr<Context> context_;
  const ProgramOrigin origin_;
  const std::string source_;
  const IlModule il_;
  const Devices devices_;
  const std::vector<Image> binaries_; ///< one binary for each device, or empty

  mutable Mutex mutex_;
  std::vector<BuildState> states_ WEFT_GUARDED_BY(mutex_); ///< one state for each device
  IlConstantValues constants_ WEFT_GUARDED_BY(mutex_);
  unsigned kernels_ WEFT_GUARDED_BY(mutex_) = 0;
};

} // namespace weft::core

#endif
