// Recognises the loops that the pass work-item-loops has created.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/LoopMarks.h"

#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool hasMark(const Loop &loop, StringRef mark) {
  const BasicBlock *latch = loop.getLoopLatch();
  return latch && latch->getTerminator()->hasMetadata(mark);
}

} // namespace

bool isRowLoop(const Loop &loop) { return hasMark(loop, rowLoopMetadata); }
bool isPacketLoop(const Loop &loop) { return hasMark(loop, packetLoopMetadata); }
bool isColdLoop(const Loop &loop) { return hasMark(loop, coldLoopMetadata); }

} // namespace weft::compiler
