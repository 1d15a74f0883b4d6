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

/// What clGetProgramBuildInfo tells, as of one moment.
struct BuildState {
  cl_build_status status = CL_BUILD_NONE;
  std::string options;
  std::string log;
  /// What the last build made, or what the program was created with. Null where neither is there.
  std::shared_ptr<const ProgramImage> image;
};

/// A program's executable on one of its devices.
struct Executable {
  const Device *device;
  std::shared_ptr<const ProgramImage> image;
};

/// Devices can be built for one by one and with different options. A sub-device that has not been built for uses what
/// its parent has (OpenCL 3.0 section 5.8.8).
class Program final : public TypedObject<ObjectKind::program, cl_program, CL_INVALID_PROGRAM> {
public:
  using Image = std::shared_ptr<const ProgramImage>;

  Program(Context &context, std::string source);
  Program(Context &context, IlModule il);
  /// From binaries, one for each device.
  Program(Context &context, const Devices &devices, const std::vector<Image> &binaries);
  /// To be filled by clLinkProgram.
  Program(Context &context, const Devices &devices);

  Context &context() const { return *context_; }
  ProgramOrigin origin() const { return origin_; }
  const std::string &source() const { return source_; }
  /// What a program from IL was created with; without bytes for all others.
  const IlModule &il() const { return il_; }
  /// Of a program from IL. CL_INVALID_SPEC_ID, CL_INVALID_VALUE.
  Result<> setConstant(uint32_t id, const void *value, size_t size) WEFT_EXCLUDES(mutex_);
  IlConstantValues constants() const WEFT_EXCLUDES(mutex_);
  /// The program's devices: those of the context, or those that it was made for.
  const Devices &devices() const { return devices_; }
  bool has(const Device &device) const;
  /// What a program from binaries was created with for one of its devices.
  const Image &binary(const Device &device) const { return binaries_[indexOf(device)]; }

  /// Of one of its devices.
  BuildState state(const Device &device) const WEFT_EXCLUDES(mutex_);
  /// The built executables in the order of the devices; CL_INVALID_PROGRAM_EXECUTABLE where there is none.
  Result<std::vector<Executable>> executables() const WEFT_EXCLUDES(mutex_);

  /// Runs a build for some of its devices, with no lock held: their state is CL_BUILD_IN_PROGRESS meanwhile.
  /// CL_INVALID_OPERATION where another build is running for one of them or where kernels are attached; else the
  /// outcome's code.
  Result<> build(const Devices &devices, const std::string &options, const std::function<BuildOutcome()> &work)
      WEFT_EXCLUDES(mutex_);

  /// By kernel objects: as long as there are some, no build may change the program.
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
  const std::vector<Image> binaries_; ///< by device, or empty

  mutable Mutex mutex_;
  std::vector<BuildState> states_ WEFT_GUARDED_BY(mutex_); ///< by device
  IlConstantValues constants_ WEFT_GUARDED_BY(mutex_);
  unsigned kernels_ WEFT_GUARDED_BY(mutex_) = 0;
};

} // namespace weft::core

#endif
