// Asserts the layout of each structure of the kernel ABI and of the compiler interface, so that no layout changes
// without a new version number.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CheckAbi.h"
#include "EnqueueAbi.h"
#include "ImageAbi.h"
#include "KernelAbi.h"
#include "PipeAbi.h"
#include "WeftCompiler.h"
#include "core/objects/Limits.h"

#include <array>
#include <cstddef>
#include <type_traits>

// The disk cache may contain kernels with another kernel ABI, and Weft may find the compiler library of another
// installation. Weft uses neither if its version number differs. So if one of these assertions fails, the version must
// be raised (docs/versions.md). Nothing here generates code. The assertions also compare the number of fields
// (__builtin_structured_binding_size), because a new field may fit into padding and leave the size unchanged.
#define RAISE_KERNEL_ABI                                                                                               \
  "the kernel ABI has changed: raise WEFT_KERNEL_ABI_VERSION in KernelAbi.h, then write the new version and layout "   \
  "down here"
#define RAISE_COMPILER_ABI                                                                                             \
  "the compiler interface has changed: raise WEFT_COMPILER_ABI_VERSION in WeftCompiler.h, then write the new version " \
  "and layout down here"

namespace {

template <size_t count> using Offsets = std::array<size_t, count>;

template <typename T> consteval bool is(size_t bytes, size_t fields) {
  return sizeof(T) == bytes && __builtin_structured_binding_size(T) == fields && std::is_standard_layout_v<T>;
}

// KernelAbi.h
static_assert(WEFT_KERNEL_ABI_VERSION == 22,
              "what follows is the kernel ABI of version 22: see that it is the new one");

static_assert(WEFT_MEMORY_ALIGNMENT == 128 && WEFT_SCRATCH_ALIGNMENT == 64, RAISE_KERNEL_ABI);
static_assert(WEFT_PACKET_WIDTH_LIMIT == 64 && WEFT_SCRATCH_ITEMS_MULTIPLE == 16, RAISE_KERNEL_ABI);

static_assert(WEFT_PRINT_INTEGER == 0 && WEFT_PRINT_FLOAT == 1 && WEFT_PRINT_POINTER == 2 && WEFT_PRINT_OTHER == 3,
              RAISE_KERNEL_ABI);
static_assert(is<WeftPrintArgument>(8, 5), RAISE_KERNEL_ABI);
static_assert(Offsets<5>{offsetof(WeftPrintArgument, offset), offsetof(WeftPrintArgument, kind),
                         offsetof(WeftPrintArgument, elementBytes), offsetof(WeftPrintArgument, count),
                         offsetof(WeftPrintArgument, reserved)} == Offsets<5>{0, 4, 5, 6, 7},
              RAISE_KERNEL_ABI);
static_assert(
    std::is_same_v<WeftPrint, int32_t (*)(void *, const char *, const WeftPrintArgument *, uint32_t, const void *)>,
    RAISE_KERNEL_ABI);

static_assert(is<WeftLaunch>(152, 12), RAISE_KERNEL_ABI);
static_assert(Offsets<12>{offsetof(WeftLaunch, args), offsetof(WeftLaunch, globalOffset),
                          offsetof(WeftLaunch, globalSize), offsetof(WeftLaunch, localSize),
                          offsetof(WeftLaunch, numGroups), offsetof(WeftLaunch, workDim), offsetof(WeftLaunch, flags),
                          offsetof(WeftLaunch, print), offsetof(WeftLaunch, printer),
                          offsetof(WeftLaunch, programMemory), offsetof(WeftLaunch, check),
                          offsetof(WeftLaunch, enqueuer)} ==
                  Offsets<12>{0, 8, 32, 56, 80, 104, 108, 112, 120, 128, 136, 144},
              RAISE_KERNEL_ABI);

static_assert(is<WeftGroup>(80, 6), RAISE_KERNEL_ABI);
static_assert(Offsets<6>{offsetof(WeftGroup, id), offsetof(WeftGroup, localSize), offsetof(WeftGroup, localMemory),
                         offsetof(WeftGroup, scratch), offsetof(WeftGroup, localBytes),
                         offsetof(WeftGroup, scratchBytes)} == Offsets<6>{0, 24, 48, 56, 64, 72},
              RAISE_KERNEL_ABI);

static_assert(is<WeftCollective>(520, 2), RAISE_KERNEL_ABI);
static_assert(Offsets<2>{offsetof(WeftCollective, lanes), offsetof(WeftCollective, values)} == Offsets<2>{0, 8},
              RAISE_KERNEL_ABI);

static_assert(is<WeftItem>(64, 6), RAISE_KERNEL_ABI);
static_assert(Offsets<6>{offsetof(WeftItem, localId), offsetof(WeftItem, flatId), offsetof(WeftItem, barrier),
                         offsetof(WeftItem, meet), offsetof(WeftItem, yield),
                         offsetof(WeftItem, waitsAt)} == Offsets<6>{0, 24, 32, 40, 48, 56},
              RAISE_KERNEL_ABI);
static_assert(std::is_same_v<decltype(WeftItem::barrier), void (*)(WeftItem *)>, RAISE_KERNEL_ABI);
static_assert(std::is_same_v<decltype(WeftItem::meet), const WeftCollective *(*)(WeftItem *, uint64_t, uint64_t)>,
              RAISE_KERNEL_ABI);
static_assert(std::is_same_v<decltype(WeftItem::yield), void (*)(WeftItem *)>, RAISE_KERNEL_ABI);

static_assert(std::is_same_v<WeftGroupEntry, void (*)(const WeftLaunch *, const WeftGroup *)> &&
                  std::is_same_v<WeftItemEntry, void (*)(const WeftLaunch *, const WeftGroup *, WeftItem *)>,
              RAISE_KERNEL_ABI);
static_assert(WEFT_EXECUTOR_LOOPS == 0 && WEFT_EXECUTOR_FIBERS == 1, RAISE_KERNEL_ABI);
static_assert(WEFT_KERNEL_OBSERVES_GROUPS == 1 && WEFT_KERNEL_32_BIT_INDICES == 2 && WEFT_KERNEL_PRINTS == 4 &&
                  WEFT_KERNEL_READS_COLUMNS == 8 && WEFT_KERNEL_CHECKS == 16 && WEFT_KERNEL_ENQUEUES == 32 &&
                  WEFT_KERNEL_GAINS_BY_SIZE == 64 && WEFT_KERNEL_STREAMS == 128 && WEFT_KERNEL_PREFERS_TILES == 256 &&
                  WEFT_KERNEL_DEPENDS_ON_SCHEDULE == 512,
              RAISE_KERNEL_ABI);
static_assert(is<WeftKernelInfo>(128, 15), RAISE_KERNEL_ABI);
static_assert(Offsets<15>{offsetof(WeftKernelInfo, abiVersion), offsetof(WeftKernelInfo, executor),
                          offsetof(WeftKernelInfo, entry), offsetof(WeftKernelInfo, flags),
                          offsetof(WeftKernelInfo, staticLocalBytes), offsetof(WeftKernelInfo, scratchBytesPerItem),
                          offsetof(WeftKernelInfo, packetWidth), offsetof(WeftKernelInfo, packetDimension),
                          offsetof(WeftKernelInfo, subGroupSize), offsetof(WeftKernelInfo, privateBytesPerItem),
                          offsetof(WeftKernelInfo, requiredLocalSize), offsetof(WeftKernelInfo, distinctArguments),
                          offsetof(WeftKernelInfo, writtenArguments), offsetof(WeftKernelInfo, stackBytes),
                          offsetof(WeftKernelInfo, schedule)} ==
                  Offsets<15>{0, 4, 8, 16, 24, 32, 40, 48, 56, 64, 72, 96, 104, 112, 120},
              RAISE_KERNEL_ABI);

// CheckAbi.h, which is a part of the kernel ABI and shares its version
static_assert(is<WeftCheckSite>(88, 16), RAISE_KERNEL_ABI);
static_assert(Offsets<16>{offsetof(WeftCheckSite, kernel), offsetof(WeftCheckSite, file),
                          offsetof(WeftCheckSite, function), offsetof(WeftCheckSite, callers),
                          offsetof(WeftCheckSite, object), offsetof(WeftCheckSite, objectBytes),
                          offsetof(WeftCheckSite, line), offsetof(WeftCheckSite, column), offsetof(WeftCheckSite, kind),
                          offsetof(WeftCheckSite, objectKind), offsetof(WeftCheckSite, argument),
                          offsetof(WeftCheckSite, bytes), offsetof(WeftCheckSite, elementBytes),
                          offsetof(WeftCheckSite, alignment), offsetof(WeftCheckSite, isByCopy),
                          offsetof(WeftCheckSite, isUpdate)} ==
                  Offsets<16>{0, 8, 16, 24, 32, 40, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84},
              RAISE_KERNEL_ABI);
static_assert(is<WeftCheckArgument>(40, 5), RAISE_KERNEL_ABI);
static_assert(Offsets<5>{offsetof(WeftCheckArgument, before), offsetof(WeftCheckArgument, readable),
                         offsetof(WeftCheckArgument, writable), offsetof(WeftCheckArgument, address),
                         offsetof(WeftCheckArgument, written)} == Offsets<5>{0, 8, 16, 24, 32},
              RAISE_KERNEL_ABI);
static_assert(is<WeftCheck>(72, 9), RAISE_KERNEL_ABI);
static_assert(WEFT_KERNEL_SHADOWS == 65536 && WEFT_KERNEL_SHADOWS_BYTES == 131072, RAISE_KERNEL_ABI);
static_assert(WEFT_SHADOW_SITE_BITS == 13 && WEFT_SHADOW_ITEM_BITS == 13 && WEFT_SHADOW_EPOCH_BITS == 12,
              RAISE_KERNEL_ABI);
static_assert(weft::core::limits::maxWorkGroupSize <= WEFT_SHADOW_COPY, "each work-item of a group needs a number");
static_assert(Offsets<9>{offsetof(WeftCheck, checker), offsetof(WeftCheck, arguments), offsetof(WeftCheck, report),
                         offsetof(WeftCheck, find), offsetof(WeftCheck, access), offsetof(WeftCheck, together),
                         offsetof(WeftCheck, met), offsetof(WeftCheck, shadow),
                         offsetof(WeftCheck, wrote)} == Offsets<9>{0, 8, 16, 24, 32, 40, 48, 56, 64},
              RAISE_KERNEL_ABI);
static_assert(is<WeftShadowPlanes>(40, 5), RAISE_KERNEL_ABI);
static_assert(Offsets<5>{offsetof(WeftShadowPlanes, writes), offsetof(WeftShadowPlanes, reads),
                         offsetof(WeftShadowPlanes, otherReads), offsetof(WeftShadowPlanes, writesAgain),
                         offsetof(WeftShadowPlanes, readsAgain)} == Offsets<5>{0, 8, 16, 24, 32},
              RAISE_KERNEL_ABI);
static_assert(is<WeftShadow>(88, 7), RAISE_KERNEL_ABI);
static_assert(Offsets<7>{offsetof(WeftShadow, globalStamp), offsetof(WeftShadow, globalStart),
                         offsetof(WeftShadow, localStamp), offsetof(WeftShadow, localStart),
                         offsetof(WeftShadow, local), offsetof(WeftShadow, arguments),
                         offsetof(WeftShadow, skipsGroupUniform)} == Offsets<7>{0, 8, 16, 24, 32, 72, 80},
              RAISE_KERNEL_ABI);

// ImageAbi.h, which is a part of the kernel ABI and shares its version
static_assert(is<WeftImageLevel>(40, 7), RAISE_KERNEL_ABI);
static_assert(Offsets<7>{offsetof(WeftImageLevel, offset), offsetof(WeftImageLevel, rowPitch),
                         offsetof(WeftImageLevel, slicePitch), offsetof(WeftImageLevel, width),
                         offsetof(WeftImageLevel, height), offsetof(WeftImageLevel, depth),
                         offsetof(WeftImageLevel, reserved)} == Offsets<7>{0, 8, 16, 24, 28, 32, 36},
              RAISE_KERNEL_ABI);
static_assert(is<WeftImage>(64, 12), RAISE_KERNEL_ABI);
static_assert(Offsets<12>{offsetof(WeftImage, data), offsetof(WeftImage, rowPitch), offsetof(WeftImage, slicePitch),
                          offsetof(WeftImage, width), offsetof(WeftImage, height), offsetof(WeftImage, depth),
                          offsetof(WeftImage, arraySize), offsetof(WeftImage, channelOrder),
                          offsetof(WeftImage, channelType), offsetof(WeftImage, elementBytes),
                          offsetof(WeftImage, levelCount),
                          offsetof(WeftImage, levels)} == Offsets<12>{0, 8, 16, 24, 28, 32, 36, 40, 44, 48, 52, 56},
              RAISE_KERNEL_ABI);
static_assert(WEFT_IMAGE_FORMAT(0x10B0, 0x10D0) == 0x10B010D0, RAISE_KERNEL_ABI);
static_assert(WEFT_SAMPLER_NORMALIZED == 1 && WEFT_SAMPLER_ADDRESS_MASK == 14 && WEFT_SAMPLER_FILTER_NEAREST == 16 &&
                  WEFT_SAMPLER_FILTER_LINEAR == 32 && WEFT_SAMPLER_MIP_FILTER_LINEAR == 64 &&
                  WEFT_SAMPLER_LOD_MIN_SHIFT == 8 && WEFT_SAMPLER_LOD_MAX_SHIFT == 20 &&
                  WEFT_SAMPLER_LOD_MASK == 0x7FF && WEFT_SAMPLER_LOD_SCALE == 64,
              RAISE_KERNEL_ABI);

// PipeAbi.h, which is a part of the kernel ABI and shares its version
static_assert(is<WeftPipe>(160, 9), RAISE_KERNEL_ABI);
static_assert(Offsets<7>{offsetof(WeftPipe, written), offsetof(WeftPipe, read), offsetof(WeftPipe, available),
                         offsetof(WeftPipe, packetBytes), offsetof(WeftPipe, maxPackets), offsetof(WeftPipe, sequences),
                         offsetof(WeftPipe, packets)} == Offsets<7>{0, 64, 128, 136, 140, 144, 152},
              RAISE_KERNEL_ABI);
static_assert(WEFT_RESERVATION(3, 5) == 0x500000003 && WEFT_RESERVATION_FIRST(0x500000003) == 3 &&
                  WEFT_RESERVATION_COUNT(0x500000003) == 5,
              RAISE_KERNEL_ABI);

// EnqueueAbi.h, which is a part of the kernel ABI and shares its version
static_assert(is<WeftNdRange>(80, 5), RAISE_KERNEL_ABI);
static_assert(Offsets<5>{offsetof(WeftNdRange, workDim), offsetof(WeftNdRange, reserved),
                         offsetof(WeftNdRange, globalOffset), offsetof(WeftNdRange, globalSize),
                         offsetof(WeftNdRange, localSize)} == Offsets<5>{0, 4, 8, 32, 56},
              RAISE_KERNEL_ABI);
static_assert(is<WeftEnqueueRequest>(80, 13), RAISE_KERNEL_ABI);
static_assert(Offsets<13>{offsetof(WeftEnqueueRequest, queue), offsetof(WeftEnqueueRequest, range),
                          offsetof(WeftEnqueueRequest, kernel), offsetof(WeftEnqueueRequest, literal),
                          offsetof(WeftEnqueueRequest, waitList), offsetof(WeftEnqueueRequest, event),
                          offsetof(WeftEnqueueRequest, localSizes), offsetof(WeftEnqueueRequest, flags),
                          offsetof(WeftEnqueueRequest, waitCount), offsetof(WeftEnqueueRequest, literalBytes),
                          offsetof(WeftEnqueueRequest, literalAlignment), offsetof(WeftEnqueueRequest, localCount),
                          offsetof(WeftEnqueueRequest, reserved)} ==
                  Offsets<13>{0, 8, 16, 24, 32, 40, 48, 56, 60, 64, 68, 72, 76},
              RAISE_KERNEL_ABI);
static_assert(is<WeftEnqueuer>(88, 11), RAISE_KERNEL_ABI);
static_assert(Offsets<11>{offsetof(WeftEnqueuer, enqueue), offsetof(WeftEnqueuer, enqueueMarker),
                          offsetof(WeftEnqueuer, createUserEvent), offsetof(WeftEnqueuer, setUserEventStatus),
                          offsetof(WeftEnqueuer, retainEvent), offsetof(WeftEnqueuer, releaseEvent),
                          offsetof(WeftEnqueuer, isValidEvent), offsetof(WeftEnqueuer, captureProfiling),
                          offsetof(WeftEnqueuer, defaultQueue), offsetof(WeftEnqueuer, queryKernel),
                          offsetof(WeftEnqueuer, groupEnded)} == Offsets<11>{0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80},
              RAISE_KERNEL_ABI);
static_assert(WEFT_ENQUEUED == 0 && WEFT_ENQUEUE_FAILURE == -101 && WEFT_ENQUEUE_WAIT_KERNEL == 1 &&
                  WEFT_ENQUEUE_WAIT_WORK_GROUP == 2 && WEFT_QUERY_WORK_GROUP_SIZE == 0 &&
                  WEFT_QUERY_PREFERRED_MULTIPLE == 1 && WEFT_QUERY_SUB_GROUP_SIZE == 2 &&
                  WEFT_QUERY_SUB_GROUP_COUNT == 3,
              RAISE_KERNEL_ABI);

// WeftCompiler.h
static_assert(WEFT_COMPILER_ABI_VERSION == 22,
              "what follows is the interface of version 22: see that it is the new one");

static_assert(is<WeftBytes>(16, 2), RAISE_COMPILER_ABI);
static_assert(Offsets<2>{offsetof(WeftBytes, data), offsetof(WeftBytes, size)} == Offsets<2>{0, 8}, RAISE_COMPILER_ABI);
static_assert(WEFT_COMPILER_OK == 0 && WEFT_COMPILER_INVALID_OPTIONS == 1 && WEFT_COMPILER_FAILED == 2 &&
                  WEFT_COMPILER_NO_SUCH_KERNEL == 3 && WEFT_COMPILER_OUT_OF_MEMORY == 4,
              RAISE_COMPILER_ABI);
static_assert(is<WeftCompilerResult>(56, 4), RAISE_COMPILER_ABI);
static_assert(Offsets<4>{offsetof(WeftCompilerResult, status), offsetof(WeftCompilerResult, log),
                         offsetof(WeftCompilerResult, code),
                         offsetof(WeftCompilerResult, manifest)} == Offsets<4>{0, 8, 24, 40},
              RAISE_COMPILER_ABI);
static_assert(is<WeftHeader>(24, 2), RAISE_COMPILER_ABI);
static_assert(Offsets<2>{offsetof(WeftHeader, name), offsetof(WeftHeader, text)} == Offsets<2>{0, 8},
              RAISE_COMPILER_ABI);
static_assert(is<WeftCompileRequest>(64, 8), RAISE_COMPILER_ABI);
static_assert(Offsets<8>{offsetof(WeftCompileRequest, source), offsetof(WeftCompileRequest, options),
                         offsetof(WeftCompileRequest, extensions), offsetof(WeftCompileRequest, headers),
                         offsetof(WeftCompileRequest, headerCount), offsetof(WeftCompileRequest, zeroPrivateMemory),
                         offsetof(WeftCompileRequest, debugLines),
                         offsetof(WeftCompileRequest, isWhole)} == Offsets<8>{0, 16, 24, 32, 40, 48, 52, 56},
              RAISE_COMPILER_ABI);
static_assert(is<WeftSpirvConstant>(16, 2), RAISE_COMPILER_ABI);
static_assert(Offsets<2>{offsetof(WeftSpirvConstant, id), offsetof(WeftSpirvConstant, value)} == Offsets<2>{0, 8},
              RAISE_COMPILER_ABI);
static_assert(is<WeftSpirvRequest>(56, 8), RAISE_COMPILER_ABI);
static_assert(Offsets<8>{offsetof(WeftSpirvRequest, module), offsetof(WeftSpirvRequest, options),
                         offsetof(WeftSpirvRequest, constants), offsetof(WeftSpirvRequest, constantCount),
                         offsetof(WeftSpirvRequest, zeroPrivateMemory), offsetof(WeftSpirvRequest, isDescribed),
                         offsetof(WeftSpirvRequest, debugLines),
                         offsetof(WeftSpirvRequest, isWhole)} == Offsets<8>{0, 16, 24, 32, 40, 44, 48, 52},
              RAISE_COMPILER_ABI);
static_assert(is<WeftDescribeRequest>(24, 2), RAISE_COMPILER_ABI);
static_assert(Offsets<2>{offsetof(WeftDescribeRequest, module), offsetof(WeftDescribeRequest, isUnchecked)} ==
                  Offsets<2>{0, 16},
              RAISE_COMPILER_ABI);
static_assert(is<WeftLinkRequest>(24, 3), RAISE_COMPILER_ABI);
static_assert(Offsets<3>{offsetof(WeftLinkRequest, inputs), offsetof(WeftLinkRequest, inputCount),
                         offsetof(WeftLinkRequest, options)} == Offsets<3>{0, 8, 16},
              RAISE_COMPILER_ABI);
static_assert(is<WeftGenerateRequest>(80, 9), RAISE_COMPILER_ABI);
static_assert(Offsets<9>{offsetof(WeftGenerateRequest, program), offsetof(WeftGenerateRequest, code),
                         offsetof(WeftGenerateRequest, dumpFolder), offsetof(WeftGenerateRequest, logTimes),
                         offsetof(WeftGenerateRequest, logRemarks), offsetof(WeftGenerateRequest, takeFacts),
                         offsetof(WeftGenerateRequest, begins), offsetof(WeftGenerateRequest, ends),
                         offsetof(WeftGenerateRequest, argument)} == Offsets<9>{0, 16, 32, 40, 44, 48, 56, 64, 72},
              RAISE_COMPILER_ABI);
static_assert(is<WeftCompiler>(56, 7), RAISE_COMPILER_ABI);
static_assert(
    std::is_same_v<decltype(WeftCompiler::compileProgram), WeftCompilerResult *(*)(const WeftCompileRequest *)> &&
        std::is_same_v<decltype(WeftCompiler::readSpirv), WeftCompilerResult *(*)(const WeftSpirvRequest *)> &&
        std::is_same_v<decltype(WeftCompiler::describeSpirv), WeftCompilerResult *(*)(const WeftDescribeRequest *)> &&
        std::is_same_v<decltype(WeftCompiler::linkProgram), WeftCompilerResult *(*)(const WeftLinkRequest *)> &&
        std::is_same_v<decltype(WeftCompiler::generateKernel), WeftCompilerResult *(*)(const WeftGenerateRequest *)> &&
        std::is_same_v<decltype(WeftCompiler::release), void (*)(WeftCompilerResult *)> &&
        std::is_same_v<decltype(WeftCompiler::warmUp), void (*)(const char *)> &&
        std::is_same_v<WeftGetCompiler, const WeftCompiler *(*)(uint32_t)>,
    RAISE_COMPILER_ABI);
static_assert(Offsets<7>{offsetof(WeftCompiler, compileProgram), offsetof(WeftCompiler, readSpirv),
                         offsetof(WeftCompiler, describeSpirv), offsetof(WeftCompiler, linkProgram),
                         offsetof(WeftCompiler, generateKernel), offsetof(WeftCompiler, release),
                         offsetof(WeftCompiler, warmUp)} == Offsets<7>{0, 8, 16, 24, 32, 40, 48},
              RAISE_COMPILER_ABI);

} // namespace
