// Giants of functions, control flow and instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "SpirvGiant.h"

namespace weft::fuzz {
namespace {

using Id = SpirvGiant::Id;
using enum spv::Op;

template <typename T> uint32_t wordOf(T value) { return static_cast<uint32_t>(value); }

void call(SpirvGiant &giant, Id function) { giant.compute(OpFunctionCall, giant.voidType, {function, giant.data}); }

void manyFunctions(SpirvGiant &giant, uint32_t size) {
  while (size-- != 0) {
    giant.beginFunction();
    giant.endFunction();
  }
  giant.beginKernel();
  giant.endFunction();
}

/// Each calls the one before so many times.
void chainOfCalls(SpirvGiant &giant, uint32_t size, uint64_t calls) {
  Id called = 0;
  while (size-- != 0) {
    const Id function = giant.beginFunction();
    giant.store(
        giant.compute(OpIAdd, giant.uintType, {giant.compute(OpLoad, giant.uintType, {giant.data, 2, 4}), giant.one}));
    for (uint64_t index = 0; index < calls && called != 0; ++index)
      call(giant, called);
    giant.endFunction();
    called = function;
  }
  giant.beginKernel();
  call(giant, called);
  giant.endFunction();
}

void callsInARow(SpirvGiant &giant, uint32_t size) { chainOfCalls(giant, size, 1); }
void doublingCalls(SpirvGiant &giant, uint32_t size) { chainOfCalls(giant, size, 2 + below(giant.random, 3)); }

void callsOfAll(SpirvGiant &giant, uint32_t size) {
  std::vector<Id> functions;
  while (size-- != 0) {
    functions.push_back(giant.beginFunction());
    giant.store(giant.number(size));
    giant.endFunction();
  }
  giant.beginKernel();
  for (const Id function : functions)
    call(giant, function);
  giant.endFunction();
}

void callsOfOne(SpirvGiant &giant, uint32_t size) {
  const Id function = giant.beginFunction();
  giant.store(giant.compute(OpLoad, giant.uintType, {giant.data, 2, 4}));
  giant.endFunction();
  giant.beginKernel();
  while (size-- != 0)
    call(giant, function);
  giant.endFunction();
}

void switches(SpirvGiant &giant, uint32_t size) {
  giant.beginKernel();
  const bool areApart = oneIn(giant.random, 2);
  const uint32_t perSwitch = anyOf<uint32_t>(giant.random, {10, 1000, 30000});
  for (uint32_t done = 0; done < size;) {
    const uint32_t cases = std::min(perSwitch, size - done);
    const Id end = giant.newId();
    std::vector<uint32_t> words = {giant.value, end};
    std::vector<Id> blocks;
    for (uint32_t index = 0; index < cases; ++index) {
      if (areApart || index == 0)
        blocks.push_back(giant.newId());
      words.insert(words.end(), {index * (oneIn(giant.random, 4) ? 77 : 1) + done, blocks.back()});
    }
    giant.say(OpSwitch, words);
    for (const Id block : blocks) {
      giant.label(block);
      giant.store(giant.number(block));
      giant.branch(end);
    }
    giant.label(end);
    done += cases;
  }
  giant.endFunction();
}

/// A loop's ids.
struct Loop {
  Id header, body, latch, exit, counter, next;
};

Loop openLoop(SpirvGiant &giant, Id before, Id zero, Id limit) {
  const Loop loop = {giant.newId(), giant.newId(), giant.newId(), giant.newId(), giant.newId(), giant.newId()};
  giant.branch(loop.header);
  giant.label(loop.header);
  giant.say(OpPhi, {giant.uintType, loop.counter, zero, before, loop.next, loop.latch});
  const Id more = giant.compute(OpULessThan, giant.boolType, {loop.counter, limit});
  giant.say(OpLoopMerge, {loop.exit, loop.latch, wordOf(below(giant.random, 3))});
  giant.branch(more, loop.body, loop.exit);
  giant.label(loop.body);
  return loop;
}

void closeLoop(SpirvGiant &giant, const Loop &loop) {
  giant.branch(loop.latch);
  giant.label(loop.latch);
  giant.say(OpIAdd, {giant.uintType, loop.next, loop.counter, giant.one});
  giant.branch(loop.header);
  giant.label(loop.exit);
}

void nestedLoops(SpirvGiant &giant, uint32_t size) {
  giant.beginKernel();
  const Id zero = giant.number(0), limit = oneIn(giant.random, 2) ? giant.number(3) : giant.value;
  std::vector<Loop> loops;
  Id before = giant.newId();
  giant.branch(before);
  giant.label(before);
  while (size-- != 0) {
    loops.push_back(openLoop(giant, before, zero, limit));
    before = loops.back().body;
  }
  giant.store(loops.back().counter);
  for (; !loops.empty(); loops.pop_back())
    closeLoop(giant, loops.back());
  giant.endFunction();
}

void loopsInARow(SpirvGiant &giant, uint32_t size) {
  giant.beginKernel();
  const Id zero = giant.number(0), limit = oneIn(giant.random, 2) ? giant.number(3) : giant.value;
  Id before = giant.newId();
  giant.branch(before);
  giant.label(before);
  while (size-- != 0) {
    const Loop loop = openLoop(giant, before, zero, limit);
    giant.store(loop.counter);
    closeLoop(giant, loop);
    before = loop.exit;
  }
  giant.endFunction();
}

void nestedBranches(SpirvGiant &giant, uint32_t size) {
  giant.beginKernel();
  std::vector<Id> ends;
  while (size-- != 0) {
    const Id yes = giant.newId();
    ends.push_back(giant.newId());
    giant.say(OpSelectionMerge, {ends.back(), 0});
    giant.branch(giant.condition, yes, ends.back());
    giant.label(yes);
    giant.condition = giant.compute(OpINotEqual, giant.boolType, {giant.value, giant.number(size)});
    giant.store(giant.number(size));
  }
  for (; !ends.empty(); ends.pop_back()) {
    giant.branch(ends.back());
    giant.label(ends.back());
  }
  giant.endFunction();
}

/// As many ways through as two to the power of their number.
void diamonds(SpirvGiant &giant, uint32_t size) {
  giant.beginKernel();
  Id value = giant.value;
  while (size-- != 0) {
    const Id yes = giant.newId(), no = giant.newId(), end = giant.newId();
    giant.branch(giant.condition, yes, no);
    giant.label(yes);
    const Id one = giant.compute(OpIAdd, giant.uintType, {value, giant.one});
    giant.branch(end);
    giant.label(no);
    const Id other = giant.compute(OpIMul, giant.uintType, {value, value});
    giant.branch(end);
    giant.label(end);
    value = giant.compute(OpPhi, giant.uintType, {one, yes, other, no});
    giant.condition = giant.compute(OpULessThan, giant.boolType, {value, giant.number(size)});
  }
  giant.store(value);
  giant.endFunction();
}

void blocksInARow(SpirvGiant &giant, uint32_t size) {
  giant.beginKernel();
  while (size-- != 0) {
    const Id next = giant.newId();
    giant.branch(next);
    giant.label(next);
    if (oneIn(giant.random, 4))
      giant.store(giant.value);
  }
  giant.endFunction();
}

/// Any block may go to any other: loops with many entries, and many within each other.
void tangle(SpirvGiant &giant, uint32_t size) {
  giant.beginKernel();
  std::vector<Id> blocks;
  for (uint32_t index = 0; index < size + 2; ++index)
    blocks.push_back(giant.newId());
  giant.branch(blocks[0]);
  const uint64_t ways = 1 + below(giant.random, 40);
  for (const Id block : blocks) {
    giant.label(block);
    giant.store(giant.number(block));
    std::vector<uint32_t> words = {giant.value, blocks.back()};
    for (uint32_t way = 0; way < ways; ++way)
      words.insert(words.end(), {way, anyOf(giant.random, blocks)});
    if (block != blocks.back())
      giant.say(OpSwitch, words);
  }
  giant.endFunction();
}

/// So many values, each with one for each of so many blocks before.
void phis(SpirvGiant &giant, uint32_t size) {
  giant.beginKernel();
  const uint32_t before = std::min<uint32_t>(size, 1 + wordOf(below(giant.random, 30000)));
  const Id end = giant.newId();
  std::vector<Id> blocks;
  std::vector<uint32_t> words = {giant.value, end}, pairs;
  for (uint32_t index = 0; index < before; ++index) {
    blocks.push_back(giant.newId());
    words.insert(words.end(), {index, blocks.back()});
    pairs.insert(pairs.end(), {giant.value, blocks.back()});
  }
  // From the block of the switch, which is made the kernel's second.
  const Id first = giant.newId();
  giant.branch(first);
  giant.label(first);
  pairs.insert(pairs.end(), {giant.one, first});
  giant.say(OpSwitch, words);
  for (const Id block : blocks) {
    giant.label(block);
    giant.branch(end);
  }
  giant.label(end);
  std::vector<Id> made;
  for (uint32_t index = 0; index < size / before; ++index)
    made.push_back(giant.compute(OpPhi, giant.uintType, pairs));
  for (const Id value : made)
    giant.store(value);
  giant.endFunction();
}

void longBlock(SpirvGiant &giant, uint32_t size) {
  giant.beginKernel();
  Id value = giant.value;
  const bool isSame = oneIn(giant.random, 2);
  const std::vector<spv::Op> operations = {OpIAdd, OpIMul, OpISub, OpBitwiseXor, OpUDiv, OpShiftLeftLogical};
  const spv::Op operation = anyOf(giant.random, operations);
  while (size-- != 0)
    value = giant.compute(isSame ? operation : anyOf(giant.random, operations), giant.uintType,
                          {value, oneIn(giant.random, 2) ? value : giant.value});
  giant.store(value);
  giant.endFunction();
}

void accesses(SpirvGiant &giant, uint32_t size) {
  giant.beginKernel();
  while (size-- != 0) {
    const Id address = giant.compute(OpInBoundsPtrAccessChain, giant.dataType, {giant.data, giant.number(size)});
    giant.say(OpStore, {address, giant.compute(OpLoad, giant.uintType, {giant.data, 2, 4}), 2, 4});
  }
  giant.endFunction();
}

void manyLocals(SpirvGiant &giant, uint32_t size) {
  const Id type = giant.pointer(spv::StorageClass::Function, giant.array(giant.uintType, 3));
  const Id element = giant.pointer(spv::StorageClass::Function, giant.uintType);
  const Id kernel = giant.beginFunction();
  giant.makeKernel(kernel, "k");
  std::vector<Id> variables;
  while (size-- != 0)
    variables.push_back(giant.compute(OpVariable, type, {wordOf(spv::StorageClass::Function)}));
  const Id value = giant.compute(OpLoad, giant.uintType, {giant.data, 2, 4});
  for (const Id variable : variables)
    giant.say(OpStore, {giant.compute(OpInBoundsAccessChain, element, {variable, value}), value, 2, 4});
  for (const Id variable : variables)
    giant.store(giant.compute(OpLoad, giant.uintType,
                              {giant.compute(OpInBoundsAccessChain, element, {variable, giant.one}), 2, 4}));
  giant.endFunction();
}

/// Whole arrays as values.
void wideValues(SpirvGiant &giant, uint32_t size) {
  const uint32_t length = anyOf<uint32_t>(giant.random, {100, 4000, 5000, 1000000});
  const Id type = giant.array(giant.uintType, length);
  const Id pointer = giant.pointer(spv::StorageClass::CrossWorkgroup, type);
  giant.beginKernel();
  const Id address = giant.compute(OpBitcast, pointer, {giant.data});
  Id value = giant.compute(OpLoad, type, {address, 2, 4});
  for (uint32_t index = 0; index < size; ++index)
    value = giant.compute(OpCompositeInsert, type, {giant.value, value, index % length});
  giant.say(OpStore, {address, value, 2, 4});
  giant.endFunction();
}

void deepAccess(SpirvGiant &giant, uint32_t size) {
  const Id two = giant.number(2);
  Id type = giant.uintType;
  const uint32_t depth = std::min(size, 250u);
  for (uint32_t level = 0; level < depth; ++level)
    type = level % 2 != 0 ? giant.declare(OpTypeStruct, {type}) : giant.declare(OpTypeArray, {type, two});
  const Id pointer = giant.pointer(spv::StorageClass::CrossWorkgroup, type);
  giant.beginKernel();
  const Id address = giant.compute(OpBitcast, pointer, {giant.data});
  const Id zero = giant.number(0);
  for (uint32_t left = size; left != 0; --left) {
    std::vector<uint32_t> words(depth, zero);
    words.insert(words.begin(), {address, zero});
    const Id found = giant.compute(OpInBoundsPtrAccessChain, giant.dataType, words);
    giant.say(OpStore, {found, giant.value, 2, 4});
  }
  giant.endFunction();
}

void manyCallsOfBuiltins(SpirvGiant &giant, uint32_t size) {
  const Id type = oneIn(giant.random, 2) ? giant.floatType : giant.declare(OpTypeVector, {giant.floatType, 16});
  giant.beginKernel();
  const Id address = giant.compute(OpBitcast, giant.pointer(spv::StorageClass::CrossWorkgroup, type), {giant.data});
  Id value = giant.compute(OpLoad, type, {address, 2, 4});
  const bool isSame = oneIn(giant.random, 2);
  constexpr uint32_t sine = 57, gamma = 62, power = 19;
  const uint32_t chosen = anyOf<uint32_t>(giant.random, {sine, gamma, power});
  for (; size != 0; --size)
    value = giant.compute(OpExtInst, type,
                          {giant.openCl, isSame ? chosen : anyOf<uint32_t>(giant.random, {sine, gamma, power}), value});
  giant.say(OpStore, {address, value, 2, 4});
  giant.endFunction();
}

void barriers(SpirvGiant &giant, uint32_t size) {
  giant.beginKernel();
  const Id scope = giant.number(2), semantics = giant.number(0x110);
  Id value = giant.value;
  while (size-- != 0) {
    giant.say(OpControlBarrier, {scope, scope, semantics});
    value = giant.compute(OpIAdd, giant.uintType, {value, giant.compute(OpLoad, giant.uintType, {giant.data, 2, 4})});
    giant.store(value);
  }
  giant.endFunction();
}

void atomics(SpirvGiant &giant, uint32_t size) {
  giant.beginKernel();
  const Id scope = giant.number(1), semantics = giant.number(0);
  while (size-- != 0)
    giant.compute(OpAtomicIAdd, giant.uintType, {giant.data, scope, semantics, giant.value});
  giant.endFunction();
}

void shuffles(SpirvGiant &giant, uint32_t size) {
  const Id type = giant.declare(OpTypeVector, {giant.uintType, 16});
  giant.beginKernel();
  const Id address = giant.compute(OpBitcast, giant.pointer(spv::StorageClass::CrossWorkgroup, type), {giant.data});
  Id value = giant.compute(OpLoad, type, {address, 2, 64});
  while (size-- != 0) {
    std::vector<uint32_t> words = {value, value};
    for (int index = 0; index < 16; ++index)
      words.push_back(wordOf(below(giant.random, 32)));
    value = giant.compute(OpVectorShuffle, type, words);
    value = giant.compute(OpIAdd, type, {value, value});
  }
  giant.say(OpStore, {address, value, 2, 64});
  giant.endFunction();
}

void copies(SpirvGiant &giant, uint32_t size) {
  const Id bytes = giant.declare(OpTypeInt, {8, 0});
  const Id pointer = giant.pointer(spv::StorageClass::CrossWorkgroup, bytes);
  giant.beginKernel();
  const Id to = giant.compute(OpBitcast, pointer, {giant.data});
  const Id from = giant.compute(OpInBoundsPtrAccessChain, pointer, {to, giant.number(1u << 20)});
  for (uint32_t index = 0; index < size; ++index)
    giant.say(
        OpCopyMemorySized,
        {to, from, giant.number(wordOf(below(giant.random, oneIn(giant.random, 2) ? 1u << 20 : 300u)) + 1), 2, 1});
  giant.endFunction();
}

} // namespace

const std::vector<GiantShape> giantBodies = {
    {"many functions", 100000, manyFunctions},
    {"calls in a row", 100000, callsInARow},
    {"calls that double", 60, doublingCalls},
    {"calls that double, deeply", 30000, doublingCalls},
    {"calls of all", 30000, callsOfAll},
    {"calls of one", 100000, callsOfOne},
    {"switches", 100000, switches},
    {"nested loops", 30000, nestedLoops},
    {"loops in a row", 30000, loopsInARow},
    {"nested branches", 50000, nestedBranches},
    {"diamonds", 50000, diamonds},
    {"blocks in a row", 100000, blocksInARow},
    {"a tangle", 20000, tangle},
    {"phis", 300000, phis},
    {"a long block", 200000, longBlock},
    {"accesses", 100000, accesses},
    {"many locals", 50000, manyLocals},
    {"wide values", 50000, wideValues},
    {"deep accesses", 2000, deepAccess},
    {"calls of builtins", 50000, manyCallsOfBuiltins},
    {"barriers", 50000, barriers},
    {"atomics", 100000, atomics},
    {"shuffles", 30000, shuffles},
    {"copies", 50000, copies},
};

} // namespace weft::fuzz
