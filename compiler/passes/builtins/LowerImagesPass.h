// Makes images, samplers and pipes what they are on the CPU: addresses of descriptors and rings, and numbers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_LOWER_IMAGES_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_LOWER_IMAGES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: gives values of SPIR-V's image types the type of a constant pointer (to a WeftImage of ImageAbi.h), samplers
/// that of a 32-bit number; a sampler made from an initialiser becomes the initialiser's number. Pipes become global
/// pointers (to a WeftPipe of PipeAbi.h), reservations in them 64-bit numbers, as are queues on the device and
/// the events of their commands (EnqueueAbi.h).
/// Why: these types have no size or layout; all passes that follow see plain pointers and numbers. Kernels and the
/// builtins for images and pipes (compiler/builtins/cl) go through it alike, so that they agree.
/// Requires: spir64 IR.
/// Guarantees: no spirv.Image, spirv.Sampler, spirv.Pipe, spirv.ReserveId, spirv.Queue or spirv.DeviceEvent is left.
/// Mangled names are as they were. Parameters that were images have the attribute "weft-image", those that were
/// samplers "weft-sampler", those that were pipes "weft-pipe". Calls of __weft_image, __weft_read_pipe and their kin,
/// by which the builtins' own source gets at the descriptor, the ring and the numbers, are replaced by their argument.
///
///   define spir_kernel void @k(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %i) {
///     %s = call target("spirv.Sampler") @__translate_sampler_initializer(i32 16)
///     %v = call <4 x float> @read(target("spirv.Image", ...) %i, target("spirv.Sampler") %s, <2 x i32> %c)
/// =>
///   define spir_kernel void @k(ptr addrspace(2) "weft-image" %i) {
///     %v = call <4 x float> @read(ptr addrspace(2) %i, i32 16, <2 x i32> %c)
class LowerImagesPass : public llvm::PassInfoMixin<LowerImagesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
