// The forms that a kernel's module has on its way through the pipeline.
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

/// In the order in which they follow each other. Each keeps what the one before has promised, unless it says otherwise.
enum class Form {
  program,  ///< a linked program, spir64 (frontend/Spir64Verifier.h)
  kernel,   ///< one kernel, marked weft-kernel, and what it reaches
  bound,    ///< the kernel has the ABI's signature
  workItem, ///< ids are weft.local.id; the kernel does what one work-item does, or a packet of them
  fork,     ///< beside the kernel there is its original, marked weft-original, unless packets are given up
  group,    ///< the kernel does what a group does, or one fiber
  flat,     ///< one address space
  host,     ///< the host's triple and data layout
};

/// A form's name, as it stands in the list of stages, and a sentence about it.
llvm::StringRef formName(Form form);
llvm::StringRef formSentence(Form form);
inline constexpr Form allForms[] = {Form::program, Form::kernel, Form::bound, Form::workItem,
                                    Form::fork,    Form::group,  Form::flat,  Form::host};

/// What the module lacks of the form, as far as that is quickly seen: what a reader should be told who takes one form
/// for another. Ends without a full stop.
std::optional<std::string> findFlaw(llvm::Module &module, Form form);

} // namespace weft::compiler

#endif
