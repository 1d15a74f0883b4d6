// SPIR-V enumerants that older SPIR-V headers lack: the entries of additions.grammar.json that the reader handles.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_ADDITIONS_H
#define WEFT_COMPILER_FRONTEND_SPIRV_ADDITIONS_H

#include <spirv/unified1/spirv.hpp11>

namespace weft::compiler::spirv {

// NOLINTBEGIN(readability-identifier-naming): as the specification has them
inline constexpr auto OpTypeUntypedPointerKHR = static_cast<spv::Op>(4417);
inline constexpr auto OpUntypedVariableKHR = static_cast<spv::Op>(4418);
inline constexpr auto OpUntypedAccessChainKHR = static_cast<spv::Op>(4419);
inline constexpr auto OpUntypedInBoundsAccessChainKHR = static_cast<spv::Op>(4420);
inline constexpr auto OpUntypedPtrAccessChainKHR = static_cast<spv::Op>(4423);
inline constexpr auto OpUntypedInBoundsPtrAccessChainKHR = static_cast<spv::Op>(4424);
inline constexpr auto OpUntypedPrefetchKHR = static_cast<spv::Op>(4426);
inline constexpr auto OpUntypedGroupAsyncCopyKHR = static_cast<spv::Op>(4434);
inline constexpr auto OpFmaKHR = static_cast<spv::Op>(4427);
inline constexpr auto OpExtInstWithForwardRefsKHR = static_cast<spv::Op>(4433);
inline constexpr auto OpConstantCompositeReplicateEXT = static_cast<spv::Op>(4461);
inline constexpr auto OpSpecConstantCompositeReplicateEXT = static_cast<spv::Op>(4462);
inline constexpr auto OpCompositeConstructReplicateEXT = static_cast<spv::Op>(4463);
inline constexpr auto OpPoisonKHR = static_cast<spv::Op>(5158);
inline constexpr auto OpFreezeKHR = static_cast<spv::Op>(5159);
inline constexpr auto OpCompositeConstructContinuedINTEL = static_cast<spv::Op>(6096);
inline constexpr auto OpConvertFToBF16INTEL = static_cast<spv::Op>(6116);
inline constexpr auto OpConvertBF16ToFINTEL = static_cast<spv::Op>(6117);
inline constexpr auto OpArithmeticFenceEXT = static_cast<spv::Op>(6145);
inline constexpr auto OpSubgroupBlockPrefetchINTEL = static_cast<spv::Op>(6221);
inline constexpr auto OpBitwiseFunctionINTEL = static_cast<spv::Op>(6242);
inline constexpr auto OpPredicatedLoadINTEL = static_cast<spv::Op>(6258);
inline constexpr auto OpPredicatedStoreINTEL = static_cast<spv::Op>(6259);
inline constexpr auto OpRoundFToTF32INTEL = static_cast<spv::Op>(6426);
inline constexpr auto OpMaskedGatherINTEL = static_cast<spv::Op>(6428);
inline constexpr auto OpMaskedScatterINTEL = static_cast<spv::Op>(6429);

inline constexpr auto CapabilityUntypedPointersKHR = static_cast<spv::Capability>(4473);
inline constexpr auto CapabilityPoisonFreezeKHR = static_cast<spv::Capability>(5156);
inline constexpr auto CapabilityReplicatedCompositesEXT = static_cast<spv::Capability>(6024);
inline constexpr auto CapabilityFloatControls2 = static_cast<spv::Capability>(6029);
inline constexpr auto CapabilityFMAKHR = static_cast<spv::Capability>(6030);
inline constexpr auto CapabilityLongCompositesINTEL = static_cast<spv::Capability>(6089);
inline constexpr auto CapabilityBFloat16ConversionINTEL = static_cast<spv::Capability>(6115);
inline constexpr auto CapabilityArithmeticFenceEXT = static_cast<spv::Capability>(6144);
inline constexpr auto CapabilityFPMaxErrorINTEL = static_cast<spv::Capability>(6169);
inline constexpr auto CapabilityFPGALatencyControlINTEL = static_cast<spv::Capability>(6171);
inline constexpr auto CapabilityFPGAArgumentInterfacesINTEL = static_cast<spv::Capability>(6174);
inline constexpr auto CapabilityGlobalVariableFPGADecorationsINTEL = static_cast<spv::Capability>(6189);
inline constexpr auto CapabilityGlobalVariableHostAccessINTEL = static_cast<spv::Capability>(6187);
inline constexpr auto CapabilitySubgroupBufferPrefetchINTEL = static_cast<spv::Capability>(6220);
inline constexpr auto CapabilityTernaryBitwiseFunctionINTEL = static_cast<spv::Capability>(6241);
inline constexpr auto CapabilityPredicatedIOINTEL = static_cast<spv::Capability>(6257);
inline constexpr auto CapabilityTensorFloat32RoundingINTEL = static_cast<spv::Capability>(6425);
inline constexpr auto CapabilityMaskedGatherScatterINTEL = static_cast<spv::Capability>(6427);
inline constexpr auto CapabilityCacheControlsINTEL = static_cast<spv::Capability>(6441);
inline constexpr auto CapabilityRegisterLimitsINTEL = static_cast<spv::Capability>(6460);

inline constexpr auto ExecutionModeFPFastMathDefault = static_cast<spv::ExecutionMode>(6028);
// NOLINTEND(readability-identifier-naming)

} // namespace weft::compiler::spirv

#endif
