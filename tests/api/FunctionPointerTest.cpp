// Tests of pointers to a program's functions: cl_intel_function_pointers, SPV_INTEL_function_pointers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NewNames.h"
#include "support/ApiTest.h"
#include "support/Extension.h"

namespace weft::test {
namespace {

// What spirv-as makes of a kernel "call", each of whose work-items stores what a function gives for its global id, the
// function being its second argument, a ulong; a kernel "tell", which stores pointers to "triple", which the module
// imports, and to "minus_one", which it exports, both of them unary functions of uint; and the latter.
constexpr cl_uint callingModule[] = {
    0x7230203,  0x10200,    0x70000,  39,      0,          0x20011,    6,          0x20011,    4,          0x20011,
    5,          0x20011,    11,       0x20011, 5603,       0x8000a,    0x5f565053, 0x45544e49, 0x75665f4c, 0x6974636e,
    0x705f6e6f, 0x746e696f, 0x737265, 0x3000e, 2,          2,          0x6000f,    6,          1,          0x6c6c6163,
    0,          2,          0x5000f,  6,       3,          0x6c6c6574, 0,          0x40047,    2,          11,
    28,         0x60047,    4,        41,      0x70697274, 0x656c,     1,          0x70047,    5,          41,
    0x756e696d, 0x6e6f5f73, 101,      0,       0x20013,    6,          0x40015,    7,          32,         0,
    0x40015,    8,          64,       0,       0x40017,    9,          8,          3,          0x40020,    10,
    1,          9,          0x40020,  11,      5,          7,          0x40020,    12,         5,          8,
    0x40021,    13,         7,        7,       0x40020,    14,         5605,       13,         0x4002b,    7,
    15,         1,          0x5002b,  8,       16,         1,          0,          0x415e0,    14,         17,
    4,          0x415e0,    14,       18,      5,          0x4003b,    10,         2,          1,          0x50021,
    19,         6,          11,       8,       0x40021,    20,         6,          12,         0x50036,    7,
    4,          0,          13,       0x30037, 7,          21,         0x10038,    0x50036,    6,          1,
    0,          19,         0x30037,  11,      22,         0x30037,    8,          23,         0x200f8,    24,
    0x4003d,    9,          25,       2,       0x50051,    8,          26,         25,         0,          0x40071,
    7,          27,         26,       0x40078, 14,         28,         23,         0x515e1,    7,          29,
    28,         27,         0x50046,  11,      30,         22,         26,         0x5003e,    30,         29,
    2,          4,          0x100fd,  0x10038, 0x50036,    6,          3,          0,          20,         0x30037,
    12,         31,         0x200f8,  32,      0x40075,    8,          33,         17,         0x5003e,    31,
    33,         2,          8,        0x40075, 8,          34,         18,         0x50046,    12,         35,
    31,         16,         0x5003e,  35,      34,         2,          8,          0x100fd,    0x10038,    0x50036,
    7,          5,          0,        13,      0x30037,    7,          36,         0x200f8,    37,         0x50082,
    7,          38,         36,       15,      0x200fe,    38,         0x10038};

// What spirv-as makes of four unary functions of uint: "plus_five", which has no linkage and may be referenced
// indirectly, the exported ones "triple" and "never_pointed_to", and "hidden".
constexpr cl_uint definingModule[] = {
    0x7230203,  0x10200,    0x70000,  20,      0,          0x20011,    6,          0x20011,    4,
    0x20011,    5,          0x20011,  5604,    0x8000a,    0x5f565053, 0x45544e49, 0x75665f4c, 0x6974636e,
    0x705f6e6f, 0x746e696f, 0x737265, 0x3000e, 2,          2,          0x50005,    1,          0x73756c70,
    0x7669665f, 101,        0x40005,  2,       0x64646968, 0x6e65,     0x60047,    3,          41,
    0x70697274, 0x656c,     0,        0x90047, 4,          41,         0x6576656e, 0x6f705f72, 0x65746e69,
    0x6f745f64, 0,          0,        0x30047, 1,          5602,       0x40015,    5,          32,
    0,          0x40021,    6,        5,       5,          0x4002b,    5,          7,          3,
    0x4002b,    5,          8,        5,       0x50036,    5,          1,          0,          6,
    0x30037,    5,          9,        0x200f8, 10,         0x50080,    5,          11,         9,
    8,          0x200fe,    11,       0x10038, 0x50036,    5,          3,          0,          6,
    0x30037,    5,          12,       0x200f8, 13,         0x50084,    5,          14,         12,
    7,          0x200fe,    14,       0x10038, 0x50036,    5,          2,          0,          6,
    0x30037,    5,          15,       0x200f8, 16,         0x200fe,    15,         0x10038,    0x50036,
    5,          4,          0,        6,       0x30037,    5,          17,         0x200f8,    18,
    0x50039,    5,          19,       2,       17,         0x200fe,    19,         0x10038};

class FunctionPointerTest : public ProgramTest {
protected:
  using Programs = std::vector<cl_program>;

  const decltype(&::clGetDeviceFunctionPointerINTEL) find =
      extension<decltype(&::clGetDeviceFunctionPointerINTEL)>(cl, "clGetDeviceFunctionPointerINTEL");
  const Handle<cl_program> calling = compiled(callingModule, sizeof callingModule);
  const Handle<cl_program> defining = compiled(definingModule, sizeof definingModule);
  const Handle<cl_program> program = link({calling.get(), defining.get()});

  Handle<cl_program> compiled(const cl_uint *words, size_t size) const {
    auto made = make([&](cl_int *error) { return ::clCreateProgramWithIL(context, words, size, error); });
    EXPECT_EQ(CL_SUCCESS, ::clCompileProgram(made.get(), 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr))
        << buildLog(made.get());
    return made;
  }
  Handle<cl_program> link(const Programs &inputs, const char *options = "") const {
    return make([&](cl_int *error) {
      return ::clLinkProgram(context, 0, nullptr, options, static_cast<cl_uint>(inputs.size()), inputs.data(), nullptr,
                             nullptr, error);
    });
  }
  cl_ulong pointerTo(cl_program its, const char *name) const {
    cl_ulong pointer = 0;
    EXPECT_EQ(CL_SUCCESS, find(device(), its, name, &pointer)) << name;
    EXPECT_NE(0u, pointer) << name;
    return pointer;
  }
  /// What the function gives for 0 to 3.
  std::vector<cl_uint> called(cl_program its, cl_ulong pointer) const {
    const auto kernel = makeKernel(its, "call");
    const auto buffer = makeBuffer(4 * sizeof(cl_uint));
    const cl_mem argument = buffer.get();
    const size_t items = 4;
    EXPECT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel.get(), 0, sizeof argument, &argument));
    EXPECT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel.get(), 1, sizeof pointer, &pointer));
    EXPECT_EQ(CL_SUCCESS,
              ::clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
    return contents<cl_uint>(argument, 4);
  }
  void expectToWork(cl_program its) const {
    EXPECT_EQ((std::vector<cl_uint>{0, 3, 6, 9}), called(its, pointerTo(its, "triple")));
    EXPECT_EQ((std::vector<cl_uint>{5, 6, 7, 8}), called(its, pointerTo(its, "plus_five")));
    EXPECT_EQ((std::vector<cl_uint>{~0u, 0, 1, 2}), called(its, pointerTo(its, "minus_one")));
    // Another kernel, which is code of its own, has the same pointers.
    EXPECT_EQ((std::vector<cl_ulong>{pointerTo(its, "triple"), pointerTo(its, "minus_one")}),
              written<cl_ulong>(its, "tell", 2, 1));
  }
};

WEFT_API_SUITE(clGetDeviceFunctionPointerINTEL, FunctionPointerTest);

TEST_P(clGetDeviceFunctionPointerINTEL, IsWhatKernelsOfLinkedProgramsCall) {
  expectToWork(program.get());
  expectToWork(link({defining.get(), calling.get()}).get());
}

TEST_P(clGetDeviceFunctionPointerINTEL, KnowsFunctionsOfLibraries) {
  const auto library = link({defining.get()}, "-create-library");
  expectToWork(link({calling.get(), library.get()}).get());
}

TEST_P(clGetDeviceFunctionPointerINTEL, IsTheSameInAProgramFromABinary) {
  const auto loaded = builtFromBinaryOf(program.get());
  expectToWork(loaded.get());
  EXPECT_EQ(pointerTo(program.get(), "plus_five"), pointerTo(loaded.get(), "plus_five"));
}

TEST_P(clGetDeviceFunctionPointerINTEL, NumbersOfNoFunctionCallNothing) {
  for (const cl_ulong pointer : {cl_ulong{0}, cl_ulong{4}, cl_ulong{0x100000001}, ~cl_ulong{0}})
    EXPECT_EQ((std::vector<cl_uint>(4, 0)), called(program.get(), pointer)) << pointer;
}

TEST_P(clGetDeviceFunctionPointerINTEL, InvalidArgValueWhereTheNameIsNoneOfThem) {
  cl_ulong pointer = 77;
  for (const char *name : {"nothing", "hidden", "never_pointed_to", "call", "tripl", ""})
    EXPECT_EQ(CL_INVALID_ARG_VALUE, find(device(), program.get(), name, &pointer)) << name;
  EXPECT_EQ(77u, pointer);
}

TEST_P(clGetDeviceFunctionPointerINTEL, InvalidArgValueWithoutANameOrAPlace) {
  cl_ulong pointer = 77;
  EXPECT_EQ(CL_INVALID_ARG_VALUE, find(device(), program.get(), nullptr, &pointer));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, find(device(), program.get(), "triple", nullptr));
  EXPECT_EQ(77u, pointer);
}

TEST_P(clGetDeviceFunctionPointerINTEL, InvalidProgramExecutable) {
  cl_ulong pointer = 77;
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, find(device(), defining.get(), "plus_five", &pointer));
  EXPECT_EQ(77u, pointer);
}

} // namespace
} // namespace weft::test
