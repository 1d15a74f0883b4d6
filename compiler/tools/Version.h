// What the tools answer to --version.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_TOOLS_VERSION_H
#define WEFT_COMPILER_TOOLS_VERSION_H

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

#include "KernelAbi.h"
#include "StoredForms.h"
#include "WeftCompiler.h"

namespace weft::compiler {

/// All versions that docs/versions.md speaks of, one a line, and what decides about the code besides: LLVM and the CPU.
/// To be called before the command line is read.
inline void addVersionPrinter(const char *tool) {
  llvm::cl::SetVersionPrinter([tool](llvm::raw_ostream &out) {
    out << tool << " (Weft) " << WEFT_VERSION << '\n'
        << "kernel ABI: " << WEFT_KERNEL_ABI_VERSION << '\n'
        << "compiler interface: " << WEFT_COMPILER_ABI_VERSION << '\n'
        << "program binaries: " << programBinaryVersion << '\n'
        << "disk cache: " << llvm::StringRef(diskCacheFolder) << '\n'
        << "LLVM: " << LLVM_VERSION_STRING << '\n'
        << "CPU: " << llvm::sys::getHostCPUName() << '\n';
  });
}

} // namespace weft::compiler

#endif
