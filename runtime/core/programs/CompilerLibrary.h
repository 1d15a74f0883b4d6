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

/// The output of a call of the compiler, copied out of the library's memory.
struct CompilerOutput {
  WeftCompilerStatus status = WEFT_COMPILER_OK;
  std::string log;
  std::string code;
  std::string manifest;
};

/// The library stays open for the life of the process: compiled code may refer to any part of it, and LLVM is not
/// designed to be unloaded.
class CompilerLibrary {
public:
  /// Uses the library that WEFT_COMPILER names. Without it, uses libweft-compiler.so in the folder of the library that
  /// contains this code.
  CompilerLibrary();
  explicit CompilerLibrary(std::string path);

  /// The path of the library's file.
  const std::string &path() const { return path_; }

  /// Where the library can't be opened or has another version of the interface, each call fails with
  /// CL_COMPILER_NOT_AVAILABLE. Each call tries again, so a library that appears later is found.
  Result<CompilerOutput> compile(const WeftCompileRequest &request);
  Result<CompilerOutput> readSpirv(const WeftSpirvRequest &request);
  Result<CompilerOutput> describeSpirv(const WeftDescribeRequest &request);
  Result<CompilerOutput> link(const WeftLinkRequest &request);
  Result<CompilerOutput> generate(const WeftGenerateRequest &request);

  /// Does once in a process, on `threads`, the work that otherwise makes the first kernel's code take longer than later
  /// code. Called before a program is compiled, because code for its kernels will be needed next.
  void warmUpOn(TaskThreads &threads);

  /// Identifies the compiler by the path, size and date of its file. The result is a part of the disk cache's keys. The
  /// library contains all of LLVM, and isn't opened for this. CL_COMPILER_NOT_AVAILABLE where there is no such file.
  Result<std::string> identity() WEFT_EXCLUDES(mutex_);

  /// Called around a fork. A thread that is opening the library finishes that before the fork, since in the child no
  /// thread would finish it.
  void lockForFork() __attribute__((no_thread_safety_analysis)) { mutex_.lock(); }
  void unlockAfterFork() __attribute__((no_thread_safety_analysis)) { mutex_.unlock(); }

private:
  Result<const WeftCompiler *> open() WEFT_EXCLUDES(mutex_);
  /// Calls a function of the library. The first call opens the library.
  template <typename Request>
  Result<CompilerOutput> call(WeftCompilerResult *(*WeftCompiler::*function)(const Request *), const Request &request)
      WEFT_EXCLUDES(mutex_);

  const std::string path_;
  std::atomic<bool> isWarm_{false}; ///< the compiler is warm, or a thread is warming it up
  Mutex mutex_;
  const WeftCompiler *compiler_ WEFT_GUARDED_BY(mutex_) = nullptr;
  std::string identity_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::core

#endif
