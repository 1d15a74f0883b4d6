// Tests the manifest's descriptions of kernels and of their arguments.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "CompilerTest.h"

namespace weft::compiler::test {
namespace {

using llvm::json::Array;
using llvm::json::Object;

/// Owns the manifest's JSON while a test reads its elements.
class Manifest {
public:
  explicit Manifest(const Result &result) : value_(manifestOf(result)) {}
  const Object &root() const { return *value_.getAsObject(); }
  const Object &kernel(size_t index) const { return *(*root().getArray("kernels"))[index].getAsObject(); }
  const Object &argument(size_t kernelIndex, size_t index) const {
    return *(*kernel(kernelIndex).getArray("arguments"))[index].getAsObject();
  }
  size_t kernels() const { return root().getArray("kernels")->size(); }

private:
  llvm::json::Value value_;
};

void expectArgument(const Object &argument, const char *name, const char *type, const char *kind, int64_t size,
                    int64_t offset, int64_t alignment) {
  EXPECT_EQ(argument.getString("name"), llvm::StringRef(name));
  EXPECT_EQ(argument.getString("typeName"), llvm::StringRef(type)) << name;
  EXPECT_EQ(argument.getString("kind"), llvm::StringRef(kind)) << name;
  EXPECT_EQ(argument.getInteger("size"), size) << name;
  EXPECT_EQ(argument.getInteger("offset"), offset) << name;
  EXPECT_EQ(argument.getInteger("alignment"), alignment) << name;
}

TEST(Manifest, ArgumentsOfEveryKind) {
  const Manifest manifest(build(R"(
    typedef struct { char c; int i; } pair;
    struct wide { double16 d; char c; };
    kernel void k(global float *g, constant int *c, local float4 *l, char small, float3 three, pair p, long3 wide3,
                  uchar3 tiny, struct wide w, global const volatile int *restrict q, half global *h, double d) {}
  )"));
  ASSERT_EQ(manifest.kernels(), 1u);
  EXPECT_EQ(manifest.kernel(0).getString("name"), llvm::StringRef("k"));
  const auto at = [&](size_t index) -> const Object & { return manifest.argument(0, index); };
  expectArgument(at(0), "g", "float*", "global", 8, 0, 8);
  expectArgument(at(1), "c", "int*", "constant", 8, 8, 8);
  expectArgument(at(2), "l", "float4*", "local", 8, 16, 8);
  expectArgument(at(3), "small", "char", "value", 1, 24, 1);
  expectArgument(at(4), "three", "float3", "value", 16, 32, 16);
  expectArgument(at(5), "p", "pair", "value", 8, 48, 4);
  expectArgument(at(6), "wide3", "long3", "value", 32, 64, 32);
  expectArgument(at(7), "tiny", "uchar3", "value", 4, 96, 4);
  expectArgument(at(8), "w", "struct wide", "value", 256, 128, 128);
  expectArgument(at(9), "q", "int*", "global", 8, 384, 8);
  expectArgument(at(10), "h", "half*", "global", 8, 392, 8);
  expectArgument(at(11), "d", "double", "value", 8, 400, 8);
  EXPECT_EQ(manifest.kernel(0).getInteger("argumentBytes"), 408);
  EXPECT_EQ(at(9).getString("typeQualifiers"), llvm::StringRef("const restrict volatile"));
  EXPECT_EQ(at(1).getString("typeQualifiers"), llvm::StringRef("const"));
  EXPECT_EQ(at(0).getString("typeQualifiers"), llvm::StringRef(""));
  EXPECT_EQ(at(0).getString("accessQualifier"), llvm::StringRef("none"));
}

TEST(Manifest, ImagesAndSamplers) {
  const Result compiled = compile("kernel void k(read_only image2d_t i, sampler_t s, write_only image3d_t o) {}", "",
                                  {}, "cl_khr_3d_image_writes __opencl_c_images");
  ASSERT_EQ(compiled->status, WEFT_COMPILER_OK) << logOf(compiled);
  const Manifest manifest(compiled);
  expectArgument(manifest.argument(0, 0), "i", "image2d_t", "image", 8, 0, 8);
  expectArgument(manifest.argument(0, 1), "s", "sampler_t", "sampler", 4, 8, 4);
  expectArgument(manifest.argument(0, 2), "o", "image3d_t", "image", 8, 16, 8);
  EXPECT_EQ(manifest.argument(0, 0).getString("accessQualifier"), llvm::StringRef("read_only"));
  EXPECT_EQ(manifest.argument(0, 2).getString("accessQualifier"), llvm::StringRef("write_only"));
}

TEST(Manifest, Attributes) {
  const Manifest manifest(build(R"(
    kernel __attribute__((reqd_work_group_size(8, 2, 1))) void a() {}
    kernel __attribute__((work_group_size_hint(4, 1, 1))) __attribute__((vec_type_hint(uint4))) void b() {}
    kernel void c() {}
  )"));
  ASSERT_EQ(manifest.kernels(), 3u);
  EXPECT_EQ(manifest.kernel(0).getString("attributes"), llvm::StringRef("reqd_work_group_size(8,2,1)"));
  EXPECT_EQ(*manifest.kernel(0).getArray("requiredLocalSize"), (Array{8, 2, 1}));
  EXPECT_EQ(manifest.kernel(1).getString("attributes"),
            llvm::StringRef("vec_type_hint(uint4) work_group_size_hint(4,1,1)"));
  EXPECT_EQ(*manifest.kernel(1).getArray("localSizeHint"), (Array{4, 1, 1}));
  EXPECT_EQ(*manifest.kernel(1).getArray("requiredLocalSize"), (Array{0, 0, 0}));
  EXPECT_EQ(manifest.kernel(2).getString("attributes"), llvm::StringRef(""));
  EXPECT_EQ(manifest.kernel(2).getInteger("argumentBytes"), 0);
}

TEST(Manifest, KernelsStandInTheOrderOfTheirDefinitions) {
  const Manifest manifest(build("kernel void z() {} kernel void a() { z(); } kernel void m() {}"));
  ASSERT_EQ(manifest.kernels(), 3u);
  EXPECT_EQ(manifest.kernel(0).getString("name"), llvm::StringRef("z"));
  EXPECT_EQ(manifest.kernel(1).getString("name"), llvm::StringRef("a"));
  EXPECT_EQ(manifest.kernel(2).getString("name"), llvm::StringRef("m"));
}

TEST(Manifest, NonUniformGroupsFollowLanguageVersionAndOption) {
  const auto nonUniform = [](const char *options) {
    return *Manifest(build("kernel void k() {}", options)).kernel(0).getBoolean("nonUniformGroups");
  };
  EXPECT_FALSE(nonUniform(""));
  EXPECT_FALSE(nonUniform("-cl-std=CL1.2"));
  EXPECT_TRUE(nonUniform("-cl-std=CL2.0"));
  EXPECT_TRUE(nonUniform("-cl-std=CL3.0"));
  EXPECT_FALSE(nonUniform("-cl-std=CL3.0 -cl-uniform-work-group-size"));
}

TEST(Manifest, BarriersCountWhereverAKernelMeetsThem) {
  const Manifest manifest(build(R"(
    void wait() { barrier(CLK_LOCAL_MEM_FENCE); }
    kernel void none(global int *x) { x[0] = 1; }
    kernel void own(global int *x) { x[0] = 1; work_group_barrier(CLK_GLOBAL_MEM_FENCE); x[1] = 2; }
    kernel void called(global int *x) { x[0] = 1; wait(); x[1] = 2; }
  )",
                                "-cl-std=CL3.0 -cl-opt-disable"));
  EXPECT_EQ(manifest.kernel(0).getBoolean("hasBarriers"), false);
  EXPECT_EQ(manifest.kernel(1).getBoolean("hasBarriers"), true);
  EXPECT_EQ(manifest.kernel(2).getBoolean("hasBarriers"), true);
}

TEST(Manifest, ArgumentInfoSurvivesLinking) {
  EXPECT_EQ(Manifest(build("kernel void k(int a) {}")).root().getBoolean("argumentInfo"), false);
  EXPECT_EQ(Manifest(build("kernel void k(int a) {}", "-cl-kernel-arg-info")).root().getBoolean("argumentInfo"), true);
}

TEST(Manifest, LibraryIsMarkedAsOne) {
  const Result compiled = compile("float twice(float x) { return 2 * x; }");
  const Result library = link({&compiled}, "-create-library");
  ASSERT_EQ(library->status, WEFT_COMPILER_OK) << logOf(library);
  EXPECT_EQ(Manifest(library).root().getBoolean("library"), true);
  const Result user = compile("float twice(float); kernel void k(global float *x) { *x = twice(*x); }");
  const Result program = link({&user, &library});
  ASSERT_EQ(program->status, WEFT_COMPILER_OK) << logOf(program);
  EXPECT_EQ(Manifest(program).root().getBoolean("library"), false);
  EXPECT_EQ(Manifest(program).kernels(), 1u);
}

} // namespace
} // namespace weft::compiler::test
