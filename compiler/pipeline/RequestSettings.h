// What a request for code asks of the compiler that it can't do, and does without.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_REQUEST_SETTINGS_H
#define WEFT_COMPILER_PIPELINE_REQUEST_SETTINGS_H

#include <string>

#include "CodeRequest.h"
#include "codegen/HostTarget.h"

namespace weft::compiler {

// A process asks all of its requests for the same CPU, stages to leave out and folder, as its user has set them. A
// setting that can't be followed is no reason for a kernel not to run: the default holds, and a line of the log says
// so, `warning: <field>: is '<value>', and should be ...`, by which the caller knows the setting (WeftGenerateRequest's
// log).

/// Takes away the names in `without` that are no stages, or stages that have to run.
void takeUnknownStagesAway(CodeRequest &code, std::string &log);

/// Empties `folder` where there is none, and none can be made.
void makeDumpFolderOrNone(std::string &folder, std::string &log);

/// HostTargetLoan::borrow, for this machine's own CPU where that of the request can't be had.
llvm::Expected<llvm::TargetMachine *> borrowTarget(HostTargetLoan &loan, CodeRequest &code, std::string &log);

} // namespace weft::compiler

#endif
