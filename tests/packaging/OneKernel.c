/* Runs a kernel on a platform of a given name, in C alone: a program that needs no library but the loader's. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Usage: weft-one-kernel [PLATFORM]      (default: Weft) */
#include <CL/cl.h>
#include <stdio.h>
#include <string.h>

enum { items = 4096, group = 64 };

/* Local memory and a barrier, a function of mathematics, a loop. */
static const char *source = "kernel void turned(global int *out, global const int *in, local int *shared) {\n"
                            "  const size_t i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);\n"
                            "  int sum = 0;\n"
                            "  for (int k = 1; k <= in[i]; ++k)\n"
                            "    sum += k;\n"
                            "  shared[l] = (int)sqrt((float)(sum * sum));\n"
                            "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "  out[i] = shared[n - 1 - l];\n"
                            "}\n";

static int failed(const char *what, cl_int error) {
  fprintf(stderr, "weft-one-kernel: %s: error %d\n", what, error);
  return 1;
}

static cl_platform_id find(const char *wanted) {
  cl_platform_id platforms[16];
  cl_uint count = 0;
  if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS)
    return NULL;
  for (cl_uint i = 0; i < count && i < 16; ++i) {
    char name[64] = "";
    if (clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL) == CL_SUCCESS &&
        strcmp(name, wanted) == 0)
      return platforms[i];
  }
  return NULL;
}

static int run(cl_device_id device, cl_context context, cl_command_queue queue) {
  cl_int error;
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  if (error != CL_SUCCESS || (error = clBuildProgram(program, 1, &device, "", NULL, NULL)) != CL_SUCCESS) {
    char log[4096] = "";
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    fprintf(stderr, "%s\n", log);
    return failed("build", error);
  }
  static cl_int in[items], out[items];
  for (int i = 0; i < items; ++i)
    in[i] = i % 100;
  cl_mem from = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof in, in, &error);
  cl_mem to = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof out, NULL, &error);
  cl_kernel kernel = clCreateKernel(program, "turned", &error);
  clSetKernelArg(kernel, 0, sizeof to, &to);
  clSetKernelArg(kernel, 1, sizeof from, &from);
  clSetKernelArg(kernel, 2, group * sizeof(cl_int), NULL);
  const size_t global = items, local = group;
  if ((error = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL)) != CL_SUCCESS)
    return failed("launch", error);
  if ((error = clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL)) != CL_SUCCESS)
    return failed("read", error);
  for (int i = 0; i < items; ++i) {
    const int n = in[i / group * group + group - 1 - i % group];
    if (out[i] != n * (n + 1) / 2) {
      fprintf(stderr, "weft-one-kernel: element %d is %d, not %d\n", i, out[i], n * (n + 1) / 2);
      return 1;
    }
  }
  return 0;
}

int main(int argc, char **argv) {
  const char *wanted = argc > 1 ? argv[1] : "Weft";
  const cl_platform_id platform = find(wanted);
  if (!platform) {
    fprintf(stderr, "weft-one-kernel: the loader sees no platform '%s'\n", wanted);
    return 1;
  }
  cl_device_id device;
  cl_int error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  if (error != CL_SUCCESS)
    return failed("devices", error);
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  cl_command_queue queue = context ? clCreateCommandQueue(context, device, 0, &error) : NULL;
  if (!queue)
    return failed("queue", error);
  char version[128] = "";
  clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version, version, NULL);
  if (run(device, context, queue) != 0)
    return 1;
  printf("A kernel ran on %s (%s).\n", wanted, version);
  return 0;
}
