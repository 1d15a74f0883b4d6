// A folder for the IR of one compilation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_DUMP_FOLDER_H
#define WEFT_COMPILER_PIPELINE_DUMP_FOLDER_H

#include <string>

namespace weft {
struct CodeRequest;
}

namespace weft::compiler {

struct KernelPipelineOptions;

/// The kernel and what sets its variant apart: its name, the word of WEFT_EXECUTOR, and where they aren't the usual
/// ones, the local size, the width of indices, that buffers may be any, and the arguments that are constants.
///
///   blur-auto-16x16x1-wide-any-buffers-arg0=279040-arg1=16
///
/// Whatever the kernel is called, this is a file's name of at most 200 letters.
std::string dumpFolderName(const CodeRequest &code);

/// Makes a folder of that name within `options.dumpFolder`, which is made where it isn't there. The folder is new:
/// where other compilations, of this or any process, have taken the name, a number follows it, as in blur-auto.2. The
/// path; "" where no folder was asked for, or none can be made.
std::string makeDumpFolder(const KernelPipelineOptions &options);

} // namespace weft::compiler

#endif
