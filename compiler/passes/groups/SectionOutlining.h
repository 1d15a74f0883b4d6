// Cuts a very long function that has loops into sections, each of which becomes a function of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_SECTION_OUTLINING_H
#define WEFT_COMPILER_PASSES_GROUPS_SECTION_OUTLINING_H

namespace llvm {
class Module;
} // namespace llvm

namespace weft::compiler {

/// What: cuts the code of functions with at least twice `sectionLength` instructions into sections of about this
/// length, and makes each section a function that each work-item calls. A section is a run of blocks, in one loop or
/// branch, with a single entry and a single exit.
/// Why: a single region may be very long, because many functions were inlined into it. A call for each section and
/// work-item costs next to nothing compared with the section's work.
/// Guarantees: innermost loops stay whole, so that loops over work-items can be vectorised.
///
///   a: ...                               a:
///     br i1 %c, label %b, label %d   =>    call void @k.a(...)
///   b: ...                                 br label %rest
///   d: ...
void outlineSections(llvm::Module &module, unsigned sectionLength);

} // namespace weft::compiler

#endif
