// Kernels of any length, to see how the time to compile them grows.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/LongKernel.h"

#include <random>
#include <utility>

#include "common/Timing.h"

namespace weft::bench {

namespace {

constexpr const char *parameters = "(global float *a, global const float *b, local float *s, int n) {\n"
                                   "  int i = get_global_id(0), l = get_local_id(0), w = get_local_size(0);\n"
                                   "  float x = b[i], y = a[i], z = b[(i + 1) % n];\n";

std::string numbered(const char *before, unsigned number, const char *behind) {
  return before + std::to_string(number) + behind;
}

std::string straightLine(unsigned line) {
  switch (line % 5) {
  case 0:
    return numbered("  x = x * 1.", line, "f + y;\n");
  case 1:
    return numbered("  y = fmin(y - x * 0.5f, ", line, ".0f);\n");
  case 2:
    return numbered("  if (x > ", line, ".5f) z += y; else z -= x;\n");
  case 3:
    return numbered("  a[(i + ", line, ") % n] = z + x;\n");
  default:
    return numbered("  z = z + b[(i * ", line % 7, ") % n];\n");
  }
}

std::string barrierLine(unsigned line) {
  switch (line % 8) {
  case 1:
    return numbered("  s[l] = x + ", line, ".0f;\n");
  case 2:
  case 5:
    return "  barrier(CLK_LOCAL_MEM_FENCE);\n";
  case 3:
    return numbered("  y = y - s[(l + ", line % 13, ") % w] * 0.5f;\n");
  case 6:
    return numbered("  for (int j = 0; j < n; ++j) x += b[j] * ", line, ".5f;\n");
  default:
    return straightLine(line);
  }
}

std::string barrierLoop(unsigned line) {
  return numbered("  for (int t = 0; t < n; ++t) {\n    s[l] = x + ", line,
                  ".0f;\n    barrier(CLK_LOCAL_MEM_FENCE);\n    if (n > 3) {\n      y += s[(l + t) % w];\n"
                  "      barrier(CLK_LOCAL_MEM_FENCE);\n    }\n") +
         numbered("    x += y * ", line, ".5f;\n  }\n  a[i] += x;\n");
}

std::string function(unsigned line) {
  return numbered("float f", line, "(global const float *b, float x, int i, int n) {\n") +
         numbered("  float y = x * ", line, ".5f;\n  for (int j = 0; j < n; ++j)\n    y += b[j] * get_local_id(0);\n") +
         numbered("  if (y > ", line,
                  ".0f)\n    y = sqrt(fabs(y));\n  x += y * y;\n  y -= x * i;\n  return x + y;\n}\n");
}

} // namespace

std::string longKernel(LongKernelKind kind, unsigned lines) {
  std::string functions;
  std::string body;
  switch (kind) {
  case LongKernelKind::straight:
    for (unsigned line = 0; line < lines; ++line)
      body += straightLine(line);
    break;
  case LongKernelKind::barriers:
    for (unsigned line = 0; line < lines; ++line)
      body += barrierLine(line);
    break;
  case LongKernelKind::loops:
    for (unsigned line = 0; line < lines; line += 10)
      body += barrierLoop(line);
    break;
  case LongKernelKind::functions:
    for (unsigned line = 0; line < lines; line += 12) {
      functions += function(line);
      body += numbered("  x = f", line, "(b, x, i, n);\n");
    }
    break;
  }
  return functions + "kernel void longKernel" + parameters + body + "  a[i] = x + y + z;\n}\n";
}

std::vector<CompileTime> measureCompileTimes(const host::DeviceInView &where) {
  const host::Session session(where);
  constexpr size_t count = 64;
  std::vector<float> values(count);
  const host::Buffer a = session.upload(values);
  const host::Buffer b = session.upload(values);
  std::random_device random;

  const auto buildAndRun = [&](LongKernelKind kind, unsigned lines) {
    const std::string source = "// " + std::to_string(random()) + "\n" + longKernel(kind, lines);
    return host::secondsOf([&] {
      const host::Program program = session.build(source);
      const host::Kernel kernel = session.kernel(program, "longKernel");
      host::setArguments(kernel, a, b, host::LocalBytes{count * sizeof(float)}, cl_int(4));
      const size_t global[] = {count};
      session.launch(kernel, global, global);
      session.finish();
    });
  };
  buildAndRun(LongKernelKind::straight, 1); // what is opened and started once
  std::vector<CompileTime> times;
  for (const auto &[name, kind] : {std::pair{"straight", LongKernelKind::straight},
                                   {"barriers", LongKernelKind::barriers},
                                   {"loops", LongKernelKind::loops},
                                   {"functions", LongKernelKind::functions}})
    for (unsigned lines = shortestLongKernel; lines <= 8 * shortestLongKernel; lines *= 2)
      times.push_back({name, lines, buildAndRun(kind, lines)});
  return times;
}

} // namespace weft::bench
