// Tests of what the device says of SPIR-V (cl_khr_spirv_queries), held against what builds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstring>
#include <set>

#include "NewNames.h"
#include "support/ApiTest.h"

namespace weft::test {
namespace {

// What spirv-as makes of a kernel that does nothing, for SPIR-V 1.6: the header; the capabilities Kernel and Addresses;
// the rest.
constexpr cl_uint moduleHeader[] = {0x7230203, 0x10600, 0x70000, 5, 0};
constexpr cl_uint moduleCapabilities[] = {0x20011, 6, 0x20011, 4};
constexpr cl_uint moduleRest[] = {0x3000e, 2,       2, 0x4000f, 6, 1, 0x6b,    0x20013, 2,       0x30021, 3,
                                  2,       0x50036, 2, 1,       0, 3, 0x200f8, 4,       0x100fd, 0x10038};

class SpirvQueriesTest : public ProgramTest {
protected:
  std::vector<std::string> names(cl_device_info query) {
    const auto pointers = infoArray<const char *>(cl.clGetDeviceInfo, device(), query);
    return {pointers.begin(), pointers.end()};
  }
  std::set<cl_uint> capabilities() {
    const auto numbers = infoArray<cl_uint>(cl.clGetDeviceInfo, device(), CL_DEVICE_SPIRV_CAPABILITIES_KHR);
    return {numbers.begin(), numbers.end()};
  }

  /// An instruction whose operands are `first` and a string.
  static std::vector<cl_uint> withText(cl_uint opcode, std::vector<cl_uint> first, const std::string &text) {
    const size_t words = text.size() / 4 + 1;
    std::vector<cl_uint> instruction = {static_cast<cl_uint>(1 + first.size() + words) << 16 | opcode};
    instruction.insert(instruction.end(), first.begin(), first.end());
    instruction.resize(instruction.size() + words);
    std::memcpy(&instruction[1 + first.size()], text.data(), text.size());
    return instruction;
  }

  /// Whether a module that declares all this builds. The sets are imported as %5 and so on.
  bool builds(const std::vector<cl_uint> &extraCapabilities, const std::vector<std::string> &extensions,
              const std::vector<std::string> &sets) {
    std::vector<cl_uint> words(std::begin(moduleHeader), std::end(moduleHeader));
    words[3] += static_cast<cl_uint>(sets.size());
    const auto add = [&](const auto &more) { words.insert(words.end(), std::begin(more), std::end(more)); };
    add(moduleCapabilities);
    for (const cl_uint capability : extraCapabilities)
      add(std::vector<cl_uint>{0x20011, capability});
    for (const std::string &extension : extensions)
      add(withText(10, {}, extension));
    for (cl_uint i = 0; i < sets.size(); ++i)
      add(withText(11, {5 + i}, sets[i]));
    add(moduleRest);
    cl_int error = 1;
    const Handle<cl_program> program(
        ::clCreateProgramWithIL(context, words.data(), words.size() * sizeof(cl_uint), &error));
    if (error != CL_SUCCESS)
      return false;
    const bool built = ::clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS;
    log_ = built ? "" : buildLog(program.get());
    return built;
  }

  std::string log_;
};

WEFT_API_SUITE(SpirvQueries, SpirvQueriesTest);

TEST_P(SpirvQueries, AllThatIsReportedBuilds) {
  const auto extensions = names(CL_DEVICE_SPIRV_EXTENSIONS_KHR);
  const auto sets = names(CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR);
  const std::set<cl_uint> reported = capabilities();
  EXPECT_TRUE(builds({reported.begin(), reported.end()}, extensions, sets)) << log_;
}

TEST_P(SpirvQueries, NothingElseBuilds) {
  const std::set<cl_uint> reported = capabilities();
  // 0 and 1, Matrix and Shader, stand for capabilities that they imply, and may be declared. Behind 72 a gap begins.
  for (cl_uint capability = 2; capability < 72; ++capability)
    if (!reported.contains(capability))
      EXPECT_FALSE(builds({capability}, {}, {})) << capability;
  EXPECT_FALSE(builds({}, {"SPV_KHR_nobody_has_this"}, {}));
  EXPECT_NE(std::string::npos, log_.find("SPV_KHR_nobody_has_this")) << log_;
  EXPECT_FALSE(builds({}, {}, {"GLSL.std.450"}));
}

// OpenCL's environment for SPIR-V, chapters "Required Capabilities" and "OpenCL Extensions", for what the device
// reports.
TEST_P(SpirvQueries, ReportWhatTheEnvironmentRequires) {
  const std::set<cl_uint> reported = capabilities();
  // In the order of the chapter: Addresses, Float16Buffer, Int64, Int16, Int8, Kernel, Linkage, Vector16,
  // GenericPointer, Groups, ImageBasic, Float64, LiteralSampler, Sampled1D, Image1D, SampledBuffer, ImageBuffer,
  // ImageReadWrite, SubgroupDispatch, GroupNonUniformShuffle and -Relative, DotProduct with its inputs,
  // BitInstructions, GroupNonUniformRotateKHR; then Float16, Int64Atomics.
  for (const cl_uint needed : {4,  8,  11, 22, 39, 6,  5,  7,    38,   18,   13,   10,   20, 43,
                               44, 46, 47, 14, 58, 65, 66, 6019, 6017, 6018, 6025, 6026, 9,  12})
    EXPECT_TRUE(reported.contains(needed)) << needed;
  const auto sets = names(CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR);
  EXPECT_EQ(1, std::ranges::count(sets, "OpenCL.std"));
  EXPECT_EQ(1, std::ranges::count(sets, "OpenCL.DebugInfo.100")); // cl_khr_spirv_extended_debug_info
  const auto extensions = names(CL_DEVICE_SPIRV_EXTENSIONS_KHR);
  for (const char *needed : {"SPV_KHR_bit_instructions", "SPV_KHR_integer_dot_product", "SPV_KHR_subgroup_rotate",
                             "SPV_KHR_no_integer_wrap_decoration", "SPV_KHR_linkonce_odr", "SPV_KHR_expect_assume",
                             "SPV_KHR_uniform_group_instructions"})
    EXPECT_EQ(1, std::ranges::count(extensions, needed)) << needed;
}

// Extensions that have instructions of SPIR-V besides functions of OpenCL C are there where modules may use both.
TEST_P(SpirvQueries, AgreeWithTheExtensions) {
  const std::string extensions = " " + infoString(cl.clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS) + " ";
  const auto spirv = names(CL_DEVICE_SPIRV_EXTENSIONS_KHR);
  for (const auto &[name, ofSpirv] : {std::pair{" cl_intel_spirv_subgroups ", "SPV_INTEL_subgroups"},
                                      {" cl_intel_bfloat16_conversions ", "SPV_INTEL_bfloat16_conversion"}})
    EXPECT_EQ(std::ranges::count(spirv, ofSpirv) == 1, extensions.contains(name)) << name;
}

} // namespace
} // namespace weft::test
