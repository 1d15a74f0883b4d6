// The compiler library: opened at the first compilation, called through its C interface.
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

/// What a call of the compiler made, copied out of the library's hands.
struct CompilerOutput {
  WeftCompilerStatus status = WEFT_COMPILER_OK;
  std::string log;
  std::string code;
  std::string manifest;
};

/// Stays open for the life of the process: compiled code may have come from anywhere, and LLVM is not made to be
/// unloaded.
class CompilerLibrary {
public:
  /// WEFT_COMPILER, or libweft-compiler.so next to the library that this code is in.
  CompilerLibrary();
  explicit CompilerLibrary(std::string path);

  /// The library's file.
  const std::string &path() const { return path_; }

  /// Where the library can't be opened or speaks another version: CL_COMPILER_NOT_AVAILABLE, at each call anew, so that
  /// a library that appears later is found.
  Result<CompilerOutput> compile(const WeftCompileRequest &request);
  Result<CompilerOutput> readSpirv(const WeftSpirvRequest &request);
  Result<CompilerOutput> describeSpirv(const WeftDescribeRequest &request);
  Result<CompilerOutput> link(const WeftLinkRequest &request);
  Result<CompilerOutput> generate(const WeftGenerateRequest &request);

  /// Has `threads` do what the first kernel's code takes longer for than the next, once in a process. For whoever is
  /// about to compile a program: the code of its kernels is wanted next.
  void warmUpOn(TaskThreads &threads);

  /// Says which compiler this is, by the path, size and date of its file: part of the disk cache's keys. The library
  /// has all of LLVM inside, and isn't opened for this. CL_COMPILER_NOT_AVAILABLE where there is no file.
  Result<std::string> identity() WEFT_EXCLUDES(mutex_);

  /// Around a fork: another thread that is opening the library opens it to the end before, since in the child there is
  /// nobody to go on.
  void lockForFork() __attribute__((no_thread_safety_analysis)) { mutex_.lock(); }
  void unlockAfterFork() __attribute__((no_thread_safety_analysis)) { mutex_.unlock(); }

private:
  Result<const WeftCompiler *> open() WEFT_EXCLUDES(mutex_);
  /// Calls one of the library's functions, and opens the library for the first of these calls.
  template <typename Request>
  Result<CompilerOutput> call(WeftCompilerResult *(*WeftCompiler::*function)(const Request *), const Request &request)
      WEFT_EXCLUDES(mutex_);

  const std::string path_;
  std::atomic<bool> isWarm_{false}; ///< or somebody is at it
  Mutex mutex_;
  const WeftCompiler *compiler_ WEFT_GUARDED_BY(mutex_) = nullptr;
  std::string identity_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::core

#endif
