// Scans LLVM bitcode for malformed blocks and excessive counts before LLVM's own reader sees it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/BitcodeScan.h"

#include <algorithm>
#include <cstdint>

#include "llvm/ADT/SmallVector.h"
#include "llvm/Bitcode/LLVMBitCodes.h"
#include "llvm/Bitstream/BitCodes.h"
#include "llvm/Bitstream/BitstreamReader.h"

namespace weft::compiler {
namespace {

using namespace llvm;

/// The greatest parameter index that an attribute may name; the scan fails at a greater one. The index ~0 is allowed,
/// because it stands for the function itself.
constexpr uint64_t parameterLimit = 1 << 16;
/// The greatest nesting depth of blocks; the scan fails at a deeper block. In valid bitcode, the deepest blocks are
/// those of constants, metadata and symbols in functions.
constexpr size_t depthLimit = 8;

Error malformed(const char *what) { return createStringError(what); }

bool announcesTooMuch(unsigned block, unsigned code, ArrayRef<uint64_t> record, uint64_t bytes) {
  switch (block) {
  case bitc::PARAMATTR_GROUP_BLOCK_ID:
    return record.size() > 1 && record[1] > parameterLimit && record[1] != UINT32_MAX;
  case bitc::TYPE_BLOCK_ID_NEW:
    return code == bitc::TYPE_CODE_NUMENTRY && !record.empty() && record[0] > bytes;
  case bitc::FUNCTION_BLOCK_ID:
    return code == bitc::FUNC_CODE_DECLAREBLOCKS && !record.empty() && record[0] > bytes;
  default:
    return false;
  }
}

/// Traverses all blocks of one bitcode stream, and stops at the first flaw.
class Scan {
public:
  explicit Scan(StringRef bitcode) : stream_(arrayRefFromStringRef(bitcode)), bytes_(bitcode.size()) {}

  Error run() {
    Expected<SimpleBitstreamCursor::word_t> magic = stream_.Read(32);
    if (!magic)
      return magic.takeError();
    while (!stream_.AtEndOfStream() || !blocks_.empty()) {
      // Fewer than four bytes after the last block are padding that fills the last word.
      if (blocks_.empty() && stream_.getCurrentByteNo() + 4 > bytes_)
        return Error::success();
      if (Error error = step())
        return error;
    }
    return Error::success();
  }

private:
  Error step() {
    Expected<BitstreamEntry> entry = stream_.advance();
    if (!entry)
      return entry.takeError();
    switch (entry->Kind) {
    case BitstreamEntry::Error:
      return malformed("its blocks don't fit into each other");
    case BitstreamEntry::EndBlock:
      if (blocks_.empty())
        return malformed("a block ends that has not begun");
      blocks_.pop_back();
      return Error::success();
    case BitstreamEntry::SubBlock:
      return enter(entry->ID);
    case BitstreamEntry::Record:
      return readRecord(entry->ID);
    }
    return Error::success();
  }

  Error enter(unsigned id) {
    if (id == bitc::BLOCKINFO_BLOCK_ID) {
      auto info = stream_.ReadBlockInfoBlock();
      if (!info)
        return info.takeError();
      if (!info->has_value())
        return malformed("its blocks are not described");
      info_ = std::move(info->value());
      stream_.setBlockInfo(&info_);
      return Error::success();
    }
    if (blocks_.size() == depthLimit)
      return malformed("its blocks are nested too deeply");
    blocks_.push_back(id);
    return stream_.EnterSubBlock(id);
  }

  Error readRecord(unsigned abbreviation) {
    record_.clear();
    StringRef blob;
    Expected<unsigned> code = stream_.readRecord(abbreviation, record_, &blob);
    if (!code)
      return code.takeError();
    if (announcesTooMuch(blocks_.empty() ? 0 : blocks_.back(), *code, record_, bytes_))
      return malformed("it announces more than it holds");
    return Error::success();
  }

  BitstreamCursor stream_;
  BitstreamBlockInfo info_;
  uint64_t bytes_;
  SmallVector<unsigned, depthLimit> blocks_;
  SmallVector<uint64_t, 64> record_;
};

} // namespace

Error scanBitcode(StringRef bitcode) {
  if (!bitcode.starts_with("BC\xC0\xDE"))
    return malformed("it is no bitcode");
  return Scan(bitcode).run();
}

} // namespace weft::compiler
