// Writes the sections of a module, and a kernel around what is in it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SpirvGiant.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace weft::fuzz {
namespace {

constexpr unsigned lengthShift = 16;
constexpr size_t mostWords = 0xffff;

template <typename T> uint32_t wordOf(T value) { return static_cast<uint32_t>(value); }

} // namespace

SpirvGiant::SpirvGiant(Random &random) : random(random) {
  for (const auto one : {spv::Capability::Addresses, spv::Capability::Kernel, spv::Capability::Linkage,
                         spv::Capability::Int64, spv::Capability::Vector16})
    add(capabilities, spv::Op::OpCapability, {wordOf(one)});
  // What a module may not have is looked for in its types.
  if (!oneIn(random, 4))
    add(capabilities, spv::Op::OpCapability, {wordOf(spv::Capability::Int8)});
  openCl = newId();
  std::vector<uint32_t> import = {openCl};
  const std::vector<uint32_t> name = text("OpenCL.std");
  import.insert(import.end(), name.begin(), name.end());
  add(sets, spv::Op::OpExtInstImport, import);
  add(sets, spv::Op::OpMemoryModel, {wordOf(spv::AddressingModel::Physical64), wordOf(spv::MemoryModel::OpenCL)});
  voidType = declare(spv::Op::OpTypeVoid);
  boolType = declare(spv::Op::OpTypeBool);
  uintType = declare(spv::Op::OpTypeInt, {32, 0});
  ulongType = declare(spv::Op::OpTypeInt, {64, 0});
  floatType = declare(spv::Op::OpTypeFloat, {32});
  dataType = pointer(spv::StorageClass::CrossWorkgroup, uintType);
  functionType = declare(spv::Op::OpTypeFunction, {voidType, dataType});
  one = number(1);
}

void SpirvGiant::add(Section section, spv::Op opcode, const std::vector<uint32_t> &words) {
  // What no instruction has room for isn't said.
  const size_t length = std::min(words.size() + 1, mostWords);
  words_[section].push_back(wordOf(length) << lengthShift | wordOf(opcode));
  words_[section].insert(words_[section].end(), words.begin(), words.begin() + static_cast<std::ptrdiff_t>(length - 1));
}

SpirvGiant::Id SpirvGiant::declare(spv::Op opcode, const std::vector<uint32_t> &words) {
  std::vector<uint32_t> all = {newId()};
  all.insert(all.end(), words.begin(), words.end());
  add(globals, opcode, all);
  return all[0];
}

SpirvGiant::Id SpirvGiant::constant(spv::Op opcode, Id type, const std::vector<uint32_t> &words) {
  std::vector<uint32_t> all = {type, newId()};
  all.insert(all.end(), words.begin(), words.end());
  add(globals, opcode, all);
  return all[1];
}

SpirvGiant::Id SpirvGiant::pointer(spv::StorageClass storage, Id to) {
  return declare(spv::Op::OpTypePointer, {wordOf(storage), to});
}

SpirvGiant::Id SpirvGiant::compute(spv::Op opcode, Id type, const std::vector<uint32_t> &words) {
  std::vector<uint32_t> all = {type, newId()};
  all.insert(all.end(), words.begin(), words.end());
  say(opcode, all);
  return all[1];
}

SpirvGiant::Id SpirvGiant::label() {
  const Id id = newId();
  label(id);
  return id;
}

SpirvGiant::Id SpirvGiant::beginFunction() {
  const Id function = newId();
  say(spv::Op::OpFunction, {voidType, function, 0, functionType});
  data = newId();
  say(spv::Op::OpFunctionParameter, {dataType, data});
  label();
  return function;
}

SpirvGiant::Id SpirvGiant::beginKernel() {
  const Id function = beginFunction();
  makeKernel(function, "k");
  value = compute(spv::Op::OpLoad, uintType, {data, 2, 4});
  condition = compute(spv::Op::OpINotEqual, boolType, {value, one});
  return function;
}

void SpirvGiant::makeKernel(Id function, const std::string &name, const std::vector<Id> &interface) {
  std::vector<uint32_t> words = {wordOf(spv::ExecutionModel::Kernel), function};
  const std::vector<uint32_t> letters = text(name);
  words.insert(words.end(), letters.begin(), letters.end());
  words.insert(words.end(), interface.begin(), interface.end());
  add(entries, spv::Op::OpEntryPoint, words);
}

void SpirvGiant::endFunction() {
  say(spv::Op::OpReturn);
  say(spv::Op::OpFunctionEnd);
}

void SpirvGiant::store(Id stored) { say(spv::Op::OpStore, {data, stored, 2, 4}); }

std::vector<uint32_t> SpirvGiant::text(const std::string &text) {
  std::vector<uint32_t> words(text.size() / sizeof(uint32_t) + 1);
  std::memcpy(words.data(), text.data(), text.size());
  return words;
}

std::string SpirvGiant::write() const {
  const uint32_t header[] = {spv::MagicNumber, version, 0, nextId_, 0};
  std::string bytes(reinterpret_cast<const char *>(header), sizeof header);
  for (const std::vector<uint32_t> &section : words_)
    bytes.append(reinterpret_cast<const char *>(section.data()), section.size() * sizeof(uint32_t));
  return bytes;
}

} // namespace weft::fuzz
