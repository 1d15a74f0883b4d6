// Writes one barrier region as loops over the group's work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/RegionLoops.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

#include "kernel/KernelAttributes.h"
#include "kernel/ParallelAccesses.h"
#include "passes/groups/CallsByIdDimension.h"

using namespace llvm;

namespace weft::compiler {

RegionLoops::RegionLoops(Function &kernel, const BarrierRegions &regions, WorkItemContext &context,
                         ArrayRef<BasicBlock *> starts, BasicBlock *end, bool separatePartialPackets)
    : kernel_(kernel), regions_(regions), context_(context), starts_(starts), end_(end),
      separatePartialPackets_(separatePartialPackets), packetWidth_(packetWidth(kernel)) {}

void RegionLoops::build(unsigned number) {
  regionIndex_ = number;
  region_ = &regions_.regions()[number];
  loops_ = {};
  closed_.clear();
  copies_.clear();
  if (runsForSingleItem()) {
    createSingleItemRegion();
  } else {
    createLoops();
    markParallel();
  }
  saveUniformValues();
  branchToNextRegion();
}

/// Whether the region runs only for the first work-item. The region must have BarrierRegion::isSingle, and must produce
/// nothing that the other work-items need: no value that differs between work-items and is used after the region, and
/// no contents of private variables.
bool RegionLoops::runsForSingleItem() const {
  if (!region_->isSingle)
    return false;
  for (unsigned successor : region_->successors)
    for (Instruction *value : regions_.regions()[successor].liveAtStart)
      if (isDefinedInRegion(value) && !context_.isUniform(value) && !context_.isRecomputed(value))
        return false;
  return none_of(region_->blocks, [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &instruction) {
      return instruction.mayWriteToMemory() && !touchesSharedMemoryOnly(instruction);
    });
  });
}

bool RegionLoops::isDefinedInRegion(const Instruction *value) const {
  return is_contained(region_->blocks, value->getParent());
}

BasicBlock *RegionLoops::createBlock(const Twine &suffix) const {
  return BasicBlock::Create(kernel_.getContext(), "region." + Twine(regionIndex_) + "." + suffix, &kernel_);
}

/// Writes one copy of the region, for the first work-item, without loops.
void RegionLoops::createSingleItemRegion() {
  LLVMContext &context = kernel_.getContext();
  BasicBlock *first = createBlock("once");
  BasicBlock *last = createBlock("once.done");
  after_ = createBlock("end");
  IRBuilder<>(starts_[regionIndex_]).CreateBr(first);
  IRBuilder<> builder(context);
  WorkItemIds ids{};
  ids.localId.fill(builder.getInt32(0));
  ids.linearId = builder.getInt64(0);
  if (packetWidth_ > 1)
    ids.mask = firstLanesMask(builder, builder.getInt32(1));
  copies_.push_back({createBody(first, last, ids), last});
  IRBuilder<>(last).CreateBr(after_);
}

RegionLoops::Loop RegionLoops::openLoop(unsigned dimension, BasicBlock *before, Value *begin) const {
  const std::string axis(1, "xyz"[dimension]);
  IRBuilder<> builder(kernel_.getContext());
  Loop loop{createBlock(axis), createBlock(axis + ".latch"), builder.getInt32(0), dimension};
  if (!begin)
    return loop;
  builder.SetInsertPoint(loop.header);
  PHINode *id = builder.CreatePHI(builder.getInt32Ty(), 2, axis);
  id->addIncoming(begin, before);
  loop.id = id;
  return loop;
}

void RegionLoops::closeLoop(const Loop &loop, unsigned step, Value *end, BasicBlock *after) {
  closed_.push_back(loop);
  IRBuilder<> builder(loop.latch);
  auto *id = dyn_cast<PHINode>(loop.id);
  if (!id) {
    builder.CreateBr(after);
    return;
  }
  Value *next = builder.CreateAdd(id, builder.getInt32(step), "", true, true);
  builder.CreateCondBr(builder.CreateICmpULT(next, end), loop.header, after);
  id->addIncoming(next, loop.latch);
}

/// Whether the loops over rows lie within the loop over packets. They do if more mathematical functions are then
/// computed once for all rows than would otherwise be computed once for all packets of a row.
bool RegionLoops::shouldNestRows() const {
  if (packetWidth_ == 1 || region_->firstRow)
    return false;
  const auto isOne = [](const Value *size) { return match(size, PatternMatch::m_One()); };
  const auto *items = dyn_cast<ConstantInt>(context_.localSize(0));
  if ((items && items->getZExtValue() <= packetWidth_) ||
      (isOne(context_.localSize(1)) && isOne(context_.localSize(2))))
    return false;
  const CallsByIdDimension functions = countCallsByIdDimension(region_->blocks, context_);
  return functions.onColumnIds > functions.onRowIds;
}

void RegionLoops::createLoops() {
  after_ = createBlock("end");
  rowsAreNested_ = shouldNestRows();
  if (rowsAreNested_) {
    BasicBlock *start = createBlock("packets");
    BasicBlock *done = createBlock("packets.done");
    IRBuilder<>(starts_[regionIndex_]).CreateBr(start);
    createPacketLoops(start, done);
    IRBuilder<>(done).CreateBr(after_);
    return;
  }
  BasicBlock *start = openRowLoops(starts_[regionIndex_]);
  createPacketLoops(start, loops_[1].latch);
  closeRowLoops(after_);
}

/// Opens the loops over dimensions 2 and 1 at the end of `before`. Returns the header of the inner loop.
BasicBlock *RegionLoops::openRowLoops(BasicBlock *before) {
  for (unsigned d : {2, 1}) {
    const auto *size = dyn_cast<ConstantInt>(context_.localSize(d));
    const bool repeats = !size || !size->isOne();
    loops_[d] = openLoop(d, before, repeats ? ConstantInt::get(Type::getInt32Ty(kernel_.getContext()), 0) : nullptr);
    IRBuilder<>(before).CreateBr(loops_[d].header);
    before = loops_[d].header;
  }
  // The index in scratch is (z * sizeY + y) * pitch + x: consecutive along x. The x loop adds x.
  IRBuilder<> builder(loops_[1].header);
  rowStart_ = builder.CreateMul(loops_[2].id, context_.localSize(1), "", true, true);
  rowStart_ = builder.CreateAdd(rowStart_, loops_[1].id, "", true, true);
  if (!isa<ConstantInt>(rowStart_))
    rowStart_ = builder.CreateMul(rowStart_, context_.rowPitch(), "", true, true);
  rowStart_ = builder.CreateZExt(rowStart_, builder.getInt64Ty(), "row", /*IsNonNeg=*/true);
  return loops_[1].header;
}

void RegionLoops::closeRowLoops(BasicBlock *after) {
  closeLoop(loops_[1], 1, context_.localSize(1), loops_[2].latch);
  closeLoop(loops_[2], 1, context_.localSize(2), after);
}

/// Writes the packets of one row between `start` and `latch`: the full packets, and after them the partial packet, if
/// there may be one.
void RegionLoops::createPacketLoops(BasicBlock *start, BasicBlock *latch) {
  if (region_->firstRow)
    return createDelinearisedRows(start, latch);
  joinBlock_ = latch;
  Value *first = ConstantInt::get(Type::getInt32Ty(kernel_.getContext()), 0);
  Value *size = context_.localSize(0);
  Value *full = context_.fullPackets();
  const auto *known = dyn_cast<ConstantInt>(full);
  const bool noneFull = known && known->isZero();
  const bool allFull = full == size;
  if (allFull || ((!separatePartialPackets_ || region_->isCold) && !noneFull)) {
    copies_.push_back({createPackets(start, {first, size}, /*masked=*/!allFull, latch), loops_[0].latch});
    IRBuilder<>(start).CreateBr(loops_[0].header);
    return;
  }
  BasicBlock *rest = createBlock("rest");
  if (noneFull) {
    IRBuilder<>(start).CreateBr(rest);
  } else if (known) {
    copies_.push_back({createPackets(start, {first, full}, /*masked=*/false, rest), nullptr});
    IRBuilder<>(start).CreateBr(loops_[0].header);
  } else {
    BasicBlock *done = createBlock("x.done");
    copies_.push_back({createPackets(start, {first, full}, /*masked=*/false, done), done});
    IRBuilder<> builder(start);
    builder.CreateCondBr(builder.CreateIsNull(full), rest, loops_[0].header);
    builder.SetInsertPoint(done);
    builder.CreateCondBr(builder.CreateICmpEQ(full, size), latch, rest);
  }
  BasicBlock *done = createBlock("rest.done");
  copies_.push_back({createPartialPacket(rest, {full, size}, done), done});
  IRBuilder<>(done).CreateBr(latch);
}

/// Writes the packets of each row that the kernel defines (rowsBundle), one row after the other.
void RegionLoops::createDelinearisedRows(BasicBlock *start, BasicBlock *end) {
  BasicBlock *header = createBlock("row");
  BasicBlock *latch = joinBlock_ = createBlock("row.latch");
  IRBuilder<> builder(start);
  Value *size = context_.localSize(0);
  const auto below = [&](Value *ids) { return builder.CreateBinaryIntrinsic(Intrinsic::umin, ids, size); };
  Value *firstEnd = below(region_->firstRow);
  builder.CreateBr(header);
  builder.SetInsertPoint(header);
  PHINode *row = builder.CreatePHI(builder.getInt32Ty(), 2, "row.number");
  PHINode *begin = builder.CreatePHI(builder.getInt32Ty(), 2, "row.begin");
  PHINode *rowEnd = builder.CreatePHI(builder.getInt32Ty(), 2, "row.end");
  row->addIncoming(builder.getInt32(0), start);
  begin->addIncoming(builder.getInt32(0), start);
  rowEnd->addIncoming(firstEnd, start);

  if (!separatePartialPackets_ || region_->isCold) {
    copies_.push_back({createPackets(header, {begin, rowEnd, row}, /*masked=*/true, latch), loops_[0].latch});
    builder.CreateBr(loops_[0].header);
  } else {
    Value *items = builder.CreateSub(rowEnd, begin, "", true, true);
    Value *left = builder.CreateAnd(items, builder.getInt32(packetWidth_ - 1), "row.left");
    Value *full = builder.CreateSub(rowEnd, left, "row.full", true, true);
    BasicBlock *done = createBlock("x.done");
    BasicBlock *rest = createBlock("rest");
    copies_.push_back({createPackets(header, {begin, full, row}, /*masked=*/false, done), done});
    builder.CreateCondBr(builder.CreateICmpEQ(full, begin), rest, loops_[0].header);
    builder.SetInsertPoint(done);
    builder.CreateCondBr(builder.CreateIsNull(left), latch, rest);
    BasicBlock *restDone = createBlock("rest.done");
    copies_.push_back({createPartialPacket(rest, {full, rowEnd, row}, restDone), restDone});
    IRBuilder<>(restDone).CreateBr(latch);
  }

  builder.SetInsertPoint(latch);
  row->addIncoming(builder.CreateAdd(row, builder.getInt32(1), "", true, true), latch);
  begin->addIncoming(rowEnd, latch);
  rowEnd->addIncoming(below(builder.CreateAdd(rowEnd, region_->rowLength, "", true, true)), latch);
  builder.CreateCondBr(builder.CreateICmpULT(rowEnd, size), header, end);
}

/// Writes the loop over the packets of `span`, which isn't empty. The block `after` follows the loop.
std::unique_ptr<RegionBody> RegionLoops::createPackets(BasicBlock *before, const ItemRange &span, bool masked,
                                                       BasicBlock *after) {
  loops_[0] = openLoop(0, before, span.begin);
  IRBuilder<> builder(loops_[0].header);
  Value *mask = nullptr;
  if (masked)
    mask = firstLanesMask(builder, builder.CreateSub(span.end, loops_[0].id, "", true, true));
  else if (packetWidth_ > 1)
    mask = ConstantInt::getTrue(VectorType::get(builder.getInt1Ty(), packetWidth_, /*Scalable=*/false));
  std::unique_ptr<RegionBody> body = createRowBodies(loops_[0].header, loops_[0].latch, loops_[0].id, mask, span.row);
  closeLoop(loops_[0], packetWidth_, span.end, after);
  return body;
}

/// Writes the partial packet of `span`.
std::unique_ptr<RegionBody> RegionLoops::createPartialPacket(BasicBlock *first, const ItemRange &span,
                                                             BasicBlock *last) {
  IRBuilder<> builder(first);
  Value *items = builder.CreateSub(span.end, span.begin, "", true, true);
  return createRowBodies(first, last, span.begin, firstLanesMask(builder, items), span.row);
}

/// Writes the region's code for the work-items from `x` on, from the end of `first` to `last`. It is one copy for the
/// current row, or loops over all rows if these are nested in the loop over packets.
std::unique_ptr<RegionBody> RegionLoops::createRowBodies(BasicBlock *first, BasicBlock *last, Value *x, Value *mask,
                                                         Value *row) {
  if (!rowsAreNested_)
    return createBody(first, last, x, mask, row);
  BasicBlock *start = openRowLoops(first);
  std::unique_ptr<RegionBody> body = createBody(start, loops_[1].latch, x, mask, row);
  closeRowLoops(last);
  return body;
}

std::unique_ptr<RegionBody> RegionLoops::createBody(BasicBlock *first, BasicBlock *last, Value *x, Value *mask,
                                                    Value *row) const {
  IRBuilder<> builder(first);
  Value *offset = builder.CreateZExt(x, builder.getInt64Ty(), "", /*IsNonNeg=*/true);
  return createBody(first, last,
                    {.localId = {x, loops_[1].id, loops_[2].id},
                     .linearId = builder.CreateAdd(rowStart_, offset, "linear", true, true),
                     .mask = mask,
                     .row = row});
}

std::unique_ptr<RegionBody> RegionLoops::createBody(BasicBlock *first, BasicBlock *last, const WorkItemIds &ids) const {
  return std::make_unique<RegionBody>(
      regions_, regionIndex_, context_,
      RegionBody::CopyTarget{.group = starts_[regionIndex_], .first = first, .last = last, .ids = ids});
}

/// A mask of the first `items` lanes.
Value *RegionLoops::firstLanesMask(IRBuilder<> &builder, Value *items) const {
  auto *lanes = FixedVectorType::get(builder.getInt32Ty(), packetWidth_);
  return builder.CreateICmpULT(builder.CreateStepVector(lanes), builder.CreateVectorSplat(packetWidth_, items), "mask");
}

/// `values` has one value for each copy of the region. Returns the value of the copy that ended the last row.
Value *RegionLoops::mergeCopies(ArrayRef<Value *> values) const {
  if (copies_.size() == 1 || !copies_.front().rowEndBlock)
    return values.back();
  auto *last =
      PHINode::Create(values.front()->getType(), copies_.size(), values.front()->getName(), joinBlock_->begin());
  for (auto [value, part] : zip_equal(values, copies_))
    last->addIncoming(value, part.rowEndBlock);
  return last;
}

/// Stores the uniform values once, after the loops. They are the last work-item's values, which all other work-items
/// have as well.
void RegionLoops::saveUniformValues() {
  for (auto [value, current] : copies_.front().body->uniformValues()) {
    SmallVector<Value *, 2> values;
    for (const RegionCopy &part : copies_)
      values.push_back(part.body->uniformValues().lookup(value));
    IRBuilder<>(after_).CreateStore(mergeCopies(values), context_.uniformVariable(value));
  }
}

void RegionLoops::markParallel() {
  ParallelAccesses parallel(kernel_.getContext());
  for (const RegionCopy &part : copies_)
    part.body->mark(parallel);
  MDNode *mark = MDNode::get(kernel_.getContext(), {});
  for (const Loop &loop : closed_) {
    if (!loop.repeats())
      continue;
    Instruction &end = *loop.latch->getTerminator();
    parallel.attach(end);
    if (loop.dimension < 2 && !region_->firstRow) // else the loop over dimension 0 begins at another id in each row
      end.setMetadata(loop.dimension == 0 ? packetLoopMetadata : rowLoopMetadata, mark);
    if (region_->isCold)
      end.setMetadata(coldLoopMetadata, mark);
  }
}

/// Branches to the region that follows the exit that the last work-item took.
void RegionLoops::branchToNextRegion() {
  auto target = [&](unsigned successor) { return successor == 0 ? end_ : starts_[successor]; };
  const SmallVector<unsigned> successors = copies_.front().body->successors();
  IRBuilder<> builder(after_);
  if (successors.empty()) {
    builder.CreateUnreachable();
    return;
  }
  if (all_equal(successors)) {
    builder.CreateBr(target(successors.front()));
    return;
  }
  SmallVector<Value *, 2> next;
  for (const RegionCopy &part : copies_)
    next.push_back(part.body->next());
  SwitchInst *choice = builder.CreateSwitch(mergeCopies(next), target(successors.front()));
  SmallSet<unsigned, 8> seen{successors.front()};
  for (unsigned successor : successors)
    if (seen.insert(successor).second)
      choice->addCase(builder.getInt32(successor), target(successor));
}

} // namespace weft::compiler
