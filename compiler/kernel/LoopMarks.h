// Recognises the loops that the pass work-item-loops has created.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_LOOP_MARKS_H
#define WEFT_COMPILER_KERNEL_LOOP_MARKS_H

#include "llvm/Analysis/LoopInfo.h"

namespace weft::compiler {

/// Return whether `loop` is a loop over rows of packets, or a loop over the full packets of one row. In a row, only the
/// packets' id of dimension 0 differs.
bool isRowLoop(const llvm::Loop &loop);
bool isPacketLoop(const llvm::Loop &loop);
/// Whether few groups run `loop`.
bool isColdLoop(const llvm::Loop &loop);

} // namespace weft::compiler

#endif
