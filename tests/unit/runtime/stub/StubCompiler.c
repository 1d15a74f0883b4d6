// A stub of the compiler library that returns the same machine code for every kernel of every program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stub/StubCompiler.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "WeftCompiler.h"

__attribute__((visibility("default"))) struct StubState stubState;

static void release(WeftCompilerResult *result) {
  free((void *)result->code.data);
  free(result);
}

static WeftCompilerResult *refuse(void) {
  static const char log[] = "The stub compiles no programs.";
  WeftCompilerResult *result = calloc(1, sizeof *result);
  result->status = WEFT_COMPILER_FAILED;
  result->log.data = log;
  result->log.size = sizeof log - 1;
  return result;
}

static WeftCompilerResult *compileProgram(const WeftCompileRequest *request) {
  (void)request;
  return refuse();
}

static WeftCompilerResult *readSpirv(const WeftSpirvRequest *request) {
  (void)request;
  return refuse();
}

static WeftCompilerResult *describeSpirv(const WeftDescribeRequest *request) {
  (void)request;
  return refuse();
}

static WeftCompilerResult *linkProgram(const WeftLinkRequest *request) {
  (void)request;
  return refuse();
}

static void *begin(void *argument) {
  const WeftGenerateRequest *request = argument;
  if (request->begins)
    request->begins(request->argument);
  __atomic_add_fetch(&stubState.generated, 1, __ATOMIC_SEQ_CST);
  while (request->begins && __atomic_load_n(&stubState.isHeld, __ATOMIC_SEQ_CST))
    usleep(1000);
  __atomic_store_n(&stubState.policy, sched_getscheduler(0), __ATOMIC_SEQ_CST);
  if (request->ends)
    request->ends(request->argument);
  return NULL;
}

static WeftCompilerResult *generateKernel(const WeftGenerateRequest *request) {
  pthread_t thread; // like the compiler, the stub has a thread for each request
  if (pthread_create(&thread, NULL, begin, (void *)request) != 0)
    return refuse();
  pthread_join(thread, NULL);
  FILE *file = fopen(WEFT_STUB_CODE, "rb");
  if (!file)
    return refuse();
  fseek(file, 0, SEEK_END);
  const size_t size = (size_t)ftell(file);
  rewind(file);
  char *code = malloc(size);
  WeftCompilerResult *result = calloc(1, sizeof *result);
  result->code.data = code;
  result->code.size = fread(code, 1, size, file);
  result->status = WEFT_COMPILER_OK;
  fclose(file);
  return result;
}

static void warmUp(const char *cpu) { (void)cpu; }

__attribute__((visibility("default"))) const WeftCompiler *weftGetCompiler(uint32_t abiVersion) {
  static const WeftCompiler compiler = {compileProgram, readSpirv, describeSpirv, linkProgram,
                                        generateKernel, release,   warmUp};
  return abiVersion == WEFT_COMPILER_ABI_VERSION ? &compiler : NULL;
}
