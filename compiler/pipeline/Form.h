// Declares forms: states with guaranteed properties that a kernel's module has between the stages of the pipeline.
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
  workItem, ///< ids are computed from weft.local.id; a call of the kernel runs one work-item, or a packet
  fork,     ///< stages turn the kernel into its packet version; the original, weft-original, is kept
  group,    ///< a call of the kernel runs a group, or one work-item as a fiber
  flat,     ///< all pointers are in address space 0
  host,     ///< the module has the host's triple and data layout
};

/// A form's name and its description, as docs/stages.md prints them.
llvm::StringRef formName(Form form);
llvm::StringRef formSentence(Form form);
inline constexpr Form allForms[] = {Form::program, Form::kernel, Form::bound, Form::workItem,
                                    Form::fork,    Form::group,  Form::flat,  Form::host};

/// Returns which property of the form the module lacks, as far as a quick check shows. The text is an error message,
/// without a full stop, for a developer who has mistaken one form for another.
std::optional<std::string> findFlaw(llvm::Module &module, Form form);

} // namespace weft::compiler

#endif
