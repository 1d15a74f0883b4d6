// Replaces OpenCL's opaque image, pipe and sampler types by their representations on the CPU: addresses and integers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_LOWER_IMAGES_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_LOWER_IMAGES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: gives values of SPIR-V's image types the type of a constant pointer (to a WeftImage of ImageAbi.h), and
/// samplers the type of a 32-bit integer. A sampler made from an initialiser becomes the initialiser's integer. Pipes
/// become global pointers (to a WeftPipe of PipeAbi.h). Reservations in pipes become 64-bit integers, and so do queues
/// on the device and the events of their commands (EnqueueAbi.h).
/// Why: SPIR-V's types have no size or layout, so later passes couldn't load or store them. The builtins for images and
/// pipes (compiler/builtins/cl) are compiled with this pass, too, so that their parameters have the same types as the
/// arguments in kernels.
/// Requires: spir64 IR.
/// Guarantees: no spirv.Image, spirv.Sampler, spirv.Pipe, spirv.ReserveId, spirv.Queue or spirv.DeviceEvent is left.
/// Mangled names don't change. Parameters that were images have the attribute "weft-image", parameters that were
/// samplers "weft-sampler", and parameters that were pipes "weft-pipe". The source of the builtins calls __weft_image,
/// __weft_read_pipe and similar functions to turn an image, a pipe or a sampler into its descriptor, its ring or its
/// integer. The pass replaces each of these calls by the call's argument, which by then has the type of the descriptor,
/// ring or integer.
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
