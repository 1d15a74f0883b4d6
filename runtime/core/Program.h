// A program object: its source or binary, and the state of its builds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAM_H
#define WEFT_RUNTIME_CORE_PROGRAM_H

#include <functional>
#include <memory>
#include <string>

#include "Mutex.h"
#include "core/Context.h"
#include "core/Object.h"
#include "core/ProgramBuilder.h"
#include "core/ProgramImage.h"

namespace weft::core {

enum class ProgramOrigin { source, binary, link };

/// What clGetProgramBuildInfo tells, as of one moment.
struct BuildState {
  cl_build_status status = CL_BUILD_NONE;
  std::string options;
  std::string log;
  /// What the last build made, or what the program was created with. Null where neither is there.
  std::shared_ptr<const ProgramImage> image;
};

class Program final : public TypedObject<ObjectKind::program, cl_program, CL_INVALID_PROGRAM> {
public:
  Program(Context &context, std::string source)
      : context_(&context), origin_(ProgramOrigin::source), source_(std::move(source)) {}
  /// From a binary.
  Program(Context &context, std::shared_ptr<const ProgramImage> image)
      : context_(&context), origin_(ProgramOrigin::binary), binary_(image) {
    state_.image = std::move(image);
  }
  /// To be filled by clLinkProgram.
  explicit Program(Context &context) : context_(&context), origin_(ProgramOrigin::link) {}

  Context &context() const { return *context_; }
  ProgramOrigin origin() const { return origin_; }
  const std::string &source() const { return source_; }
  /// What a program from a binary was created with.
  const std::shared_ptr<const ProgramImage> &binary() const { return binary_; }

  BuildState state() const WEFT_EXCLUDES(mutex_);
  /// The built executable, or CL_INVALID_PROGRAM_EXECUTABLE.
  Result<std::shared_ptr<const ProgramImage>> executable() const WEFT_EXCLUDES(mutex_);

  /// Runs a build, with no lock held: the state is CL_BUILD_IN_PROGRESS meanwhile. CL_INVALID_OPERATION where another
  /// build is running or where kernels are attached; else the outcome's code.
  Result<> build(const std::string &options, const std::function<BuildOutcome()> &work) WEFT_EXCLUDES(mutex_);

  /// By kernel objects: as long as there are some, no build may change the program.
  void attachKernel() WEFT_EXCLUDES(mutex_);
  void detachKernel() WEFT_EXCLUDES(mutex_);

private:
  ~Program() override = default;

  const RefPtr<Context> context_;
  const ProgramOrigin origin_;
  const std::string source_;
  const std::shared_ptr<const ProgramImage> binary_;

  mutable Mutex mutex_;
  BuildState state_ WEFT_GUARDED_BY(mutex_);
  unsigned kernels_ WEFT_GUARDED_BY(mutex_) = 0;
};

} // namespace weft::core

#endif
