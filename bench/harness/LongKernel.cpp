// Generates the source of kernels of any length, and measures how the time to compile them grows with the length.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/LongKernel.h"

#include <algorithm>
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

/// Returns an exhaustive switch with four cases, followed by a loop and an atomic operation.
std::string exhaustiveSwitch(unsigned line) {
  std::string text = numbered("  switch (i >> ", line / 20 % 15, " & 3) {\n");
  for (unsigned part = 0; part < 4; ++part)
    text += numbered("  case ", part, ":\n") + numbered("    x = x * 1.", line + part, "f + y;\n") +
            numbered("    y = fmin(y - x, b[(i + ", line * 3 + part, ") % n]);\n    break;\n");
  return text + "  }\n  for (int j = 0; j < n; ++j)\n    z += b[j] * x;\n" +
         numbered("  atomic_add((global int *)a + ", line % 64, ", (int)z);\n");
}

/// Returns branches within branches. The depth grows with the length of the kernel, up to 200.
std::string nestedBranches(unsigned lines) {
  std::string text, ends;
  const unsigned depth = std::min(lines / 4, 200U); // Clang accepts at most 256 nested brackets
  for (unsigned line = 0; line < lines;) {
    ends.clear();
    for (unsigned level = 0; level < depth && line < lines; ++level, line += 4) {
      text += numbered("  if (b[(i + ", line, ") % n] > x) {\n") + numbered("  y += x * ", line, ".5f;\n");
      ends += numbered("  } else z -= ", line, ".25f;\n");
    }
    text += ends;
  }
  return text;
}

std::string elseIf(unsigned line) {
  return numbered("  else if (x < ", line, ".5f)\n") + numbered("    y += z * ", line, ".0f;\n");
}

std::string smallBlock(unsigned line) {
  return numbered("  if (b[", line, " % n] > x)\n") + numbered("    a[(i + ", line, ") % n] = y;\n");
}

std::string table(unsigned lines) {
  std::string text = numbered("constant float table[", 16 * lines, "] = {\n");
  for (unsigned line = 0; line < lines; ++line) {
    for (unsigned entry = 0; entry < 16; ++entry)
      text += std::to_string(line * 37 % 1009) + "." + std::to_string(entry) + "f, ";
    text += "\n";
  }
  return text + "};\n";
}

/// Returns a line of vector code, which has as many scalar operations as the vector has elements.
std::string vectorLine(unsigned line) {
  switch (line % 3) {
  case 0:
    return numbered("  v = v * ", line, ".5 + u;\n");
  case 1:
    return numbered("  u = u - v.s0123456789abcdef * (double)b[(i + ", line, ") % n];\n");
  default:
    return numbered("  if (x > ", line, ".5f) v += u.s02468ace13579bdf;\n");
  }
}

/// Returns lines that access a work-item's private array at indices that the compiler can't know.
std::string privateArrayLine(unsigned line) {
  return numbered("  own[(i + ", line, ") & 1023] = x + y;\n") +
         numbered("  x += own[(int)fabs(y + ", line, ") & 1023];\n");
}

/// Returns a long function that the kernel calls repeatedly.
std::string commonFunction() {
  std::string text =
      "float common(global const float *b, float x, int i, int n) {\n  float y = get_local_id(0), z = x;\n";
  for (unsigned line = 0; line < 40; ++line)
    if (line % 5 != 3)
      text += straightLine(line);
  return text + "  return x + y + z;\n}\n";
}

std::string unrolledLoop(unsigned line) {
  return numbered("#pragma unroll\n  for (int t = 0; t < 16; ++t) {\n    x = x * y + ", line, ".5f;\n") +
         numbered("    a[(i + t * ", line, ") % n] = x;\n  }\n");
}

/// Returns the texts that `each` generates for every `step`th line.
template <typename Each> std::string repeated(unsigned lines, unsigned step, Each each) {
  std::string text;
  for (unsigned line = 0; line < lines; line += step)
    text += each(line);
  return text;
}

} // namespace

std::string longKernel(LongKernelKind kind, unsigned lines) {
  std::string functions;
  std::string body;
  switch (kind) {
  case LongKernelKind::switches:
    body = repeated(lines, 20, exhaustiveSwitch);
    break;
  case LongKernelKind::branches:
    body = nestedBranches(lines);
    break;
  case LongKernelKind::elseIfs:
    body = "  if (x < 0)\n    y = x;\n" + repeated(lines, 2, elseIf);
    break;
  case LongKernelKind::blocks:
    body = repeated(lines, 2, smallBlock);
    break;
  case LongKernelKind::tables:
    functions = table(lines);
    body = repeated(lines, 50, [&](unsigned line) {
      return numbered("  x += table[(i + ", line, ") % ") + std::to_string(16 * lines) + "];\n";
    });
    break;
  case LongKernelKind::vectors:
    body = "  double16 v = x, u = y;\n" + repeated(lines, 1, vectorLine) + "  x += v.s0 + u.sf;\n";
    break;
  case LongKernelKind::privateArrays:
    body = "  float own[1024];\n  for (int j = 0; j < 1024; ++j) own[j] = b[j % n];\n" +
           repeated(lines, 2, privateArrayLine);
    break;
  case LongKernelKind::calls:
    functions = commonFunction();
    body = repeated(lines, 10, [](unsigned line) { return numbered("  x = common(b, x, i + ", line, ", n);\n"); });
    break;
  case LongKernelKind::unrolled:
    body = repeated(lines, 16, unrolledLoop);
    break;
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
  buildAndRun(LongKernelKind::straight, 1); // opens and starts what a process needs only once, before the timing
  std::vector<CompileTime> times;
  for (const auto &[name, kind] : longKernelKinds)
    for (unsigned lines = shortestLongKernel; lines <= 8 * shortestLongKernel; lines *= 2)
      times.push_back({std::string(name), lines, buildAndRun(kind, lines)});
  return times;
}

} // namespace weft::bench
