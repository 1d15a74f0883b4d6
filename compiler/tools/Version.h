// The output of --version, which all tools have in common.
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

/// Makes --version print all versions that docs/versions.md describes, one per line. The output also has what else
/// determines the generated code: the version of LLVM and the CPU. Must be called before the command line is parsed.
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
