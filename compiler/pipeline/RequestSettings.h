// Settings of a code request that the compiler can't follow, and does without.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_REQUEST_SETTINGS_H
#define WEFT_COMPILER_PIPELINE_REQUEST_SETTINGS_H

#include <string>

#include "CodeRequest.h"
#include "codegen/HostTarget.h"

namespace weft::compiler {

// A process uses the same CPU, stages to leave out and dump folder in all of its requests, as its user has set them. A
// setting that can't be followed is no reason for a kernel not to run. The default holds instead, and a line of the log
// says so: `warning: <field>: is '<value>', and should be ...`. The caller recognises the setting by this line
// (WeftGenerateRequest's log).

/// Removes from `without` all names that aren't stages, and the names of stages that have to run.
void removeUnknownStages(CodeRequest &code, std::string &log);

/// Makes `folder` empty if the folder doesn't exist and can't be made.
void tryMakeDumpFolder(std::string &folder, std::string &log);

/// Calls HostTargetLoan::borrow. If the target for the request's CPU isn't available, the target is for this machine's
/// own CPU.
llvm::Expected<llvm::TargetMachine *> borrowTarget(HostTargetLoan &loan, CodeRequest &code, std::string &log);

} // namespace weft::compiler

#endif
