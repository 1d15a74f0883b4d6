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

  /// The following functions call the compiler. If the library can't be opened or has another version of the interface,
  /// they fail with CL_COMPILER_NOT_AVAILABLE. The next call then tries again to open the library.
  Result<CompilerOutput> compile(const WeftCompileRequest &request);
  Result<CompilerOutput> readSpirv(const WeftSpirvRequest &request);
  Result<CompilerOutput> describeSpirv(const WeftDescribeRequest &request);
  Result<CompilerOutput> link(const WeftLinkRequest &request);
  Result<CompilerOutput> generate(const WeftGenerateRequest &request);

  /// Warms the compiler up on one of `threads`, once in a process: does the work that LLVM otherwise does when it
  /// compiles the first kernel. Called before a program is compiled, because its kernels will be compiled next.
  void warmUpOn(TaskThreads &threads);

  /// Identifies the compiler by the path, size and date of its file. The result is a part of the disk cache's keys. The
  /// library isn't opened for this, because that takes long: it contains all of LLVM. CL_COMPILER_NOT_AVAILABLE if
  /// there is no such file.
  Result<std::string> identity() WEFT_EXCLUDES(mutex_);

  /// Called before and after a fork. If a thread is opening the library, the fork waits until the library is open.
  /// Otherwise the library would stay half-open in the child, in which this thread doesn't exist.
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
