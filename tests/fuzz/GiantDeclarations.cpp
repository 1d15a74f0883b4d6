// Giants of types, constants and annotations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "SpirvGiant.h"

namespace weft::fuzz {
namespace {

using Id = SpirvGiant::Id;
using enum spv::Op;

template <typename T> uint32_t wordOf(T value) { return static_cast<uint32_t>(value); }

/// Uses a type in one of the ways in which a module can.
void useType(SpirvGiant &giant, Id type) {
  const Id inFunction = giant.pointer(spv::StorageClass::Function, type);
  const Id inGlobal = giant.pointer(spv::StorageClass::CrossWorkgroup, type);
  const auto way = below(giant.random, 12);
  Id made = 0;
  if (way <= 2)
    made = giant.constant(OpConstantNull, type);
  else if (way == 3)
    made = giant.constant(OpUndef, type);
  if (way == 1)
    giant.constant(OpVariable, inGlobal, {wordOf(spv::StorageClass::CrossWorkgroup), made});
  if (way == 4)
    giant.declare(OpTypeFunction, {giant.voidType, type, type});
  giant.makeKernel(giant.beginFunction(), "k");
  if (way == 5)
    giant.compute(OpVariable, inFunction, {wordOf(spv::StorageClass::Function)});
  if (way == 6)
    made = giant.compute(OpUndef, type);
  if (way >= 7) {
    const Id address = giant.compute(OpBitcast, inGlobal, {giant.data});
    made = giant.compute(OpLoad, type, {address, 2, 8});
    if (way == 8)
      giant.say(OpStore, {address, made, 2, 8});
    else if (way == 9)
      giant.compute(OpCopyObject, type, {made});
    else if (way == 10)
      giant.compute(OpSelect, type, {giant.compute(OpIEqual, giant.boolType, {giant.one, giant.one}), made, made});
    else if (way == 11)
      giant.say(OpCopyMemory, {address, address, 2, 8});
  } else if (made != 0) {
    giant.say(OpStore, {giant.compute(OpBitcast, inGlobal, {giant.data}), made, 2, 8});
  }
  giant.endFunction();
}

void nestedStructs(SpirvGiant &giant, uint32_t size) {
  const uint64_t members = 1 + below(giant.random, 4);
  Id type = giant.uintType;
  while (size-- != 0)
    type = giant.declare(OpTypeStruct, std::vector<uint32_t>(members, type));
  useType(giant, type);
}

void nestedArrays(SpirvGiant &giant, uint32_t size) {
  const Id length = giant.number(static_cast<uint32_t>(1 + below(giant.random, 3)));
  Id type = giant.uintType;
  while (size-- != 0)
    type = giant.declare(OpTypeArray, {type, length});
  useType(giant, type);
}

void nestedPointers(SpirvGiant &giant, uint32_t size) {
  Id type = giant.dataType;
  while (size-- != 0)
    type = giant.pointer(spv::StorageClass::CrossWorkgroup, type);
  useType(giant, type);
}

/// What a structure points to may be looked through, or looked at again and again.
void structsOfPointers(SpirvGiant &giant, uint32_t size) {
  Id type = giant.uintType;
  while (size-- != 0) {
    const Id to = giant.pointer(spv::StorageClass::CrossWorkgroup, type);
    type = giant.declare(OpTypeStruct, {to, to, type});
  }
  useType(giant, type);
}

void wideStruct(SpirvGiant &giant, uint32_t size) {
  const Id wide = giant.declare(OpTypeStruct, std::vector<uint32_t>(size, giant.uintType));
  useType(giant, oneIn(giant.random, 2) ? wide : giant.declare(OpTypeStruct, std::vector<uint32_t>(size, wide)));
}

void longArray(SpirvGiant &giant, uint32_t size) {
  const Id inner = giant.array(giant.uintType, size);
  useType(giant, oneIn(giant.random, 2) ? inner : giant.array(giant.declare(OpTypeStruct, {inner, inner}), size));
}

void functionTypes(SpirvGiant &giant, uint32_t size) {
  const std::vector<uint32_t> types = {giant.uintType, giant.ulongType, giant.dataType};
  while (size-- != 0) {
    std::vector<uint32_t> words = {giant.voidType};
    for (int index = 0; index < 250; ++index)
      words.push_back(anyOf(giant.random, types));
    giant.declare(OpTypeFunction, words);
  }
  useType(giant, giant.uintType);
}

void manyArrays(SpirvGiant &giant, uint32_t size) {
  std::vector<uint32_t> members;
  for (uint32_t length = 1; length <= size; ++length)
    members.push_back(giant.array(giant.uintType, length));
  useType(giant, giant.declare(OpTypeStruct, members));
}

/// Each of two of the level before: what it says is short, and what it holds is not.
void nestedConstants(SpirvGiant &giant, uint32_t size) {
  Id type = giant.uintType;
  Id value = giant.one;
  const bool isArray = oneIn(giant.random, 2);
  for (uint32_t level = 0; level < size; ++level) {
    type = isArray ? giant.array(type, 2) : giant.declare(OpTypeStruct, {type, type});
    value =
        giant.constant(oneIn(giant.random, 8) ? OpSpecConstantComposite : OpConstantComposite, type, {value, value});
  }
  giant.constant(OpVariable, giant.pointer(spv::StorageClass::UniformConstant, type),
                 {wordOf(spv::StorageClass::UniformConstant), value});
  giant.beginKernel();
  giant.endFunction();
}

void longConstants(SpirvGiant &giant, uint32_t size) {
  const uint32_t length = std::min(size, 60000u);
  const Id type = giant.array(giant.uintType, length);
  std::vector<uint32_t> parts;
  for (uint32_t index = 0; index < length; ++index)
    parts.push_back(giant.number(index));
  const Id pointer = giant.pointer(spv::StorageClass::UniformConstant, type);
  for (uint64_t copies = 1 + below(giant.random, 8); copies != 0; --copies)
    giant.constant(OpVariable, pointer,
                   {wordOf(spv::StorageClass::UniformConstant), giant.constant(OpConstantComposite, type, parts)});
  giant.beginKernel();
  giant.endFunction();
}

void specialisedConstants(SpirvGiant &giant, uint32_t size) {
  Id value = giant.constant(OpSpecConstant, giant.uintType, {7});
  giant.add(SpirvGiant::decorations, OpDecorate, {value, wordOf(spv::Decoration::SpecId), 1});
  const spv::Op operation = anyOf<spv::Op>(giant.random, {OpIAdd, OpIMul, OpBitwiseXor});
  while (size-- != 0)
    value = giant.constant(OpSpecConstantOp, giant.uintType, {wordOf(operation), value, value});
  giant.beginKernel();
  giant.store(value);
  giant.endFunction();
}

void manyVariables(SpirvGiant &giant, uint32_t size) {
  const auto storage = oneIn(giant.random, 2) ? spv::StorageClass::Workgroup : spv::StorageClass::CrossWorkgroup;
  const Id type = giant.pointer(storage, giant.uintType);
  std::vector<Id> variables;
  while (size-- != 0)
    variables.push_back(giant.constant(OpVariable, type, {wordOf(storage)}));
  giant.beginKernel();
  for (const Id variable : variables)
    giant.say(OpStore, {variable, giant.value, 2, 4});
  giant.endFunction();
}

void decorations(SpirvGiant &giant, uint32_t size) {
  const Id function = giant.beginKernel();
  while (size-- != 0)
    giant.add(SpirvGiant::decorations, OpDecorate,
              {oneIn(giant.random, 2) ? function : giant.data, wordOf(spv::Decoration::FuncParamAttr),
               wordOf(below(giant.random, 4))});
  giant.endFunction();
}

/// What is said of a group is said of each of its members.
void decorationGroups(SpirvGiant &giant, uint32_t size) {
  const Id function = giant.beginKernel();
  const Id group = giant.newId();
  for (uint32_t index = 0; index < size; ++index)
    giant.add(SpirvGiant::decorations, OpDecorate, {group, wordOf(spv::Decoration::Alignment), 4});
  giant.add(SpirvGiant::decorations, OpDecorationGroup, {group});
  for (uint64_t index = 1 + below(giant.random, 30); index != 0; --index) {
    std::vector<uint32_t> words(size, oneIn(giant.random, 2) ? function : giant.data);
    words.insert(words.begin(), group);
    giant.add(SpirvGiant::decorations, OpGroupDecorate, words);
  }
  giant.endFunction();
}

void manyNames(SpirvGiant &giant, uint32_t size) {
  const Id function = giant.beginKernel();
  const bool isLong = oneIn(giant.random, 3);
  const Id wide = giant.declare(OpTypeStruct, std::vector<uint32_t>(100, giant.uintType));
  for (uint32_t index = 0; index < (isLong ? size / 100 : size); ++index) {
    std::vector<uint32_t> words = SpirvGiant::text(std::string(isLong ? 1000 : 3, 'a') + std::to_string(index));
    const bool isMember = oneIn(giant.random, 4);
    if (isMember)
      words.insert(words.begin(), static_cast<uint32_t>(below(giant.random, 100)));
    words.insert(words.begin(), isMember ? wide : oneIn(giant.random, 2) ? function : giant.data);
    giant.add(SpirvGiant::names, isMember ? OpMemberName : OpName, words);
  }
  giant.endFunction();
}

void longName(SpirvGiant &giant, uint32_t size) {
  const std::string name(size, 'n');
  const Id function = giant.beginFunction();
  giant.endFunction();
  giant.makeKernel(function, name);
  std::vector<uint32_t> words = SpirvGiant::text(name);
  words.insert(words.begin(), giant.data);
  giant.add(SpirvGiant::names, OpName, words);
}

/// Strings that tell of arguments, for a kernel that has many of them.
void argumentStrings(SpirvGiant &giant, uint32_t size) {
  const Id type = giant.declare(OpTypeFunction, [&] {
    std::vector<uint32_t> words(251, giant.uintType);
    words[0] = giant.voidType;
    return words;
  }());
  const Id kernel = giant.newId();
  giant.say(OpFunction, {giant.voidType, kernel, 0, type});
  for (int index = 0; index < 250; ++index)
    giant.compute(OpFunctionParameter, giant.uintType);
  giant.label();
  giant.endFunction();
  for (uint32_t index = 0; index < size; ++index) {
    giant.makeKernel(kernel, "k" + std::to_string(index));
    std::vector<uint32_t> words = SpirvGiant::text("kernel_arg_type.k" + std::to_string(index) + ".uint,int,");
    words.insert(words.begin(), giant.newId());
    giant.add(SpirvGiant::strings, OpString, words);
  }
}

void entryPoints(SpirvGiant &giant, uint32_t size) {
  const bool areApart = oneIn(giant.random, 2);
  Id function = 0;
  for (uint32_t index = 0; index < size; ++index) {
    if (areApart || index == 0) {
      function = giant.beginFunction();
      giant.endFunction();
    }
    giant.makeKernel(function, "k" + std::to_string(index));
  }
}

void interfaces(SpirvGiant &giant, uint32_t size) {
  giant.version = 0x00010400; // which wants all variables in all interfaces
  const Id type = giant.pointer(spv::StorageClass::CrossWorkgroup, giant.uintType);
  std::vector<Id> variables;
  for (uint32_t index = 0; index < size; ++index)
    variables.push_back(giant.constant(OpVariable, type, {wordOf(spv::StorageClass::CrossWorkgroup)}));
  for (uint32_t index = 0; index < std::min(size, 1000u); ++index) {
    const Id function = giant.beginFunction();
    giant.endFunction();
    giant.makeKernel(function, "k" + std::to_string(index), oneIn(giant.random, 2) ? variables : std::vector<Id>());
  }
}

void executionModes(SpirvGiant &giant, uint32_t size) {
  for (uint32_t index = 0; index < size / 8 + 1; ++index) {
    const Id function = giant.beginFunction();
    giant.endFunction();
    giant.makeKernel(function, "k" + std::to_string(index));
    for (int copy = 0; copy < 8; ++copy)
      giant.add(SpirvGiant::modes, OpExecutionMode, {function, wordOf(spv::ExecutionMode::LocalSizeHint), 8, 1, 1});
  }
}

} // namespace

const std::vector<GiantShape> giantDeclarations = {
    {"nested structs", 60000, nestedStructs},
    {"nested arrays", 100000, nestedArrays},
    {"nested pointers", 100000, nestedPointers},
    {"structs of pointers", 50000, structsOfPointers},
    {"wide structs", 65000, wideStruct},
    {"long arrays", 1u << 30, longArray},
    {"types of functions", 3000, functionTypes},
    {"many arrays", 60000, manyArrays},
    {"nested constants", 60000, nestedConstants},
    {"long constants", 60000, longConstants},
    {"specialised constants", 100000, specialisedConstants},
    {"many variables", 60000, manyVariables},
    {"decorations", 100000, decorations},
    {"groups of decorations", 60000, decorationGroups},
    {"many names", 100000, manyNames},
    {"a long name", 250000, longName},
    {"strings of arguments", 20000, argumentStrings},
    {"entry points", 60000, entryPoints},
    {"interfaces", 5000, interfaces},
    {"execution modes", 60000, executionModes},
};

} // namespace weft::fuzz
