// Creates and names the folder for the IR of one compilation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_DUMP_FOLDER_H
#define WEFT_COMPILER_PIPELINE_DUMP_FOLDER_H

#include <string>

namespace weft {
struct CodeRequest;
}

namespace weft::compiler {

struct KernelPipelineOptions;

/// The folder name of a kernel's variant. It consists of the kernel's name, the executor as WEFT_EXECUTOR names it, and
/// all properties that differ from the usual variant: the local size, 64-bit indices, buffers that may overlap, the
/// arguments that are constants, and the stages that are left out.
///
///   blur-auto-16x16x1-wide-any-buffers-arg0=279040-arg1=16
///
/// The result is a valid file name of at most 200 characters, whatever the kernel is called.
std::string dumpFolderName(const CodeRequest &code);

/// Creates a folder with the name dumpFolderName within `options.dumpFolder`, and creates `options.dumpFolder` if it
/// doesn't exist. The folder is always new: if another compilation, of this or any other process, has taken the name, a
/// number is appended, as in blur-auto.2. Returns the path, or "" if no folder is wanted or no folder can be created.
std::string makeDumpFolder(const KernelPipelineOptions &options);

} // namespace weft::compiler

#endif
