// The forms of a kernel's module between the stages of the pipeline.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_FORM_H
#define WEFT_COMPILER_PIPELINE_FORM_H

#include <optional>
#include <string>

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
}

namespace weft::compiler {

/// The forms in the order in which they follow each other. Each form keeps the guarantees of the form before it, unless
/// its comment says otherwise.
enum class Form {
  program,  ///< a linked program, spir64 (frontend/Spir64Verifier.h)
  kernel,   ///< one kernel, marked weft-kernel, and the functions and variables that it reaches
  bound,    ///< the kernel has the ABI's signature
  workItem, ///< ids are weft.local.id; the kernel does the work of one work-item, or of a packet
  fork,     ///< the module also has the kernel's original, marked weft-original, unless packets are given up
  group,    ///< the kernel does the work of a group, or of one fiber
  flat,     ///< one address space
  host,     ///< the host's triple and data layout
};

/// A form's name, as the list of stages has it, and a sentence about the form.
llvm::StringRef formName(Form form);
llvm::StringRef formSentence(Form form);
inline constexpr Form allForms[] = {Form::program, Form::kernel, Form::bound, Form::workItem,
                                    Form::fork,    Form::group,  Form::flat,  Form::host};

/// Returns which property of the form the module lacks, as far as a quick check shows. The text is an error message,
/// without a full stop, for a developer who has mistaken one form for another.
std::optional<std::string> findFlaw(llvm::Module &module, Form form);

} // namespace weft::compiler

#endif
