// A shape: one kernel file, the launches it is tried with, and what the host says of its arguments and results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_EXEC_SHAPE_H
#define WEFT_TESTS_EXEC_SHAPE_H

#include <functional>
#include <string>
#include <vector>

#include "driver/Case.h"
#include "driver/Range.h"

namespace weft::exectest {

struct Shape {
  /// The kernel file without ".cl"; the kernel has the same name with '_' for '-'.
  std::string name;
  std::vector<Range> ranges;
  /// Adds the arguments for one launch.
  std::function<void(Case &)> describe;
  /// Build options.
  std::string options = {};
  /// The device must report 64-bit floating point.
  bool needsDouble = false;
  /// The device must report sub-groups.
  bool needsSubGroups = false;
  /// The device must have images.
  bool needsImages = false;
  /// The device must have pipes.
  bool needsPipes = false;
  /// The device must have queues of its own.
  bool needsDeviceQueues = false;
  /// The kernel file is assembly of SPIR-V, <name>.spvasm: for what no source in OpenCL C comes to.
  bool isAssembly = false;
  /// The kernel file, where several shapes share one; the kernel is named after it.
  std::string file = {};
  /// The folder of the kernel file; set by allShapes().
  std::string family = {};

  const std::string &fileName() const { return file.empty() ? name : file; }
  std::string path() const {
    return WEFT_EXEC_KERNELS "/" + family + "/" + fileName() + (isAssembly ? ".spvasm" : ".cl");
  }
  std::string kernelName() const { return identifier(fileName()); }
  std::string testName() const { return identifier(name); }

private:
  static std::string identifier(std::string text) {
    for (char &c : text)
      if (c == '-')
        c = '_';
    return text;
  }
};

using Shapes = std::vector<Shape>;

inline constexpr const char *openClC30 = "-cl-std=CL3.0";
inline constexpr const char *openClC31 = "-cl-std=CL3.1";

// Each is defined in the file of shapes/ that has its name.
Shapes barrierLoopShapes();
Shapes barrierBranchShapes();
Shapes barrierFunctionShapes();
Shapes barrierPlaceShapes();
Shapes barrierValueShapes();
Shapes collectiveShapes();
Shapes localMemoryShapes();
Shapes algorithmShapes();
Shapes matrixShapes();
Shapes workItemFunctionShapes();
Shapes argumentShapes();
Shapes overlappingArgumentShapes();
Shapes controlFlowShapes();
Shapes cxxShapes();
Shapes memoryShapes();
Shapes vectorShapes();
Shapes vectorAccessShapes();
Shapes conversionShapes();
Shapes integerBuiltinShapes();
Shapes halfShapes();
Shapes imageShapes();
Shapes pipeShapes();
Shapes enqueueShapes();
Shapes bitOperationShapes();
Shapes mathBuiltinShapes();
Shapes commonBuiltinShapes();
Shapes relationalBuiltinShapes();
Shapes atomicShapes();
Shapes genericPointerShapes();
Shapes programVariableShapes();
Shapes undefinedValueShapes();
Shapes printfShapes();
Shapes longKernelShapes();
Shapes subGroupShapes();
Shapes subGroupBlockShapes();
Shapes spinShapes();
Shapes rowShapes();
Shapes privateArrayShapes();
Shapes ownRowShapes();
Shapes boundsGuardShapes();
Shapes idiomShapes();
Shapes spirvModuleShapes();

/// All of the above.
Shapes allShapes();

} // namespace weft::exectest

#endif
