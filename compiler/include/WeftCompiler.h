// The interface of libweft-compiler.so, a C ABI without any type of LLVM or of the runtime.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_H
#define WEFT_COMPILER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this interface, raised with every change to this header. The runtime and the compiler library of one
/// installation have the same version.
#define WEFT_COMPILER_ABI_VERSION 22u

/// The name of the only symbol that the library exports. The symbol's type is WeftGetCompiler.
#define WEFT_GET_COMPILER_SYMBOL "weftGetCompiler"

/// A span of bytes, which need not end with a zero. It doesn't own the bytes unless a comment says so. `data` may be
/// NULL if `size` is 0.
typedef struct WeftBytes {
  const char *data;
  size_t size;
} WeftBytes;

typedef enum WeftCompilerStatus {
  WEFT_COMPILER_OK = 0,
  /// The options contain a word that the OpenCL specification doesn't define, or a value that it doesn't allow.
  WEFT_COMPILER_INVALID_OPTIONS = 1,
  /// The program has an error, and the log says where. Or the compiler had an internal error, which the log names.
  WEFT_COMPILER_FAILED = 2,
  /// The program doesn't have the kernel that generateKernel was called for.
  WEFT_COMPILER_NO_SUCH_KERNEL = 3,
  WEFT_COMPILER_OUT_OF_MEMORY = 4,
} WeftCompilerStatus;

/// The result of one call of a library function; a call never returns NULL. The library owns the result, and frees it
/// when the caller passes it to WeftCompiler::release.
typedef struct WeftCompilerResult {
  WeftCompilerStatus status;
  /// Diagnostics for the build log, in UTF-8. A zero, which `size` doesn't count, ends the text. A successful call may
  /// have diagnostics, too.
  WeftBytes log;
  /// From compileProgram, readSpirv and linkProgram: the program's IL (LLVM bitcode for spir64). From generateKernel:
  /// an ELF shared object.
  WeftBytes code;
  /// From compileProgram, readSpirv and linkProgram: what the runtime must know about the program, as the JSON that is
  /// described below. From generateKernel, if takeFacts is set: { "stages": [ { "name": "simplify", "begun": 1,
  /// "ended": 2 } ], "facts": [ ... ] }. Times are nanoseconds of CLOCK_MONOTONIC; docs/tracing.md describes the facts.
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

/// A header for clCompileProgram. `name` is the name that #include directives use.
typedef struct WeftHeader {
  const char *name;
  WeftBytes text;
} WeftHeader;

typedef struct WeftCompileRequest {
  WeftBytes source;
  /// The options that the application gave to clBuildProgram or clCompileProgram; not NULL.
  const char *options;
  /// The names of the extensions (cl_khr_...) and OpenCL C features (__opencl_c_...) that the device reports, separated
  /// by spaces. The compiler defines exactly these as macros. After a '|' there may be further extensions, which don't
  /// change the language: they have no macros, but the compiler accepts their pragmas.
  const char *extensions;
  const WeftHeader *headers;
  size_t headerCount;
  /// Nonzero: variables in private memory without an initial value are zero.
  uint32_t zeroPrivateMemory;
  /// Nonzero: the program has debug information for the lines of its source, as with -g, but not for its variables. The
  /// code stays the same.
  uint32_t debugLines;
  /// Nonzero: this source is the whole program. The result is then the IL of an executable, as linkProgram creates it
  /// from this IL alone and without options.
  uint32_t isWhole;
} WeftCompileRequest;

/// A specialisation constant of a SPIR-V module. Its value is in the lowest bits of `value`.
typedef struct WeftSpirvConstant {
  uint32_t id;
  uint64_t value;
} WeftSpirvConstant;

typedef struct WeftSpirvRequest {
  /// A SPIR-V module, in either byte order.
  WeftBytes module;
  /// The options that the application gave to clBuildProgram or clCompileProgram; not NULL. Preprocessor options have
  /// no effect here.
  const char *options;
  /// The specialisation constants whose values differ from the defaults in the module.
  const WeftSpirvConstant *constants;
  size_t constantCount;
  /// Nonzero: variables in private memory without an initial value are zero.
  uint32_t zeroPrivateMemory;
  /// Nonzero: describeSpirv has accepted this module, so its validity isn't checked again.
  uint32_t isDescribed;
  /// Nonzero: the program keeps debug information for the lines of its source, as in WeftCompileRequest. Has no effect
  /// if the module has no line information.
  uint32_t debugLines;
  /// As in WeftCompileRequest.
  uint32_t isWhole;
} WeftSpirvRequest;

typedef struct WeftDescribeRequest {
  /// A SPIR-V module, in either byte order.
  WeftBytes module;
  /// Nonzero: the validator of SPIRV-Tools doesn't run. If the module then can't be translated, only readSpirv reports
  /// it.
  uint32_t isUnchecked;
} WeftDescribeRequest;

typedef struct WeftLinkRequest {
  /// The ILs to link, which compileProgram, readSpirv or linkProgram returned.
  const WeftBytes *inputs;
  size_t inputCount;
  /// The options that the application gave to clLinkProgram; not NULL.
  const char *options;
} WeftLinkRequest;

typedef struct WeftGenerateRequest {
  /// The IL of a linked program.
  WeftBytes program;
  /// Which code to generate: the text of a CodeRequest (CodeRequest.h).
  WeftBytes code;
  /// A folder in which each call creates a new folder, with the IR after each stage as NN-stage.ll; NULL for no files.
  const char *dumpFolder;
  /// Nonzero: the log gets the time that each stage took.
  uint32_t logTimes;
  /// Nonzero: the log gets remarks on how the kernel was vectorised, with source lines if the program was built with
  /// -g.
  uint32_t logRemarks;
  /// Nonzero: the result's manifest has facts about the kernel's compilation, and says when each stage ran.
  uint32_t takeFacts;
  /// Callbacks, or NULL. Several threads may work for this request, one after the other. Each of them calls
  /// begins(argument) when its work begins and ends(argument) when its work ends. If the work crashes, the thread is
  /// abandoned and doesn't call `ends`. Through the callbacks the caller knows the thread. It may change this thread's
  /// priority, and see progress in its CPU time. The callbacks must not throw.
  void (*begins)(void *argument);
  void (*ends)(void *argument);
  void *argument;
} WeftGenerateRequest;

/// The library's functions. Any thread may call any of them at any time. No function throws, exits, or writes to
/// standard output or error. After a crash inside the compiler, a function returns WEFT_COMPILER_FAILED.
typedef struct WeftCompiler {
  /// Compiles OpenCL C source to IL.
  WeftCompilerResult *(*compileProgram)(const WeftCompileRequest *request);
  /// Translates a SPIR-V module to IL.
  WeftCompilerResult *(*readSpirv)(const WeftSpirvRequest *request);
  /// Describes a SPIR-V module. Fails if the bytes aren't a valid module. The manifest lists the constants that can
  /// be specialised: { "constants": [ { "id": 7, "bytes": 4 } ] }.
  WeftCompilerResult *(*describeSpirv)(const WeftDescribeRequest *request);
  /// Links several ILs into one IL.
  WeftCompilerResult *(*linkProgram)(const WeftLinkRequest *request);
  /// Generates the machine code of one kernel from IL.
  WeftCompilerResult *(*generateKernel)(const WeftGenerateRequest *request);
  void (*release)(WeftCompilerResult *result);
  /// Does work that otherwise the first call of generateKernel in a process does, so that this call takes no longer
  /// than later ones. `cpu` is the CPU's name in LLVM, "" for the CPU that the process runs on. Meant to be called on
  /// another thread while the first program is compiled.
  void (*warmUp)(const char *cpu);
} WeftCompiler;

/// Returns the library's functions, which exist as long as the library is loaded; NULL if the library doesn't
/// implement version `abiVersion` of the interface.
typedef const WeftCompiler *(*WeftGetCompiler)(uint32_t abiVersion);

#ifdef __cplusplus
}
#endif

#endif
