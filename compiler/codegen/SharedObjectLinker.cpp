// Turns a kernel's object file into a shared object, in memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/SharedObjectLinker.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Endian.h"

#include "codegen/KernelObject.h"
#include "codegen/SharedObjectImage.h"

namespace weft::compiler {
namespace {

namespace elf = llvm::ELF;
namespace endian = llvm::support::endian;

/// Which value the linker writes to the location of a relocation.
enum class RelocationKind { none, address64, address32, distance64, distance32, distanceToSlot };

std::optional<RelocationKind> relocationKindOf(uint32_t type) {
  switch (type) {
  case elf::R_X86_64_NONE:
    return RelocationKind::none;
  case elf::R_X86_64_64:
    return RelocationKind::address64;
  case elf::R_X86_64_32:
    return RelocationKind::address32;
  case elf::R_X86_64_PC64:
    return RelocationKind::distance64;
  case elf::R_X86_64_PC32:
  case elf::R_X86_64_PLT32:
    return RelocationKind::distance32;
  case elf::R_X86_64_GOTPCREL:
  case elf::R_X86_64_GOTPCRELX:
  case elf::R_X86_64_REX_GOTPCRELX:
  case elf::R_X86_64_CODE_4_GOTPCRELX:
    return RelocationKind::distanceToSlot;
  default:
    return std::nullopt;
  }
}

unsigned bytesOf(RelocationKind kind) {
  return kind == RelocationKind::none                                              ? 0
         : kind == RelocationKind::address64 || kind == RelocationKind::distance64 ? 8
                                                                                   : 4;
}

/// Links one object file.
class Linker {
public:
  explicit Linker(KernelObject object) : object_(std::move(object)) {}

  llvm::Expected<std::string> link() {
    for (const KernelRelocation &relocation : object_.relocations)
      if (llvm::Error error = look(relocation))
        return std::move(error);
    SharedObjectImage image(std::move(object_.sections), std::move(object_.contents), object_.symbols,
                            {.slots = slots_.getArrayRef(), .stubs = stubs_.getArrayRef(), .pointers = pointers_});
    for (const KernelRelocation &relocation : object_.relocations)
      if (llvm::Error error = apply(relocation, image))
        return std::move(error);
    return std::move(image).take();
  }

private:
  /// Collects the table entries (addresses and stubs) that a relocation needs. Fails if the linker can't carry out the
  /// relocation.
  llvm::Error look(const KernelRelocation &relocation) {
    const KernelSymbol &symbol = object_.symbols[relocation.symbol];
    const SharedObjectSection &section = object_.sections[relocation.section];
    const auto kind = relocationKindOf(relocation.type);
    if (!kind)
      return refuseToLink("the section " + section.name + " has a relocation of type " + llvm::Twine(relocation.type));
    if (relocation.offset > section.size || bytesOf(*kind) > section.size - relocation.offset)
      return refuseToLink("a relocation lies outside of the section " + section.name);
    if (section.segment == Segment::unloaded)
      return symbol.isDefined && *kind != RelocationKind::distanceToSlot
                 ? llvm::Error::success()
                 : refuseToLink("the section " + section.name + " refers to '" + symbol.name + "'");
    if (symbol.isDefined && !symbol.section && *kind != RelocationKind::none)
      return refuseToLink("it refers to '" + symbol.name + "', which has no address");
    switch (*kind) {
    case RelocationKind::none:
    case RelocationKind::distance64:
      return symbol.isDefined || *kind == RelocationKind::none
                 ? llvm::Error::success()
                 : refuseToLink("it needs the distance of '" + symbol.name + "'");
    case RelocationKind::address32:
      return refuseToLink("it needs the address of '" + symbol.name + "' in 32 bits");
    case RelocationKind::address64:
      if (section.segment != Segment::relocated)
        return refuseToLink("the section " + section.name + ", which nobody may write to, has an address in it");
      pointers_.push_back(relocation);
      return llvm::Error::success();
    case RelocationKind::distance32:
      if (!symbol.isDefined && relocation.type != elf::R_X86_64_PLT32)
        return refuseToLink("it needs the distance of '" + symbol.name + "'");
      if (!symbol.isDefined) {
        stubs_.insert(relocation.symbol);
        slots_.insert(relocation.symbol);
      }
      return llvm::Error::success();
    case RelocationKind::distanceToSlot:
      slots_.insert(relocation.symbol);
      return llvm::Error::success();
    }
    return llvm::Error::success();
  }

  llvm::Error apply(const KernelRelocation &relocation, SharedObjectImage &image) const {
    const KernelSymbol &symbol = object_.symbols[relocation.symbol];
    const RelocationKind kind = *relocationKindOf(relocation.type);
    const auto addend = static_cast<uint64_t>(relocation.addend);
    char *location = image.location(relocation.section) + relocation.offset;
    const uint64_t locationAddress = image.address(relocation.section) + relocation.offset;
    const auto target = [&] {
      if (kind == RelocationKind::distanceToSlot)
        return image.slotAddress(relocation.symbol);
      return symbol.isDefined ? image.address(symbol) : image.stubAddress(relocation.symbol);
    };
    switch (kind) {
    case RelocationKind::none:
      return llvm::Error::success();
    case RelocationKind::address64: // in a loaded section, the loader completes the value
      endian::write64le(location, symbol.isDefined ? target() + addend : 0);
      return llvm::Error::success();
    case RelocationKind::distance64:
      endian::write64le(location, target() + addend - locationAddress);
      return llvm::Error::success();
    case RelocationKind::address32:
      return write32(location, target() + addend, llvm::isUInt<32>(target() + addend), symbol);
    case RelocationKind::distance32:
    case RelocationKind::distanceToSlot: {
      const uint64_t distance = target() + addend - locationAddress;
      return write32(location, distance, llvm::isInt<32>(static_cast<int64_t>(distance)), symbol);
    }
    }
    return llvm::Error::success();
  }

  static llvm::Error write32(char *location, uint64_t value, bool fits, const KernelSymbol &symbol) {
    if (!fits)
      return refuseToLink("'" + symbol.name + "' is too far away");
    endian::write32le(location, static_cast<uint32_t>(value));
    return llvm::Error::success();
  }

  KernelObject object_;
  /// The symbols that have an entry in the table of addresses, and the symbols that are called through such an entry.
  llvm::SmallSetVector<uint32_t, 8> slots_, stubs_;
  std::vector<KernelRelocation> pointers_; ///< locations in loaded sections that hold an address
};

} // namespace

llvm::Expected<std::string> linkSharedObject(llvm::StringRef object) {
  auto read = KernelObject::read(object);
  if (!read)
    return read.takeError();
  return Linker(std::move(*read)).link();
}

} // namespace weft::compiler
