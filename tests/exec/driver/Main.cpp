// Runs every shape with every of its launches on the first OpenCL device in view; one test for each.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "driver/Session.h"
#include "driver/Shape.h"

namespace weft::exectest {

Shapes allShapes() {
  Shapes all;
  for (auto *group : {barrierLoopShapes,      barrierBranchShapes,  barrierFunctionShapes,
                      barrierPlaceShapes,     barrierValueShapes,   collectiveShapes,
                      localMemoryShapes,      algorithmShapes,      matrixShapes,
                      workItemFunctionShapes, argumentShapes,       controlFlowShapes,
                      memoryShapes,           vectorShapes,         conversionShapes,
                      integerBuiltinShapes,   halfShapes,           bitOperationShapes,
                      mathBuiltinShapes,      commonBuiltinShapes,  relationalBuiltinShapes,
                      atomicShapes,           genericPointerShapes, programVariableShapes,
                      undefinedValueShapes,   longKernelShapes,     subGroupShapes,
                      subGroupBlockShapes,    spinShapes,           rowShapes,
                      printfShapes,           imageShapes})
    for (Shape &shape : group())
      all.push_back(std::move(shape));
  return all;
}

namespace {

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
    for (const std::string &sentence : session_.run(shape_, launch))
      ADD_FAILURE() << "kernel " << shape_.kernelName() << ", NDRange " << range.name() << ": " << sentence;
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
