# How lit finds and runs the tests of passes, stages and the SPIR-V reader.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os

import lit.formats

config.name = "weft-compiler"
config.suffixes = [".ll", ".spvasm"]
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params["scratch"]
config.substitutions.append(("weft-opt", lit_config.params["weft_opt"]))
config.substitutions.append(("weftc", lit_config.params["weftc"]))

config.environment["PATH"] = lit_config.params["llvm_bin"] + os.pathsep + os.environ["PATH"]
