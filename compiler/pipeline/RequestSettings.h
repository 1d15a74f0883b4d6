// Replaces settings of a code request that the compiler can't follow by their defaults.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_REQUEST_SETTINGS_H
#define WEFT_COMPILER_PIPELINE_REQUEST_SETTINGS_H

#include <string>

#include "CodeRequest.h"
#include "codegen/HostTarget.h"

namespace weft::compiler {

// All requests of a process have the CPU, the stages to leave out and the dump folder that the user has set. A kernel
// has to run even if the compiler can't follow one of these settings. The compiler then uses the setting's default, and
// adds a line to the log: `warning: <field>: is '<value>', and should be ...`. The caller recognises the setting by
// this line (WeftGenerateRequest's log).

/// Removes from CodeRequest::without, the list of stages to leave out, all names that aren't stages, and the names of
/// stages that have to run.
void removeUnknownStages(CodeRequest &code, std::string &log);

/// Makes `folder` empty if the folder doesn't exist and can't be made.
void tryMakeDumpFolder(std::string &folder, std::string &log);

/// Calls HostTargetLoan::borrow. If LLVM has no target for the request's CPU, clears CodeRequest::cpu and returns the
/// target for this machine's CPU.
llvm::Expected<llvm::TargetMachine *> borrowTarget(HostTargetLoan &loan, CodeRequest &code, std::string &log);

} // namespace weft::compiler

#endif
