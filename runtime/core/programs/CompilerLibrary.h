// The compiler library. It is opened at the first compilation and called through its C interface.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_COMPILER_LIBRARY_H
#define WEFT_RUNTIME_CORE_PROGRAMS_COMPILER_LIBRARY_H

#include <atomic>
#include <string>

#include "Mutex.h"
#include "Result.h"
#include "WeftCompiler.h"

namespace weft {
class TaskThreads;
}

namespace weft::core {

/// What a call of the compiler made, copied out of the library's memory.
struct CompilerOutput {
  WeftCompilerStatus status = WEFT_COMPILER_OK;
  std::string log;
  std::string code;
  std::string manifest;
};

/// The library stays open for the life of the process: compiled code may have come from anywhere in it, and LLVM is not
/// made to be unloaded.
class CompilerLibrary {
public:
  /// Uses WEFT_COMPILER, or libweft-compiler.so in the folder of the library that this code is in.
  CompilerLibrary();
  explicit CompilerLibrary(std::string path);

  /// The library's file.
  const std::string &path() const { return path_; }

  /// Where the library can't be opened or has another version of the interface, each call fails with
  /// CL_COMPILER_NOT_AVAILABLE. Each call tries again, so that a library that appears later is found.
  Result<CompilerOutput> compile(const WeftCompileRequest &request);
  Result<CompilerOutput> readSpirv(const WeftSpirvRequest &request);
  Result<CompilerOutput> describeSpirv(const WeftDescribeRequest &request);
  Result<CompilerOutput> link(const WeftLinkRequest &request);
  Result<CompilerOutput> generate(const WeftGenerateRequest &request);

  /// Does on `threads`, once in a process, the work that makes the first kernel's code slower than later code. For
  /// callers that are about to compile a program, whose kernels' code is wanted next.
  void warmUpOn(TaskThreads &threads);

  /// Identifies the compiler by the path, size and date of its file; a part of the disk cache's keys. The library
  /// contains all of LLVM, and isn't opened for this. CL_COMPILER_NOT_AVAILABLE where there is no file.
  Result<std::string> identity() WEFT_EXCLUDES(mutex_);

  /// Called around a fork. A thread that is opening the library finishes that before the fork, since in the child
  /// nobody would finish it.
  void lockForFork() __attribute__((no_thread_safety_analysis)) { mutex_.lock(); }
  void unlockAfterFork() __attribute__((no_thread_safety_analysis)) { mutex_.unlock(); }

private:
  Result<const WeftCompiler *> open() WEFT_EXCLUDES(mutex_);
  /// Calls a function of the library. The first call opens the library.
  template <typename Request>
  Result<CompilerOutput> call(WeftCompilerResult *(*WeftCompiler::*function)(const Request *), const Request &request)
      WEFT_EXCLUDES(mutex_);

  const std::string path_;
  std::atomic<bool> isWarm_{false}; ///< or a thread is warming it up
  Mutex mutex_;
  const WeftCompiler *compiler_ WEFT_GUARDED_BY(mutex_) = nullptr;
  std::string identity_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::core

#endif
