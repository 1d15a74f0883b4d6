// Loops and functions that LLVM knows by their shape or their name, and makes other code of.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

/// Elements of a work-item's row.
constexpr size_t pitch = 24;

/// Rows fit local memory.
std::vector<Range> ranges() { return {line(64, 16), line(39, 13), line(5, 1), line(256, 128)}; }

/// A shape on global memory and on local memory.
void addInBoth(Shapes &shapes, const std::function<void(Case &)> &describe, const std::string &file,
               const std::string &type) {
  for (const bool isLocal : {false, true})
    shapes.push_back({.name = file + "-of-" + type + (isLocal ? "-in-local-memory" : ""),
                      .ranges = ranges(),
                      .describe = describe,
                      .options = "-DT=" + type + (isLocal ? " -DIN_LOCAL" : ""),
                      .needsDouble = type == "double",
                      .file = file});
}

template <class T> void tiles(Case &c, size_t elements = pitch) {
  c.local(c.range().groupItems() * elements * sizeof(T));
}

/// Rows of letters and digits with a zero somewhere behind the third.
template <class T> std::vector<std::vector<T>> strings(size_t count) {
  const auto letters = wholeNumbers<int>(count * pitch, 0, 5);
  const auto lengths = wholeNumbers<size_t>(count, 3, pitch - 1, 2);
  std::vector<std::vector<T>> rows(count);
  for (size_t row = 0; row < count; ++row)
    for (size_t i = 0; i < lengths[row]; ++i)
      rows[row].push_back(static_cast<T>("abcd47"[letters[row * pitch + i]]));
  return rows;
}

/// Behind each row stands a zero, then some letters.
template <class T> std::vector<T> inMemory(const std::vector<std::vector<T>> &rows) {
  std::vector<T> text(rows.size() * pitch, static_cast<T>('z'));
  for (size_t row = 0; row < rows.size(); ++row) {
    std::ranges::copy(rows[row], text.begin() + static_cast<ptrdiff_t>(row * pitch));
    text[row * pitch + rows[row].size()] = 0;
  }
  return text;
}

template <class T> void describeStringLengths(Case &c) {
  const auto rows = strings<T>(c.items());
  std::vector<int> lengths;
  for (size_t id = 0; id < c.items(); ++id) {
    const int length = static_cast<int>(rows[id].size());
    lengths.insert(lengths.end(), {length, length, length - static_cast<int>(id % 3)});
  }
  c.in(inMemory(rows));
  c.out(lengths);
  tiles<T>(c);
  c.value(static_cast<int>(pitch));
}

template <class T> int placeOf(const std::vector<T> &row, auto place) { return static_cast<int>(place - row.begin()); }

template <class T> void describeStringFunctions(Case &c) {
  const auto rows = strings<T>(c.items());
  auto copies = inMemory(rows);
  std::vector<int> found;
  for (size_t id = 0; id < c.items(); ++id) {
    const std::vector<T> &row = rows[id], &other = rows[id / 2];
    std::fill_n(copies.begin() + static_cast<ptrdiff_t>(id * pitch + row.size() + 1), pitch - row.size() - 1,
                static_cast<T>('Z'));
    const auto [own, others] = std::ranges::mismatch(row, other);
    const auto last = std::ranges::find(row.rbegin(), row.rend(), static_cast<T>('b'));
    const auto stranger =
        std::ranges::find_if(row, [](T letter) { return letter != 'a' && letter != 'd' && letter != '7'; });
    uint32_t number = 0;
    for (const T letter : row)
      if (letter == '4' || letter == '7')
        number = number * 10 + static_cast<uint32_t>(letter - '0');
    found.push_back(static_cast<int>(row.size()));
    found.push_back((own == row.end() ? 0 : static_cast<int>(*own)) -
                    (others == other.end() ? 0 : static_cast<int>(*others)));
    found.push_back(placeOf(row, std::ranges::find(row, static_cast<T>('c'))));
    found.push_back(last == row.rend() ? -1 : placeOf(row, last.base() - 1));
    found.push_back(placeOf(row, stranger));
    found.push_back(static_cast<int>(number));
  }
  c.in(inMemory(rows));
  c.out(copies);
  c.out(found);
  tiles<T>(c);
  c.value(static_cast<int>(pitch));
}

/// Rows of few values; each second one is like the one before but for one element, or wholly.
template <class T> std::vector<std::vector<T>> similarRows(size_t count) {
  const auto values = wholeNumbers<T>(count * pitch, 0, 30);
  std::vector<std::vector<T>> rows;
  for (size_t row = 0; row < count; ++row) {
    const auto first = values.begin() + static_cast<ptrdiff_t>(row * pitch);
    rows.emplace_back(first, first + pitch);
    if (row % 2 == 1) {
      rows[row] = rows[row - 1];
      if (row % 7 != 0)
        rows[row][row % pitch] = static_cast<T>(rows[row][row % pitch] + static_cast<T>(row % 3) - 1);
    }
  }
  return rows;
}

template <class T> void describeSearches(Case &c) {
  const auto rows = similarRows<T>(c.items());
  const std::vector<T> sought = {17, 3, 11, 29};
  std::vector<int> found;
  std::vector<T> memory;
  for (size_t id = 0; id < c.items(); ++id) {
    const std::vector<T> &row = rows[id], &other = rows[(id ^ 1) % c.items()];
    const auto [own, others] = std::ranges::mismatch(row, other);
    found.push_back(placeOf(row, std::ranges::find(row, sought[0])));
    found.push_back(placeOf(row, std::find_first_of(row.begin(), row.end(), sought.begin() + 1, sought.end())));
    found.push_back(placeOf(row, own));
    found.push_back(own == row.end() ? 0 : *own < *others ? -1 : 1);
    found.push_back(std::equal(row.begin(), row.begin() + 8, other.begin()) ? 1 : 0);
    memory.insert(memory.end(), row.begin(), row.end());
  }
  c.in(memory);
  c.in(sought);
  c.out(found);
  tiles<T>(c);
  c.value(static_cast<int>(pitch));
}

template <class T> void describeEqualStructs(Case &c) {
  std::vector<std::array<T, 8>> records(c.items());
  for (size_t id = 0; id < c.items(); ++id) {
    records[id].fill(static_cast<T>(id % 5));
    records[id][id % 8] = static_cast<T>(id % 3);
  }
  std::vector<int> found;
  for (const auto &record : records)
    found.push_back(static_cast<int>(std::ranges::find(records, record) - records.begin()));
  c.in(records);
  c.out(found);
  tiles<T>(c, 8);
  c.value(static_cast<int>(c.items()));
}

template <class T> void describeFills(Case &c) {
  const T value = static_cast<T>(0x5A5B5C5D5E5FULL);
  std::vector<T> out;
  for (size_t id = 0; id < c.items(); ++id) {
    std::vector<T> row(pitch, 0);
    std::fill_n(row.begin(), 8, value);
    std::fill_n(row.begin() + 12, 4, static_cast<T>(-1));
    for (size_t i = 16; i < pitch; ++i)
      row[i] = i % 2 == 0 ? value : static_cast<T>(value + T{1});
    if (id % 4 == 3)
      std::fill(row.begin() + static_cast<ptrdiff_t>(id % 7), row.begin() + 16, T{7});
    out.insert(out.end(), row.begin(), row.end());
  }
  c.out(out);
  c.value(value);
  tiles<T>(c);
  c.value(static_cast<int>(pitch));
}

template <class T> void describeCopies(Case &c) {
  const auto from = wholeNumbers<T>(c.items() * pitch, 0, 40);
  std::vector<T> to;
  for (size_t id = 0; id < c.items(); ++id) {
    const auto first = from.begin() + static_cast<ptrdiff_t>(id * pitch);
    std::vector<T> row(first, first + pitch);
    std::ranges::rotate(row.begin(), row.begin() + 1, row.begin() + 8);
    row[7] = first[7];
    std::ranges::rotate(row.begin() + 8, row.begin() + 15, row.begin() + 16);
    row[8] = first[8];
    std::copy_n(first, 6, row.begin() + 16);
    for (size_t i = 22; i < pitch && first[static_cast<ptrdiff_t>(i) - 22] != 0; ++i)
      row[i] = first[static_cast<ptrdiff_t>(i) - 22];
    to.insert(to.end(), row.begin(), row.end());
  }
  c.in(from);
  c.out(to);
  tiles<T>(c);
  c.value(static_cast<int>(pitch));
}

template <class T> void describeBitLoops(Case &c) {
  auto in = anyBits<T>(c.items());
  std::vector<int> out;
  for (size_t id = 0; id < c.items(); ++id) {
    if (in[id] == 0 || id % 5 == 0)
      in[id] = static_cast<T>(T{1} << (id % (sizeof(T) * 8)));
    const T x = in[id];
    const auto low = static_cast<uint32_t>(x);
    const int bits = sizeof(T) * 8;
    out.push_back(std::popcount(x));
    out.push_back(bits - 1 - std::countl_zero(x));
    out.push_back(std::countr_zero(x));
    out.push_back(std::countl_zero(x));
    out.push_back(static_cast<int>(std::bit_width(x)));
    out.push_back(std::countl_zero(static_cast<T>(x | 1)));
    out.push_back(std::popcount(low));
    out.push_back(low == 0 ? 0 : std::countr_zero(low));
  }
  c.in(in);
  c.out(out);
}

/// The remainder of the message times x^degree by a polynomial, whose highest coefficient isn't told.
uint32_t remainderOf(std::vector<bool> message, unsigned degree, uint32_t polynomial) {
  message.resize(message.size() + degree);
  for (size_t at = 0; at + degree < message.size(); ++at)
    if (message[at])
      for (unsigned i = 0; i < degree; ++i)
        message[at + 1 + i] = message[at + 1 + i] != ((polynomial >> (degree - 1 - i) & 1) != 0);
  uint32_t remainder = 0;
  for (size_t at = message.size() - degree; at < message.size(); ++at)
    remainder = remainder << 1 | (message[at] ? 1U : 0U);
  return remainder;
}

/// A check that begins with `start`, whose bits change the first ones of the message.
uint32_t checksum(const uint8_t *bytes, unsigned degree, uint32_t polynomial, uint32_t start, bool reflects) {
  std::vector<bool> message;
  for (size_t i = 0; i < pitch; ++i)
    for (unsigned bit = 0; bit < 8; ++bit)
      message.push_back((bytes[i] >> (reflects ? bit : 7 - bit) & 1) != 0);
  for (unsigned i = 0; i < degree; ++i)
    message[i] = message[i] != ((start >> (degree - 1 - i) & 1) != 0);
  const uint32_t remainder = remainderOf(std::move(message), degree, polynomial);
  if (!reflects)
    return remainder;
  uint32_t turned = 0;
  for (unsigned i = 0; i < degree; ++i)
    turned |= (remainder >> i & 1U) << (degree - 1 - i);
  return turned;
}

void describeChecksums(Case &c) {
  const auto data = anyBits<uint8_t>(c.items() * pitch);
  std::vector<uint32_t> out;
  for (size_t id = 0; id < c.items(); ++id) {
    const uint8_t *row = data.data() + id * pitch;
    out.push_back(~checksum(row, 32, 0x04C11DB7, 0xFFFFFFFF, true));
    out.push_back(checksum(row, 16, 0x1021, 0, false));
    out.push_back(checksum(row, 16, 0x8005, 0xFFFF, true));
    out.push_back(checksum(row, 8, 0x07, 0, false));
  }
  c.in(data);
  c.out(out);
  tiles<uint8_t>(c);
  c.value(static_cast<int>(pitch));
}

void describeWordArithmetic(Case &c) {
  using Wide = unsigned __int128;
  const auto in = anyBits<uint64_t>(c.items() * 2);
  std::vector<uint64_t> out;
  for (size_t id = 0; id < c.items(); ++id) {
    const uint64_t x = in[2 * id], y = in[2 * id + 1];
    const auto a = static_cast<uint32_t>(x), b = static_cast<uint32_t>(y);
    uint32_t reversed = 0;
    for (unsigned bit = 0; bit < 32; ++bit)
      reversed = reversed << 1 | (a >> bit & 1U);
    const Wide product = static_cast<Wide>(x) * y, sum = static_cast<Wide>(x) + y;
    out.push_back(std::byteswap(a));
    out.push_back(reversed);
    out.push_back(std::rotl(a, static_cast<int>(b & 31)));
    out.push_back(static_cast<uint64_t>(product >> 64));
    out.push_back(sum >> 64 != 0 ? ~uint64_t{0} : static_cast<uint64_t>(sum));
    out.push_back(product >> 64 != 0 ? 1 : 0);
    out.push_back(static_cast<uint64_t>(sum / 2));
    out.push_back(std::max(a, b) - b);
    out.push_back((x >> 40) * 0xAAAB % 1000003 / 7);
  }
  c.in(in);
  c.out(out);
}

template <class T> void describeMathRewrites(Case &c) {
  const auto in = fractions<T>(c.items(), 0.5, 4.0);
  const auto exponents = wholeNumbers<int>(c.items(), -3, 5);
  std::vector<T> out;
  for (size_t id = 0; id < c.items(); ++id) {
    const T x = in[id];
    const int n = exponents[id];
    const double wide = x, whole = n;
    for (const double value :
         {std::exp2(whole), std::exp2(whole), std::sqrt(wide), wide * wide, std::pow(wide, whole), wide,
          std::sin(wide) + std::cos(wide), std::fmod(wide, 0.75), wide, std::exp2(whole) * std::pow(10.0, whole),
          wide + whole + std::abs(whole),
          std::floor(wide) + std::ceil(wide) + std::trunc(wide) + std::rint(wide) + std::round(wide)})
      out.push_back(static_cast<T>(value));
  }
  c.in(in);
  c.in(exponents);
  c.out(out, {.ulps = 32, .absolute = sizeof(T) == 8 ? 1e-14 : 1e-6});
}

void describeLibraryNames(Case &c) {
  const auto text = wholeNumbers<int8_t>(c.items() * 4, 0, 3);
  std::vector<int> out;
  std::vector<int8_t> bytes(c.items() * 16);
  std::vector<int> count(c.items(), 4);
  for (size_t id = 0; id < c.items(); ++id) {
    const int8_t *row = text.data() + id * 4;
    const int own = static_cast<int>(id);
    const double places = own;
    for (const int value :
         {own % 8 == 5 ? 1 : 0, own + 1000, own * 3, -own, row[0] * 2, row[0] == 0 ? 77 : 78, row[0] - row[1] + 9,
          4 + 2 * row[0], 1, 7 - own % 3, static_cast<int>((places + 0.25) * 4), static_cast<int>(places + 2.0)})
      out.push_back(value);
    bytes[id * 16 + 3] = 6;
    bytes[id * 16 + 8] = row[2];
    bytes[id * 16 + 12] = static_cast<int8_t>(row[0] + 3);
  }
  c.in(text);
  c.out(out);
  c.out(bytes);
  c.inOut(count, std::vector<int>(c.items(), 5));
}

template <class T> void addRows(Shapes &shapes, const std::string &type) {
  addInBoth(shapes, describeSearches<T>, "searches", type);
  addInBoth(shapes, describeEqualStructs<T>, "equal-structs", type);
  addInBoth(shapes, describeFills<T>, "fills", type);
  addInBoth(shapes, describeCopies<T>, "copies", type);
}

template <class T> void addStrings(Shapes &shapes, const std::string &type) {
  addInBoth(shapes, describeStringLengths<T>, "string-lengths", type);
  addInBoth(shapes, describeStringFunctions<T>, "string-functions", type);
}

template <class T> Shape bitLoops(const std::string &type) {
  return {.name = "bit-loops-of-" + type,
          .ranges = ranges(),
          .describe = describeBitLoops<T>,
          .options = "-DT=" + type,
          .file = "bit-loops"};
}

} // namespace

Shapes idiomShapes() {
  Shapes shapes = {
      bitLoops<uint8_t>("uchar"),
      bitLoops<uint16_t>("ushort"),
      bitLoops<uint32_t>("uint"),
      bitLoops<uint64_t>("ulong"),
      {.name = "word-arithmetic", .ranges = ranges(), .describe = describeWordArithmetic},
      {.name = "math-rewrites-of-float",
       .ranges = ranges(),
       .describe = describeMathRewrites<float>,
       .options = "-DT=float",
       .file = "math-rewrites"},
      {.name = "math-rewrites-of-double",
       .ranges = ranges(),
       .describe = describeMathRewrites<double>,
       .options = "-DT=double",
       .needsDouble = true,
       .file = "math-rewrites"},
      {.name = "library-names", .ranges = ranges(), .describe = describeLibraryNames, .needsDouble = true},
  };
  addStrings<int8_t>(shapes, "char");
  addStrings<uint8_t>(shapes, "uchar");
  addStrings<uint16_t>(shapes, "ushort");
  addStrings<int32_t>(shapes, "int");
  addStrings<uint32_t>(shapes, "uint");
  addStrings<int64_t>(shapes, "long");
  addRows<uint8_t>(shapes, "uchar");
  addRows<int16_t>(shapes, "short");
  addRows<int32_t>(shapes, "int");
  addRows<uint64_t>(shapes, "ulong");
  addRows<double>(shapes, "double");
  addInBoth(shapes, describeChecksums, "checksums", "uchar");
  return shapes;
}

} // namespace weft::exectest
