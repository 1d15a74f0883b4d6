// Reads the table that maps a kernel's instructions to source lines, and finds the line of an instruction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exec/LineTable.h"

#include <algorithm>
#include <cstring>
#include <link.h>
#include <utility>

namespace weft::cpu {

namespace {

/// Reads numbers one after the other. After the end of the bytes, or after a call of `stop`, all numbers are 0.
class Reader {
public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  bool atEnd() const { return rest_.empty(); }
  void stop() { rest_ = {}; }
  std::string_view take(uint64_t bytes) {
    const std::string_view taken = rest_.substr(0, bytes);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  template <typename Number> Number number() {
    Number value{};
    const std::string_view bytes = take(sizeof value);
    std::memcpy(&value, bytes.data(), bytes.size());
    return value;
  }
  uint64_t unsignedLeb() {
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = number<uint8_t>();
      if (shift < 64)
        value |= uint64_t(byte & 0x7f) << shift;
      if ((byte & 0x80) == 0)
        return value;
    }
  }
  int64_t signedLeb() {
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte = 0;
    do {
      byte = number<uint8_t>();
      if (shift < 64)
        value |= uint64_t(byte & 0x7f) << shift;
      shift += 7;
    } while ((byte & 0x80) != 0);
    if (shift < 64 && (byte & 0x40) != 0)
      value |= ~uint64_t(0) << shift;
    return int64_t(value);
  }
  std::string_view text() {
    const std::string_view taken = take(std::min(rest_.find('\0'), rest_.size()));
    take(1);
    return taken;
  }

private:
  std::string_view rest_;
};

struct Sections {
  std::string_view lines;
  std::string_view lineTexts;
  std::string_view texts;
};

std::string_view part(std::string_view bytes, uint64_t offset, uint64_t size) {
  return offset <= bytes.size() && size <= bytes.size() - offset ? bytes.substr(offset, size) : std::string_view();
}

Sections sectionsOf(std::string_view object) {
  Sections sections;
  const auto header = Reader(object).number<ElfW(Ehdr)>();
  if (header.e_shentsize != sizeof(ElfW(Shdr)))
    return sections;
  const auto sectionAt = [&](unsigned number) {
    return Reader(part(object, header.e_shoff + number * sizeof(ElfW(Shdr)), sizeof(ElfW(Shdr)))).number<ElfW(Shdr)>();
  };
  const auto contents = [&](const ElfW(Shdr) & section) {
    return section.sh_type == SHT_NOBITS ? std::string_view() : part(object, section.sh_offset, section.sh_size);
  };
  const std::string_view names = contents(sectionAt(header.e_shstrndx));
  for (unsigned number = 0; number < header.e_shnum; ++number) {
    const ElfW(Shdr) section = sectionAt(number);
    const std::string_view name = Reader(part(names, section.sh_name, names.size() - section.sh_name)).text();
    if (name == ".debug_line")
      sections.lines = contents(section);
    else if (name == ".debug_line_str")
      sections.lineTexts = contents(section);
    else if (name == ".debug_str")
      sections.texts = contents(section);
  }
  return sections;
}

// The codes of DWARF 5 (7.5.6, 7.22) that are used here.
constexpr uint64_t contentPath = 1, contentFolder = 2;
constexpr uint64_t formString = 0x08, formLineStrp = 0x1f, formStrp = 0x0e, formUdata = 0x0f, formData1 = 0x0b,
                   formData2 = 0x05, formData4 = 0x06, formData8 = 0x07, formData16 = 0x1e;

} // namespace

/// Runs the line number program of one compilation unit. The program adds rows to the table: each maps the instructions
/// from one address on to a line.
class LineProgram {
public:
  LineProgram(const Sections &sections, Reader unit, LineTable &table)
      : sections_(sections), unit_(unit), table_(table) {}

  void run() {
    const bool understood = readHeader();
    while (understood && !unit_.atEnd())
      step();
  }

private:
  struct Entry {
    std::string_view path;
    uint64_t folder = 0;
  };

  bool readHeader() {
    const bool known = unit_.number<uint16_t>() == 5 && unit_.number<uint8_t>() == sizeof(uint64_t);
    unit_.number<uint8_t>(); // size of segment selectors
    const auto headerBytes = unit_.number<uint32_t>();
    Reader header(unit_.take(headerBytes));
    instructionBytes_ = header.number<uint8_t>();
    header.number<uint8_t>(); // operations per instruction
    header.number<uint8_t>(); // whether rows are statements at first
    lineBase_ = header.number<int8_t>();
    lineRange_ = header.number<uint8_t>();
    opcodeBase_ = header.number<uint8_t>();
    if (!known || lineRange_ == 0 || opcodeBase_ == 0)
      return false;
    for (unsigned opcode = 1; opcode < opcodeBase_; ++opcode)
      operands_.push_back(header.number<uint8_t>());
    const std::vector<Entry> folders = readEntries(header);
    firstFile_ = table_.files_.size();
    for (const Entry &file : readEntries(header))
      table_.files_.push_back(pathOf(file, folders));
    return true;
  }

  static std::string pathOf(const Entry &file, const std::vector<Entry> &folders) {
    // Folder 0 is the working directory of the compiler, which tells users nothing. So it is left out.
    if (file.path.starts_with('/') || file.folder == 0 || file.folder >= folders.size())
      return std::string(file.path);
    return std::string(folders[file.folder].path) + "/" + std::string(file.path);
  }

  std::vector<Entry> readEntries(Reader &header) const {
    std::vector<std::pair<uint64_t, uint64_t>> format;
    for (auto left = header.number<uint8_t>(); left != 0; --left) {
      const uint64_t content = header.unsignedLeb();
      format.emplace_back(content, header.unsignedLeb());
    }
    std::vector<Entry> entries;
    for (uint64_t left = header.unsignedLeb(); left != 0 && !header.atEnd(); --left) {
      Entry &entry = entries.emplace_back();
      for (const auto &[content, form] : format) {
        std::string_view text;
        const uint64_t value = readValue(header, form, text);
        if (content == contentPath)
          entry.path = text;
        else if (content == contentFolder)
          entry.folder = value;
      }
    }
    return entries;
  }

  uint64_t readValue(Reader &header, uint64_t form, std::string_view &text) const {
    const auto at = [](std::string_view texts, uint64_t offset) {
      return Reader(part(texts, offset, texts.size() - std::min<uint64_t>(offset, texts.size()))).text();
    };
    switch (form) {
    case formString:
      text = header.text();
      return 0;
    case formLineStrp:
      text = at(sections_.lineTexts, header.number<uint32_t>());
      return 0;
    case formStrp:
      text = at(sections_.texts, header.number<uint32_t>());
      return 0;
    case formUdata:
      return header.unsignedLeb();
    case formData1:
      return header.number<uint8_t>();
    case formData2:
      return header.number<uint16_t>();
    case formData4:
      return header.number<uint32_t>();
    case formData8:
      return header.number<uint64_t>();
    case formData16:
      header.take(16);
      return 0;
    default:
      header.stop();
      return 0;
    }
  }

  // Runs the next instruction of the line number program (DWARF 5, 6.2.5).
  void step() {
    const auto opcode = unit_.number<uint8_t>();
    if (opcode >= opcodeBase_) {
      const unsigned adjusted = opcode - opcodeBase_;
      advance(adjusted / lineRange_);
      line_ += lineBase_ + int64_t(adjusted % lineRange_);
      addRow(line_);
      return;
    }
    switch (opcode) {
    case 0:
      extended();
      break;
    case 1: // copy
      addRow(line_);
      break;
    case 2: // advance_pc
      advance(unit_.unsignedLeb());
      break;
    case 3: // advance_line
      line_ += unit_.signedLeb();
      break;
    case 4: // set_file
      file_ = unit_.unsignedLeb();
      break;
    case 8: // const_add_pc
      advance((255u - opcodeBase_) / lineRange_);
      break;
    case 9: // fixed_advance_pc
      address_ += unit_.number<uint16_t>();
      break;
    default:
      for (unsigned operand = 0; operand < operands_[opcode - 1u]; ++operand)
        unit_.unsignedLeb();
    }
  }

  void extended() {
    const uint64_t bytes = unit_.unsignedLeb();
    Reader instruction(unit_.take(bytes));
    switch (instruction.number<uint8_t>()) {
    case 1: // end_sequence
      addRow(0);
      address_ = 0;
      file_ = 1;
      line_ = 1;
      break;
    case 2: // set_address
      address_ = instruction.number<uint64_t>();
      break;
    default:
      break;
    }
  }

  void advance(uint64_t instructions) { address_ += instructions * instructionBytes_; }

  void addRow(int64_t line) {
    const uint64_t file = std::min(firstFile_ + file_, table_.files_.size());
    table_.rows_.push_back({.address = address_, .file = uint32_t(file), .line = uint32_t(line)});
  }

  const Sections &sections_;
  Reader unit_;
  LineTable &table_;
  size_t firstFile_ = 0;
  std::vector<uint8_t> operands_;
  uint8_t instructionBytes_ = 1;
  int8_t lineBase_ = 0;
  uint8_t lineRange_ = 1;
  uint8_t opcodeBase_ = 1;
  uint64_t address_ = 0;
  uint64_t file_ = 1;
  int64_t line_ = 1;
};

LineTable LineTable::read(std::string_view object) {
  LineTable table;
  const Sections sections = sectionsOf(object);
  Reader lines(sections.lines);
  while (!lines.atEnd()) {
    const auto bytes = lines.number<uint32_t>();
    LineProgram(sections, Reader(lines.take(bytes)), table).run();
  }
  // Most tables have one sequence, whose rows are in order, so nothing has to be sorted. Two rows have the same address
  // if one sequence of instructions ends where the next one begins. The row of the end has no line. The row with a line
  // is sorted last, because `find` uses the last row for an address.
  const auto key = [](const Row &row) { return std::pair(row.address, row.line != 0); };
  if (!std::ranges::is_sorted(table.rows_, {}, &Row::address))
    std::ranges::sort(table.rows_, {}, key);
  return table;
}

SourceLine LineTable::find(uint64_t address) const {
  const auto behind = std::ranges::upper_bound(rows_, address, {}, &Row::address);
  if (behind == rows_.begin())
    return {};
  const Row &row = *std::prev(behind);
  if (row.line == 0 || row.file >= files_.size())
    return {};
  return {.file = files_[row.file].c_str(), .line = row.line};
}

} // namespace weft::cpu
