// The public face of libweft-compiler.so: a C ABI without any type of LLVM or of the runtime.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_H
#define WEFT_COMPILER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Raised with every change to this header; both libraries of one installation carry the same number.
#define WEFT_COMPILER_ABI_VERSION 21u

/// The one symbol that the library exports; its type is WeftGetCompiler.
#define WEFT_GET_COMPILER_SYMBOL "weftGetCompiler"

/// A span of bytes, not necessarily ended by a zero. Borrowed unless said otherwise; data may be NULL where size is 0.
typedef struct WeftBytes {
  const char *data;
  size_t size;
} WeftBytes;

typedef enum WeftCompilerStatus {
  WEFT_COMPILER_OK = 0,
  /// The options have a word that the OpenCL specification does not know, or a value that it does not allow.
  WEFT_COMPILER_INVALID_OPTIONS = 1,
  /// The program is at fault; the log says where. Also: an internal error of the compiler, which the log then names.
  WEFT_COMPILER_FAILED = 2,
  /// The kernel that generateKernel was asked for is not in the program.
  WEFT_COMPILER_NO_SUCH_KERNEL = 3,
  WEFT_COMPILER_OUT_OF_MEMORY = 4,
} WeftCompilerStatus;

/// What one call made. Owned by the library until released with WeftCompiler::release; never NULL.
typedef struct WeftCompilerResult {
  WeftCompilerStatus status;
  /// Diagnostics for the build log: UTF-8, ended by a zero which `size` does not count. May be non-empty on success.
  WeftBytes log;
  /// compileProgram, readSpirv, linkProgram: the program's IL (LLVM bitcode for spir64). generateKernel: an ELF shared
  /// object.
  WeftBytes code;
  /// compileProgram, readSpirv, linkProgram: what the host side must know of the program, JSON as described below.
  /// generateKernel, where facts are asked for: { "stages": [ { "name": "simplify", "begun": 1, "ended": 2 } ],
  /// "facts": [ ... ] }, times in nanoseconds of CLOCK_MONOTONIC, facts as docs/tracing.md describes them.
  WeftBytes manifest;
} WeftCompilerResult;

/* The manifest, a JSON object:
   { "kernels": [ {
       "name": "scale",
       "attributes": "reqd_work_group_size(8,1,1)",   CL_KERNEL_ATTRIBUTES, may be ""
       "requiredLocalSize": [8,1,1],                  reqd_work_group_size or [0,0,0]
       "localSizeHint": [0,0,0],
       "requiredSubGroupSize": 0,                     intel_reqd_sub_group_size or 0
       "requiredSubGroups": 0,                        of a group: SPIR-V's SubgroupsPerWorkgroup or 0
       "argumentBytes": 24,                           size of the argument block
       "nonUniformGroups": false,                     whether the language version and options allow them
       "hasBarriers": false,                          whether it, or a function that it calls, calls barrier
       "checks": "memory,values",                     what it was built to look for (-weft-check), may be ""
       "isBlock": false,                              it is a block that kernels enqueue, which the host can't name:
                                                      its first argument is the address of a block's literal, the
                                                      others are in local memory
       "enqueues": ["__scale_block_invoke_kernel"],   the blocks that it may enqueue or ask about by itself
       "arguments": [ {
          "name": "x", "typeName": "float*",          names are there always; the runtime hides them as the spec says
          "kind": "global" | "constant" | "local" | "value" | "image" | "sampler" | "pipe" | "queue",
          "imageType": "" | "image2d_t" | "image2d_array_depth_t" ...,  OpenCL C's name for what an image is
          "accessQualifier": "none" | "read_only" | "write_only" | "read_write",
          "typeQualifiers": "const restrict volatile",  those that hold, in this order
          "size": 8, "offset": 0, "alignment": 8      bytes; place in the argument block. For pointers and images 8
                                                      (an image is the address of a WeftImage), for samplers 4 (the
                                                      number that ImageAbi.h describes)
       } ] } ],
     "programMemory": {       the variables that an executable has in global memory (WeftLaunch::programMemory)
       "bytes": 0, "alignment": 1,
       "initialiser": "",     a kernel without arguments that stores their initial values, "" where all are zero
       "variables": [         those that the host can name: not static, no constants
         { "name": "counter", "offset": 0, "bytes": 4 } ] },
     "functions": [           of an executable: those that the host can ask pointers to, and the numbers that these are
         { "name": "twice", "number": 1 } ],
     "argumentInfo": false,   whether -cl-kernel-arg-info was given
     "library": false }       whether it was linked with -create-library
   Kernels stand in the order of their definitions. */

/// A header for clCompileProgram; `name` is what stands in the #include.
typedef struct WeftHeader {
  const char *name;
  WeftBytes text;
} WeftHeader;

typedef struct WeftCompileRequest {
  WeftBytes source;
  /// As given to clBuildProgram or clCompileProgram; not NULL.
  const char *options;
  /// What the device reports: names of extensions (cl_khr_...) and OpenCL C features (__opencl_c_...), separated
  /// by spaces. Exactly these are defined as macros. Behind a '|' there may be the extensions that leave the language
  /// as it is: they have no macros, but their pragmas are known.
  const char *extensions;
  const WeftHeader *headers;
  size_t headerCount;
  /// Nonzero: variables in private memory without an initial value are zero.
  uint32_t zeroPrivateMemory;
  /// Nonzero: the program knows the lines of its source, as with -g, but nothing of its variables. The code is the
  /// same.
  uint32_t debugLines;
  /// Nonzero: this is all of the program, and the IL becomes an executable's, as linkProgram makes it of this IL alone
  /// without options.
  uint32_t isWhole;
} WeftCompileRequest;

/// The value of a specialisation constant of a SPIR-V module, in the lowest bits.
typedef struct WeftSpirvConstant {
  uint32_t id;
  uint64_t value;
} WeftSpirvConstant;

typedef struct WeftSpirvRequest {
  /// A SPIR-V module, in either byte order.
  WeftBytes module;
  /// As given to clBuildProgram or clCompileProgram; not NULL. Those of the preprocessor say nothing here.
  const char *options;
  /// Those that have another value than the module gives them.
  const WeftSpirvConstant *constants;
  size_t constantCount;
  /// Nonzero: variables in private memory without an initial value are zero.
  uint32_t zeroPrivateMemory;
  /// Nonzero: describeSpirv has taken this module, which needs no second look at what is valid.
  uint32_t isDescribed;
  /// As in WeftCompileRequest; of a module that has lines.
  uint32_t debugLines;
  /// As in WeftCompileRequest.
  uint32_t isWhole;
} WeftSpirvRequest;

typedef struct WeftDescribeRequest {
  /// As in WeftSpirvRequest.
  WeftBytes module;
  /// Nonzero: without the validator of SPIRV-Tools. What the reader can't take it refuses when it reads the module.
  uint32_t isUnchecked;
} WeftDescribeRequest;

typedef struct WeftLinkRequest {
  /// ILs as made by compileProgram or linkProgram.
  const WeftBytes *inputs;
  size_t inputCount;
  /// As given to clLinkProgram; not NULL.
  const char *options;
} WeftLinkRequest;

typedef struct WeftGenerateRequest {
  /// A linked program's IL.
  WeftBytes program;
  /// Which code: a CodeRequest's text (CodeRequest.h).
  WeftBytes code;
  /// Folder in which each call makes one of its own, for NN-stage.ll after each stage; or NULL.
  const char *dumpFolder;
  /// Nonzero: the time that each stage took is added to the log.
  uint32_t logTimes;
  /// Nonzero: how the kernel became vector code is added to the log, with lines of the source where the program was
  /// built with -g.
  uint32_t logRemarks;
  /// Nonzero: the manifest tells what became of the kernel, and when each stage ran.
  uint32_t takeFacts;
  /// Called with `argument` on each thread that works for this request, one after the other, when it begins and when it
  /// ends, but where it is left in the middle after a crash; or NULL. For the caller to know whose priority it may
  /// change, and whose CPU time tells how the work goes on. Must not throw.
  void (*begins)(void *argument);
  void (*ends)(void *argument);
  void *argument;
} WeftGenerateRequest;

/// The library's functions. All may be called from any thread at any time; none throws, exits, or writes to standard
/// output or error. A crash inside the compiler comes back as WEFT_COMPILER_FAILED.
typedef struct WeftCompiler {
  /// Source to IL.
  WeftCompilerResult *(*compileProgram)(const WeftCompileRequest *request);
  /// A SPIR-V module to IL.
  WeftCompilerResult *(*readSpirv)(const WeftSpirvRequest *request);
  /// Fails where the bytes are no valid SPIR-V module. The manifest tells of it:
  /// { "constants": [ { "id": 7, "bytes": 4 } ] }, those that can be specialised.
  WeftCompilerResult *(*describeSpirv)(const WeftDescribeRequest *request);
  /// ILs to one IL.
  WeftCompilerResult *(*linkProgram)(const WeftLinkRequest *request);
  /// IL to the machine code of one kernel.
  WeftCompilerResult *(*generateKernel)(const WeftGenerateRequest *request);
  void (*release)(WeftCompilerResult *result);
  /// Does what the first call of generateKernel in a process takes longer for than the next ones, for this CPU ("" in
  /// LLVM's terms for the one that it runs on). Meant for another thread, while the first program is compiled.
  void (*warmUp)(const char *cpu);
} WeftCompiler;

/// Returns the functions, which live as long as the library, or NULL where it does not speak `abiVersion`.
typedef const WeftCompiler *(*WeftGetCompiler)(uint32_t abiVersion);

#ifdef __cplusplus
}
#endif

#endif
