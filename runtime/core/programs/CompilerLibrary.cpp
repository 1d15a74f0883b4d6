// Opens the compiler library and calls its functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/CompilerLibrary.h"

#include <CL/cl.h>
#include <dlfcn.h>
#include <sys/stat.h>

#include <memory>

#include "Device.h"
#include "Options.h"
#include "TaskThreads.h"
#include "Text.h"
#include "WriteSignalBlocker.h"

namespace weft::core {

namespace {

std::string defaultPath() {
  Dl_info info;
  std::string here;
  if (dladdr(reinterpret_cast<const void *>(&defaultPath), &info) && info.dli_fname)
    here = info.dli_fname;
  size_t slash = here.rfind('/');
  return (slash == std::string::npos ? std::string() : here.substr(0, slash + 1)) + "libweft-compiler.so";
}

/// Returns the path, size and date of a file; empty if there is no such file.
std::string fileStamp(const std::string &path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0)
    return {};
  return concat(path, "|", status.st_size, "|", status.st_mtim.tv_sec, ".", status.st_mtim.tv_nsec);
}

using Released = std::unique_ptr<WeftCompilerResult, void (*)(WeftCompilerResult *)>;

std::string copy(const WeftBytes &bytes) {
  return bytes.size == 0 ? std::string() : std::string(bytes.data, bytes.size);
}

Result<CompilerOutput> copyOut(const WeftCompiler &compiler, WeftCompilerResult *raw) {
  Released result(raw, compiler.release);
  if (result->status == WEFT_COMPILER_OUT_OF_MEMORY)
    return fail(CL_OUT_OF_HOST_MEMORY, "The compiler ran out of memory.");
  return CompilerOutput{result->status, copy(result->log), copy(result->code), copy(result->manifest)};
}

} // namespace

CompilerLibrary::CompilerLibrary()
    : CompilerLibrary(Options::get().compiler.empty() ? defaultPath() : Options::get().compiler) {}

CompilerLibrary::CompilerLibrary(std::string path) : path_(std::move(path)) {}

Result<const WeftCompiler *> CompilerLibrary::open() {
  Lock lock(mutex_);
  if (compiler_)
    return compiler_;
  void *library = dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    return fail(CL_COMPILER_NOT_AVAILABLE,
                concat("The compiler library can't be opened: ", reason ? reason : path_.c_str()));
  }
  auto getCompiler = reinterpret_cast<WeftGetCompiler>(dlsym(library, WEFT_GET_COMPILER_SYMBOL));
  if (!getCompiler)
    return fail(CL_COMPILER_NOT_AVAILABLE, concat(path_, " is not Weft's compiler library."));
  compiler_ = getCompiler(WEFT_COMPILER_ABI_VERSION);
  if (!compiler_)
    return fail(CL_COMPILER_NOT_AVAILABLE,
                concat(path_, " belongs to another version of Weft: it does not speak version ",
                       WEFT_COMPILER_ABI_VERSION, " of the interface."));
  return compiler_;
}

template <typename Request>
Result<CompilerOutput> CompilerLibrary::call(WeftCompilerResult *(*WeftCompiler::*function)(const Request *),
                                             const Request &request) {
  const WeftCompiler *compiler = TRY(open());
  const WriteSignalBlocker signals; // the compiler may write files, and these writes must not raise signals
  return copyOut(*compiler, (compiler->*function)(&request));
}

Result<CompilerOutput> CompilerLibrary::compile(const WeftCompileRequest &request) {
  return call(&WeftCompiler::compileProgram, request);
}

Result<CompilerOutput> CompilerLibrary::readSpirv(const WeftSpirvRequest &request) {
  return call(&WeftCompiler::readSpirv, request);
}

Result<CompilerOutput> CompilerLibrary::describeSpirv(const WeftDescribeRequest &request) {
  return call(&WeftCompiler::describeSpirv, request);
}

Result<CompilerOutput> CompilerLibrary::link(const WeftLinkRequest &request) {
  return call(&WeftCompiler::linkProgram, request);
}

Result<CompilerOutput> CompilerLibrary::generate(const WeftGenerateRequest &request) {
  return call(&WeftCompiler::generateKernel, request);
}

void CompilerLibrary::warmUpOn(TaskThreads &threads) {
  if (isWarm_.exchange(true, std::memory_order_relaxed))
    return;
  threads.post(cpu::KernelCode::prepareToLoad);
  if (threads.maxThreads() == 1) // if only one compile thread may run, the warm-up would delay the compilation
    return;
  threads.post([this] {
    if (const Result<const WeftCompiler *> compiler = open())
      (*compiler)->warmUp(Options::get().cpu.c_str());
  });
}

Result<std::string> CompilerLibrary::identity() {
  Lock lock(mutex_);
  if (identity_.empty())
    identity_ = fileStamp(path_);
  if (identity_.empty())
    return fail(CL_COMPILER_NOT_AVAILABLE, concat("There is no compiler library: ", path_, "."));
  return identity_;
}

} // namespace weft::core
