// Pipes: packets that kernels before and after have written and will read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <string>

#include "driver/Inputs.h"
#include "driver/Shape.h"
#include "shapes/GroupReference.h"

namespace weft::exectest {

namespace {

using Ints = std::vector<int>;
using Uints = std::vector<uint32_t>;

std::vector<Range> manyGroups() {
  return {line(64, 16), line(39, 13), line(5, 1), line(2048, 1024), plane({13, 7}, {5, 3})};
}

template <class T> std::string counted(const char *what, T found, T expected) {
  return std::to_string(found) + " " + what + ", expected " + std::to_string(expected);
}

/// These packets in any order.
template <class T> PacketsCheck<T> anyOrder(std::vector<T> expected) {
  std::ranges::sort(expected);
  return [expected = std::move(expected)](std::vector<T> packets) -> std::optional<std::string> {
    std::ranges::sort(packets);
    if (packets == expected)
      return std::nullopt;
    return counted("packets, not those", packets.size(), expected.size());
  };
}

void describeCopy(Case &c) {
  const auto in = wholeNumbers<int>(3 * c.items(), -9999, 9999);
  Ints out;
  for (int packet : in)
    out.push_back(3 * packet + 1);
  c.pipeIn(in, in.size() + 5);
  c.pipeOut<int>(in.size(), anyOrder(out));
  c.inOut(Ints{0}, Ints{0});
}

struct Packet {
  int8_t small;
  int32_t large;
  std::array<int16_t, 4> vector;
};

void describeReservations(Case &c) {
  std::vector<Packet> in;
  for (size_t i = 0; i < 2 * c.items(); ++i) {
    const auto number = static_cast<int16_t>(i);
    in.push_back(
        {static_cast<int8_t>(i % 100), static_cast<int32_t>(i), {number, 7, static_cast<int16_t>(-number), 0}});
  }
  c.pipeIn(in, in.size());
  // The pairs in any order, but each pair in its own.
  c.pipeOut<Packet>(in.size(), [count = in.size()](const std::vector<Packet> &packets) -> std::optional<std::string> {
    if (packets.size() != count)
      return counted("packets", packets.size(), count);
    std::vector<bool> seen(count / 2);
    for (size_t i = 0; i < count; i += 2) {
      const auto first = static_cast<size_t>(-packets[i].vector[0]);
      if (first % 2 != 0 || first >= count || seen[first / 2])
        return "packet " + std::to_string(i) + " is no first one of a pair";
      seen[first / 2] = true;
      for (size_t k : {first, first + 1}) {
        const Packet &packet = packets[i + (k - first)];
        const auto number = static_cast<int16_t>(k);
        if (packet.small != static_cast<int8_t>(k % 100) || packet.large != number - packet.small ||
            packet.vector[0] != -number || packet.vector[1] != 7 || packet.vector[2] != number)
          return "packet " + std::to_string(i + (k - first)) + " has wrong members";
      }
    }
    return std::nullopt;
  });
}

/// Packets of one group, or sub-group, after the other: those of each are numbered from 0 on, and their inputs follow
/// each other.
template <class T, class Lane, class Value>
PacketsCheck<T> together(std::vector<size_t> sizes, Lane lane, Value value) {
  std::ranges::sort(sizes);
  return [=](const std::vector<T> &packets) -> std::optional<std::string> {
    std::vector<size_t> found;
    Uints values;
    for (size_t first = 0; first < packets.size();) {
      size_t end = first + 1;
      while (end < packets.size() && lane(packets[end]) == end - first)
        ++end;
      if (lane(packets[first]) != 0)
        return "packet " + std::to_string(first) + " is of the middle of a group";
      const auto smallest = static_cast<uint32_t>(
          value(packets[first]) < value(packets[end - 1]) ? value(packets[first]) : value(packets[end - 1]));
      for (size_t i = first; i < end; ++i)
        values.push_back(static_cast<uint32_t>(value(packets[i])));
      auto own = Uints(values.end() - static_cast<ptrdiff_t>(end - first), values.end());
      std::ranges::sort(own);
      for (size_t i = 0; i < own.size(); ++i)
        if (own[i] != smallest + i)
          return "packet " + std::to_string(first) + " begins a group whose packets come from several";
      found.push_back(end - first);
      first = end;
    }
    std::ranges::sort(found);
    if (found != sizes)
      return counted("groups", found.size(), sizes.size());
    std::ranges::sort(values);
    for (size_t i = 0; i < values.size(); ++i)
      if (values[i] != i)
        return "packet " + std::to_string(i) + " is missing, or there twice";
    return std::nullopt;
  };
}

Uints numbers(size_t count) {
  Uints all(count);
  for (size_t i = 0; i < count; ++i)
    all[i] = static_cast<uint32_t>(i);
  return all;
}

void describeWorkGroups(Case &c) {
  std::vector<size_t> sizes;
  for (const std::vector<size_t> &group : groupsOf(c.range()))
    sizes.push_back(group.size());
  c.pipeIn(numbers(c.items()), c.items());
  c.pipeOut<uint64_t>(c.items(), together<uint64_t>(
                                     sizes, [](uint64_t packet) { return packet & 0xFFFFFFFF; },
                                     [](uint64_t packet) { return packet >> 32; }));
  const auto groups = static_cast<uint32_t>(sizes.size());
  c.inOut(Uints{0, 0}, Uints{static_cast<uint32_t>(c.items()) - groups, groups});
}

void describeSubGroups(Case &c) {
  c.pipeIn(numbers(c.items()), c.items());
  using Pair = std::array<uint32_t, 2>;
  // Sub-groups have any size, which each packet tells.
  c.pipeOut<Pair>(c.items(), [items = c.items()](const std::vector<Pair> &packets) -> std::optional<std::string> {
    std::vector<bool> seen(items);
    for (size_t first = 0; first < packets.size();) {
      const size_t size = packets[first][1] >> 16;
      if (size == 0 || first + size > packets.size())
        return "packet " + std::to_string(first) + " says that " + std::to_string(size) + " come with it";
      for (size_t lane = 0; lane < size; ++lane) {
        const Pair &packet = packets[first + lane];
        if (packet[1] != (size << 16 | lane) || packet[0] != packets[first][0] - lane || packet[0] >= items ||
            seen[packet[0]])
          return "packet " + std::to_string(first + lane) + " is wrong";
        seen[packet[0]] = true;
      }
      first += size;
    }
    return packets.size() == items ? std::nullopt : std::optional(counted("packets", packets.size(), items));
  });
}

void describeFullAndEmpty(Case &c) {
  const size_t items = c.items();
  const size_t room = items / 2 + 1;
  const size_t offered = items / 3 + 1;
  c.pipeIn(Ints(offered, 5), offered + 3);
  c.pipeOut<int>(room, [room, items](Ints packets) -> std::optional<std::string> {
    std::ranges::sort(packets);
    if (packets.size() != room)
      return counted("packets", packets.size(), room);
    if (std::ranges::adjacent_find(packets) != packets.end() || packets.front() < 0 ||
        packets.back() >= static_cast<int>(items))
      return "packets that no work-item has written";
    return std::nullopt;
  });
  c.scratch<int>(Ints(items), [offered](const Ints &results) -> std::optional<std::string> {
    const auto got = static_cast<size_t>(std::ranges::count(results, 5));
    const auto none = static_cast<size_t>(std::ranges::count(results, -1));
    if (got == std::min(offered, results.size()) && got + none == results.size())
      return std::nullopt;
    return counted("packets read", got, offered);
  });
  c.inOut(Ints(4, 0), {static_cast<int>(std::min(room, items)), static_cast<int>(std::min(offered, items)),
                       static_cast<int>(offered + 3), static_cast<int>(room)});
}

void describeOrder(Case &c) {
  const Ints in = wholeNumbers<int>(1000, -99, 99);
  Ints out = in;
  out.push_back(999 * 1000 / 2);
  c.pipeOut<int>(7, [in](const Ints &packets) -> std::optional<std::string> {
    if (packets == Ints(in.begin(), in.begin() + 7))
      return std::nullopt;
    return "not the first seven packets";
  });
  c.pipeIn(in, 1000);
  c.out(out);
}

} // namespace

Shapes pipeShapes() {
  Shapes shapes = {
      {.name = "pipe-copy", .ranges = manyGroups(), .describe = describeCopy},
      {.name = "pipe-reservations", .ranges = manyGroups(), .describe = describeReservations},
      {.name = "pipe-work-group-reservations", .ranges = manyGroups(), .describe = describeWorkGroups},
      {.name = "pipe-sub-group-reservations",
       .ranges = manyGroups(),
       .describe = describeSubGroups,
       .needsSubGroups = true},
      {.name = "pipe-full-and-empty", .ranges = manyGroups(), .describe = describeFullAndEmpty},
      {.name = "pipe-packets-in-order", .ranges = {line(3, 1), line(64, 64)}, .describe = describeOrder},
  };
  for (Shape &shape : shapes) {
    shape.options = openClC30;
    shape.needsPipes = true;
  }
  return shapes;
}

} // namespace weft::exectest
