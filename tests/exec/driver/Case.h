// One launch of one shape: its arguments in order, and what each output must hold afterwards.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_EXEC_CASE_H
#define WEFT_TESTS_EXEC_CASE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "driver/ImageLayout.h"
#include "driver/Range.h"
#include "driver/Tolerance.h"

namespace weft::exectest {

using Bytes = std::vector<std::byte>;

struct PipeLayout {
  size_t packetBytes = 0;
  size_t room = 0; ///< packets
};
template <class T> using PacketsCheck = std::function<std::optional<std::string>(const std::vector<T> &)>;

/// One kernel argument as the driver sets it.
struct Argument {
  enum class Kind { buffer, part, value, local, nullBuffer, image, sampler, pipe };
  Kind kind;
  /// A buffer's or an image's contents before the launch, the packets in a pipe, or a value.
  Bytes bytes;
  /// Of local memory.
  size_t localBytes = 0;
  /// Of a part: the argument whose buffer it belongs to, an earlier one, and which of its bytes; 0 bytes are all of it.
  size_t whole = 0;
  size_t firstByte = 0;
  size_t partBytes = 0;
  bool constant = false; ///< the kernel may not write the buffer: it must be unchanged afterwards
  bool isResult = false; ///< the kernel gives the same bytes each time
  /// Functions of the program: pointers to them, of 64 bits each, are the first bytes.
  std::vector<std::string> functions{};
  /// Looks at a buffer's contents after the launch: a sentence where they are wrong.
  std::function<std::optional<std::string>(const std::byte *)> check;
  ImageLayout image{};
  SamplerChoice sampler{};
  PipeLayout pipe{};
  /// The same for the packets that are left in a pipe.
  std::function<std::optional<std::string>(const Bytes &)> checkPackets{};
};

/// Lines that a launch printed, without their ends, in the order in which they came out.
using Lines = std::vector<std::string>;
using LinesCheck = std::function<std::optional<std::string>(const Lines &)>;

/// Collects arguments in the kernel's order. A shape's describe function calls one of these for each parameter.
class Case {
public:
  Case(const Range &range, size_t index) : range_(range), index_(index) {}

  const Range &range() const { return range_; }
  size_t items() const { return range_.items(); }
  /// The place of this launch among the shape's ranges: for parameters that vary from launch to launch.
  size_t index() const { return index_; }

  /// A buffer that the kernel reads.
  template <class T> void in(const std::vector<T> &contents) {
    arguments_.push_back({.kind = Argument::Kind::buffer, .bytes = bytesOf(contents), .constant = true, .check = {}});
  }
  /// A buffer that the kernel fills. It holds a pattern before, so that an element never written is noticed.
  template <class T> void out(const std::vector<T> &expected, Tolerance tolerance = {}) {
    Bytes pattern(expected.size() * sizeof(T), std::byte{0xCD});
    addChecked(std::move(pattern), expected, tolerance);
  }
  /// A buffer that the kernel reads and writes.
  template <class T> void inOut(const std::vector<T> &before, const std::vector<T> &after, Tolerance tolerance = {}) {
    addChecked(bytesOf(before), after, tolerance);
  }
  /// A buffer whose contents afterwards are not defined, or are judged by `check`.
  template <class T>
  void scratch(const std::vector<T> &before,
               std::function<std::optional<std::string>(const std::vector<T> &)> check = nullptr) {
    Argument argument{.kind = Argument::Kind::buffer, .bytes = bytesOf(before), .check = {}};
    if (check)
      argument.check = [check, count = before.size()](const std::byte *data) {
        std::vector<T> after(count);
        std::memcpy(after.data(), data, count * sizeof(T));
        return check(after);
      };
    arguments_.push_back(std::move(argument));
  }
  /// Says that the last argument depends on the order in which work-items run, within its tolerance.
  void dependsOnOrder() { arguments_.back().isResult = false; }
  /// An image that the kernel reads, fills (it holds a pattern before), or both.
  template <class T> void imageIn(const ImageLayout &layout, const std::vector<T> &contents) {
    in(contents);
    makeImage(layout);
  }
  template <class T>
  void imageOut(const ImageLayout &layout, const std::vector<T> &expected, Tolerance tolerance = {}) {
    out(expected, tolerance);
    makeImage(layout);
  }
  template <class T>
  void imageInOut(const ImageLayout &layout, const std::vector<T> &before, const std::vector<T> &after) {
    inOut(before, after);
    makeImage(layout);
  }
  /// A pipe that holds these packets, which the kernel must all have read, unless `check` judges what is left.
  template <class T> void pipeIn(const std::vector<T> &packets, size_t room, PacketsCheck<T> check = nothingLeft<T>) {
    addPipe(bytesOf(packets), room, std::move(check));
  }
  /// An empty pipe that the kernel fills.
  template <class T> void pipeOut(size_t room, PacketsCheck<T> check) { addPipe<T>({}, room, std::move(check)); }
  void sampler(const SamplerChoice &choice) {
    arguments_.push_back({.kind = Argument::Kind::sampler, .bytes = {}, .check = {}, .sampler = choice});
  }
  /// The buffer of an earlier argument once more, or a sub-buffer of it. What it must hold afterwards is said there.
  void again(size_t argument) { part(argument, 0, 0); }
  void part(size_t argument, size_t firstByte, size_t bytes) {
    arguments_.push_back({.kind = Argument::Kind::part,
                          .bytes = {},
                          .whole = argument,
                          .firstByte = firstByte,
                          .partBytes = bytes,
                          .check = {}});
  }
  void nullBuffer() { arguments_.push_back({.kind = Argument::Kind::nullBuffer, .bytes = {}, .check = {}}); }
  void local(size_t bytes) {
    arguments_.push_back({.kind = Argument::Kind::local, .bytes = {}, .localBytes = bytes, .check = {}});
  }
  /// Passed by value; a vector is a std::array (of four elements where it has three).
  template <class T> void value(const T &value) {
    static_assert(std::is_trivially_copyable_v<T>);
    arguments_.push_back({.kind = Argument::Kind::value, .bytes = bytesOf(std::vector<T>{value}), .check = {}});
  }

  /// Pointers to functions of the program, asked for by their names, in a buffer that the kernel reads; then `others`.
  void functions(std::vector<std::string> names, const std::vector<uint64_t> &others) {
    std::vector<uint64_t> pointers(names.size());
    pointers.insert(pointers.end(), others.begin(), others.end());
    in(pointers);
    arguments_.back().functions = std::move(names);
  }
  /// One of them, passed by value.
  void function(const std::string &name) {
    value(uint64_t{0});
    arguments_.back().functions = {name};
  }

  /// What the launch prints to stdout: these lines in any order, as work-items run in any.
  void prints(Lines expected) {
    std::ranges::sort(expected);
    prints([expected = std::move(expected)](const Lines &printed) { return firstStranger(expected, printed); });
  }
  /// A sentence where the lines are wrong.
  void prints(LinesCheck check) { printed_ = std::move(check); }

  const std::vector<Argument> &arguments() const { return arguments_; }
  /// Empty for a launch whose output nobody looks at.
  const LinesCheck &printed() const { return printed_; }

private:
  static std::optional<std::string> firstStranger(const Lines &expected, Lines printed) {
    std::ranges::sort(printed);
    const auto [wanted, found] = std::ranges::mismatch(expected, printed);
    if (wanted == expected.end() && found == printed.end())
      return std::nullopt;
    const auto shown = [](auto line, const Lines &all) { return line == all.end() ? "nothing" : "'" + *line + "'"; };
    return "of " + std::to_string(printed.size()) + " sorted lines one is " + shown(found, printed) + ", expected " +
           shown(wanted, expected);
  }

  template <class T> static std::optional<std::string> nothingLeft(const std::vector<T> &packets) {
    if (packets.empty())
      return std::nullopt;
    return std::to_string(packets.size()) + " packets were left in it";
  }

  template <class T> void addPipe(Bytes packets, size_t room, PacketsCheck<T> check) {
    arguments_.push_back({.kind = Argument::Kind::pipe,
                          .bytes = std::move(packets),
                          .check = {},
                          .pipe = {.packetBytes = sizeof(T), .room = room},
                          .checkPackets = [check = std::move(check)](const Bytes &left) {
                            std::vector<T> values(left.size() / sizeof(T));
                            std::memcpy(values.data(), left.data(), left.size());
                            return check(values);
                          }});
  }

  void makeImage(const ImageLayout &layout) {
    arguments_.back().kind = Argument::Kind::image;
    arguments_.back().image = layout;
  }

  template <class T> static Bytes bytesOf(const std::vector<T> &values) {
    Bytes bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
  }

  template <class T> void addChecked(Bytes before, const std::vector<T> &expected, Tolerance tolerance) {
    arguments_.push_back({.kind = Argument::Kind::buffer,
                          .bytes = std::move(before),
                          .isResult = true,
                          .check = [expected, tolerance](const std::byte *data) {
                            std::vector<T> actual(expected.size());
                            std::memcpy(actual.data(), data, actual.size() * sizeof(T));
                            return mismatch<T>(actual, expected, tolerance);
                          }});
  }

  Range range_;
  size_t index_;
  std::vector<Argument> arguments_;
  LinesCheck printed_;
};

} // namespace weft::exectest

#endif
