// The OpenCL side of the execution tests: one device, its programs, and running a case on it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_EXEC_SESSION_H
#define WEFT_TESTS_EXEC_SESSION_H

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "driver/Handles.h"
#include "driver/PipeTransfer.h"
#include "driver/Shape.h"

namespace weft::exectest {

/// The first device of the first platform in view, with an in-order queue. Failures of the API are thrown as
/// std::runtime_error with the call's name, its code, and the build log where there is one.
class Session {
public:
  Session();

  /// Empty, or why the device can't run this launch.
  std::string obstacle(const Shape &shape, const Range &range) const;
  /// Builds (once per shape), launches, reads back. Returns one sentence per wrong argument. If WEFT_EXEC_LAUNCHES is a
  /// number, launches the kernel as often, each time on new memory: each launch must give the same bytes.
  std::vector<std::string> run(const Shape &shape, const Case &launch);

private:
  /// From the shape's source, or from SPIR-V of it where WEFT_EXEC_SPIRV names a folder for that.
  Program createProgram(const Shape &shape);
  cl_program programOf(const Shape &shape);
  Kernel kernelOf(const Shape &shape);
  /// `buffers` are those of the arguments before.
  Buffer setArgument(cl_kernel kernel, cl_uint index, const Argument &argument, const std::vector<Buffer> &buffers);
  /// With the pointers to functions that it has.
  Argument withPointers(Argument argument, cl_program program) const;
  Buffer makeMemory(const Argument &argument);
  static Buffer makePart(const Argument &argument, cl_mem whole);
  Bytes contentsOf(const Argument &argument, cl_mem memory);
  /// The sentences of one launch, and the bytes of its results.
  struct Outcome {
    std::vector<std::string> wrong;
    std::vector<Bytes> results;
  };
  Outcome runOnce(const Shape &shape, cl_kernel kernel, const Case &launch);
  void enqueue(cl_kernel kernel, const Range &range);
  void judge(const Argument &argument, size_t index, cl_mem buffer, Outcome &outcome);

  cl_device_id device_ = nullptr;
  Context context_;
  Queue queue_;
  Queue deviceQueue_; ///< the default queue on the device, where it may have one
  std::unique_ptr<PipeTransfer> pipes_;
  std::map<std::string, Program> programs_;
  std::vector<Sampler> samplers_; ///< of the launch under way
  size_t maxGroupItems_ = 0;
  bool hasDouble_ = false;
  bool hasSubGroups_ = false;
  bool hasImages_ = false;
  bool hasPipes_ = false;
  bool hasNonUniformGroups_ = false;
};

} // namespace weft::exectest

#endif
