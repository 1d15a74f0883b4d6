// The list of all entry points of the platform, and the check that a test's table is complete.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/EntryPointList.h"

#include <CL/cl.h>
#include <CL/cl_egl.h>
#include <CL/cl_ext.h>
#include <CL/cl_gl.h>

#include <algorithm>
#include <array>
#include <concepts>

#include <gtest/gtest.h>

#include "NewNames.h"

namespace weft::test {

namespace {

template <typename T, typename... Types> constexpr bool isOneOf = (std::same_as<T, Types> || ...);
template <typename T>
constexpr bool isHandle =
    isOneOf<T, cl_platform_id, cl_device_id, cl_context, cl_command_queue, cl_mem, cl_sampler, cl_program, cl_kernel,
            cl_event, cl_command_buffer_khr, cl_mutable_command_khr, cl_semaphore_khr>;
template <typename T> constexpr bool isListOfHandles = false;
template <typename T> constexpr bool isListOfHandles<const T *> = isHandle<T>;

template <typename Function> struct Signature;
template <typename Result, typename... Arguments> struct Signature<Result(Arguments...)> {
  static constexpr bool takesWaitList() {
    const std::array<bool, sizeof...(Arguments)> counts{std::same_as<Arguments, cl_uint>...};
    const std::array<bool, sizeof...(Arguments)> lists{std::same_as<Arguments, const cl_event *>...};
    const std::array<bool, sizeof...(Arguments)> places{std::same_as<Arguments, cl_event *>...};
    for (size_t i = 2; i < sizeof...(Arguments); ++i)
      if (counts[i - 2] && lists[i - 1] && places[i])
        return true;
    return false;
  }
  static constexpr EntryPoint describe(std::string_view name) {
    const unsigned all = (0u + ... + unsigned(isHandle<Arguments> || isListOfHandles<Arguments>));
    return {name, all - takesWaitList(), takesWaitList()};
  }
};

constexpr EntryPoint entries[] = {
#define WEFT_ENTRY(name) Signature<decltype(::name)>::describe(#name),
#define WEFT_ENTRY_AS(name, like) Signature<decltype(::like)>::describe(#name),
#include "EntryPoints.def"
};

} // namespace

std::span<const EntryPoint> entryPointList() { return entries; }

void expectLines(const std::vector<std::string_view> &lines, std::span<const Exemption> exemptions,
                 unsigned (*needed)(const EntryPoint &entry)) {
  std::vector<std::string_view> all = lines;
  for (const Exemption &exemption : exemptions) {
    EXPECT_FALSE(exemption.reason.empty()) << exemption.name;
    all.push_back(exemption.name);
  }
  for (const EntryPoint &entry : entries)
    EXPECT_EQ(needed(entry), std::ranges::count(all, entry.name)) << "lines or exemptions for " << entry.name;
  for (std::string_view name : all)
    EXPECT_TRUE(std::ranges::count(entries, name, &EntryPoint::name) == 1) << name << " is no entry point";
}

} // namespace weft::test
