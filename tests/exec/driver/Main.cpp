// Runs every shape with every of its launches on the first OpenCL device in view; one test for each.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "driver/Session.h"
#include "driver/Shape.h"
#include "driver/Spirv.h"

namespace weft::exectest {

namespace {

struct Family {
  const char *name;
  Shapes (*shapes)();
};

constexpr Family families[] = {
    {"barrier-loop", barrierLoopShapes},
    {"barrier-branch", barrierBranchShapes},
    {"barrier-function", barrierFunctionShapes},
    {"barrier-place", barrierPlaceShapes},
    {"barrier-value", barrierValueShapes},
    {"collective", collectiveShapes},
    {"local-memory", localMemoryShapes},
    {"algorithm", algorithmShapes},
    {"matrix", matrixShapes},
    {"private-array", privateArrayShapes},
    {"own-row", ownRowShapes},
    {"bounds-guard", boundsGuardShapes},
    {"work-item-function", workItemFunctionShapes},
    {"argument", argumentShapes},
    {"overlapping-argument", overlappingArgumentShapes},
    {"control-flow", controlFlowShapes},
    {"cxx", cxxShapes},
    {"memory", memoryShapes},
    {"vector", vectorShapes},
    {"vector-access", vectorAccessShapes},
    {"conversion", conversionShapes},
    {"integer-builtin", integerBuiltinShapes},
    {"half", halfShapes},
    {"bit-operation", bitOperationShapes},
    {"idiom", idiomShapes},
    {"math-builtin", mathBuiltinShapes},
    {"common-builtin", commonBuiltinShapes},
    {"relational-builtin", relationalBuiltinShapes},
    {"atomic", atomicShapes},
    {"generic-pointer", genericPointerShapes},
    {"program-variable", programVariableShapes},
    {"undefined-value", undefinedValueShapes},
    {"long-kernel", longKernelShapes},
    {"sub-group", subGroupShapes},
    {"sub-group-block", subGroupBlockShapes},
    {"spin", spinShapes},
    {"row", rowShapes},
    {"printf", printfShapes},
    {"image", imageShapes},
    {"pipe", pipeShapes},
    {"enqueue", enqueueShapes},
    {"spirv-module", spirvModuleShapes},
};

} // namespace

Shapes allShapes() {
  Shapes all;
  for (const Family &family : families)
    for (Shape &shape : family.shapes()) {
      shape.family = family.name;
      all.push_back(std::move(shape));
    }
  return all;
}

namespace {

// A kernel that nobody launches is a test that can't fail.
TEST(Shapes, HaveEveryKernelFile) {
  std::set<std::filesystem::path> launched;
  for (const Shape &shape : allShapes())
    launched.insert(shape.path());
  for (const auto &entry : std::filesystem::recursive_directory_iterator(WEFT_EXEC_KERNELS))
    if (entry.path().extension() == ".cl" || entry.path().extension() == ".spvasm")
      EXPECT_TRUE(launched.contains(entry.path())) << entry.path() << " belongs to no shape of its folder's family";
}

/// One shape with one of its launches.
class ShapeTest : public testing::Test {
public:
  ShapeTest(Session &session, const Shape &shape, size_t launch) : session_(session), shape_(shape), launch_(launch) {}

  void TestBody() override {
    const Range &range = shape_.ranges[launch_];
    if (std::string obstacle = session_.obstacle(shape_, range); !obstacle.empty())
      GTEST_SKIP() << obstacle;
    Case launch(range, launch_);
    shape_.describe(launch);
    try {
      for (const std::string &sentence : session_.run(shape_, launch))
        ADD_FAILURE() << "kernel " << shape_.kernelName() << ", NDRange " << range.name() << ": " << sentence;
    } catch (const NoSpirv &none) {
      GTEST_SKIP() << none.what();
    }
  }

private:
  Session &session_;
  const Shape &shape_;
  size_t launch_;
};

void registerShapes(Session &session, const Shapes &shapes) {
  for (const Shape &shape : shapes)
    for (size_t launch = 0; launch < shape.ranges.size(); ++launch)
      testing::RegisterTest(
          shape.testName().c_str(), shape.ranges[launch].name().c_str(), nullptr, nullptr, __FILE__, __LINE__,
          [&session, &shape, launch]() -> testing::Test * { return new ShapeTest(session, shape, launch); });
}

} // namespace

} // namespace weft::exectest

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  weft::exectest::Session session;
  weft::exectest::Shapes shapes = weft::exectest::allShapes();
  weft::exectest::registerShapes(session, shapes);
  return RUN_ALL_TESTS();
}
