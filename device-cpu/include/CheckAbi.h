// What kernels that are checked while they run share with the device: sites, and functions that are told of faults.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_CHECK_ABI_H
#define WEFT_DEVICE_CPU_CHECK_ABI_H

#include "KernelAbi.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a site does, and what the two values of a report are there.
enum WeftCheckKind {
  WEFT_CHECK_LOAD = 0,       ///< offset in bytes from the object's first byte, address
  WEFT_CHECK_STORE = 1,      ///< the same
  WEFT_CHECK_ATOMIC = 2,     ///< the same
  WEFT_CHECK_DIVISION = 3,   ///< dividend, divisor, both extended by their sign
  WEFT_CHECK_CONVERSION = 4, ///< the bits of the value as a double, 0
  WEFT_CHECK_SHIFT = 5,      ///< the amount, the bits of the value that is shifted
  WEFT_CHECK_BARRIER = 6,    ///< work-items of the group that wait there, those that wait elsewhere or have ended.
                             ///< WeftCheckSite::bytes has the flags of the memory that it orders
  WEFT_CHECK_SUB_GROUP_BARRIER = 7,
  WEFT_CHECK_FENCE = 8,  ///< also an atomic operation that makes an order for other accesses
  WEFT_CHECK_PRINTF = 9, ///< the address of a format, and of WeftCheckSite::bytes WeftPrintArguments: reported for each
                         ///< call, a fault only where they don't fit
  WEFT_CHECK_CAST = 10,  ///< the address that is cast, 0. WeftCheckSite::object is the address space that it isn't in
  WEFT_CHECK_COPY = 11,  ///< an asynchronous copy
  WEFT_CHECK_WAIT = 12,  ///< for an event
  WEFT_CHECK_END = 13,   ///< of a work-item
  WEFT_CHECK_UNWRITTEN =
      14, ///< a read of a private variable, or of a buffer, that nobody has written: offset in bytes, 0
};

/// What kind of object a site accesses.
enum WeftCheckObject {
  WEFT_CHECK_NO_OBJECT = 0,      ///< it accesses none, or any
  WEFT_CHECK_BUFFER = 1,         ///< what a pointer argument to global or constant memory leads to
  WEFT_CHECK_LOCAL_ARGUMENT = 2, ///< local memory whose size the launch gives
  WEFT_CHECK_LOCAL_VARIABLE = 3, ///< a variable in local memory
  WEFT_CHECK_PRIVATE = 4,        ///< a private variable
  WEFT_CHECK_PROGRAM = 5,        ///< a variable or constant of the program
  WEFT_CHECK_IMAGE = 6,          ///< an argument; reports have its coordinates, of 32 bits each: x and y, z
};

#define WEFT_CHECK_NO_ARGUMENT 0xFFFFFFFFu

/// OpenCL C's flags of fences.
#define WEFT_CHECK_ORDERS_LOCAL 1u
#define WEFT_CHECK_ORDERS_GLOBAL 2u

/// A place in the source where something is checked. Constant data of the kernel's code, and gone with it.
typedef struct WeftCheckSite {
  const char *kernel;
  const char *file;     ///< "" where the program has no lines
  const char *function; ///< in which the line stands, "" where unknown
  /// Where that function was called, and where the one that called it was, up to the kernel: "f (a.cl:7:3)" each,
  /// separated by newlines; "" in the kernel's own body.
  const char *callers;
  const char *object;    ///< the name of the argument or variable, "" where it has none
  uint64_t objectBytes;  ///< of a variable; 0 where the launch says it (WeftCheckArgument)
  uint32_t line;         ///< 0 where unknown
  uint32_t column;       ///< 0 where unknown
  uint32_t kind;         ///< WeftCheckKind
  uint32_t objectKind;   ///< WeftCheckObject
  uint32_t argument;     ///< its number, or WEFT_CHECK_NO_ARGUMENT
  uint32_t bytes;        ///< of the access or value; of WEFT_CHECK_SUB_GROUP_BARRIER work-items of a sub-group
  uint32_t elementBytes; ///< what an index counts; 1 where unknown
  uint32_t alignment;    ///< in bytes, of the address
  uint32_t isByCopy;     ///< 1: the access is an asynchronous copy's
  uint32_t isUpdate;     ///< 1: a store where the work-item has read before: it races whatever it leaves there
} WeftCheckSite;

/// The memory that an argument leads to: bytes in front of the address that the kernel is given, and those from it on
/// that it may read, and may write. Where it may do but one of these, the other is 0. Of an image: its sizes, in the
/// order of coordinates.
typedef struct WeftCheckArgument {
  uint64_t before;
  uint64_t readable;
  uint64_t writable;
  uint64_t address; ///< that the kernel is given of global or constant memory; 0 for everything else
  /// A byte for each from `address` on, whose bits are ones where somebody has written; kernels keep it up. NULL where
  /// all counts as written.
  uint8_t *written;
} WeftCheckArgument;

/// Of an argument whose memory isn't known: all.
#define WEFT_CHECK_ANY_BYTES ((uint64_t)1 << 61)

/// Who accessed memory last, a word for each piece of it, as kernels with WEFT_KERNEL_SHADOWS note it:
///
///   bits 26 to 63   when: of local memory the stretch between barriers, numbered on and on by the thread; of global
///                   memory a number of the group's, in 26 bits, and its stretch, in 12
///   bits 13 to 25   the work-item's flattened local id, or WEFT_SHADOW_COPY
///   bits 0 to 12    the number of the site in the code's table of sites
///
/// 0 where nobody has. A word lies `scale` times as far behind its plane's first one as its piece behind the memory's
/// first byte: 2 where pieces have four bytes, 8 where they have one.
#define WEFT_SHADOW_SITE_BITS 13u
#define WEFT_SHADOW_ITEM_BITS 13u
#define WEFT_SHADOW_STRETCH_BITS 12u

/// In place of a local id: the group's asynchronous copies, whoever makes them. No group has so many work-items.
#define WEFT_SHADOW_COPY ((1u << WEFT_SHADOW_ITEM_BITS) - 1)

/// The words of an object, from the one for its first byte on.
typedef struct WeftShadowPlanes {
  uint64_t *writes;
  uint64_t *reads;
  uint64_t *otherReads; ///< by another work-item than that of `reads`
  /// `writes` and `reads` once more. What work-items have stored is read again this way, which shows whether it is
  /// still there: an optimiser that knew the addresses to be the same wouldn't look.
  uint64_t *writesAgain;
  uint64_t *readsAgain;
} WeftShadowPlanes;

/// Of WeftKernelInfo::flags, besides WeftKernelFlags.
enum WeftCheckFlags {
  /// The kernel asks for WeftCheck::shadow.
  WEFT_KERNEL_SHADOWS = 1u << 16,
  /// In that of global memory each byte has a word of its own, not each four bytes.
  WEFT_KERNEL_SHADOWS_BYTES = 1u << 17,
};

/// What the group that runs has (WeftCheck::shadow).
typedef struct WeftShadow {
  uint64_t globalStamp; ///< its first one
  uint64_t globalStart; ///< words of global memory below this are of earlier launches
  uint64_t localStamp;  ///< its newest one: the code raises it with each barrier
  uint64_t localStart;  ///< the words of local memory that this group has written are no less; 0 where that isn't asked
  WeftShadowPlanes local;
  const WeftShadowPlanes *arguments; ///< one for each argument of the kernel
  /// 1: a group of the same size has met nothing in local memory, so that none of them does where all access it alike.
  /// Such accesses need not be noted.
  uint64_t skipsAlike;
} WeftShadow;

/// What a launch has whose kernel has WEFT_KERNEL_CHECKS. The functions are called by any work-item at any time.
typedef struct WeftCheck {
  void *checker;
  const WeftCheckArgument *arguments; ///< one for each argument of the kernel, also for those that are no pointers
  /// The site's fault has happened.
  void (*report)(void *checker, const WeftLaunch *launch, const WeftGroup *group, const WeftCheckSite *site, uint32_t x,
                 uint32_t y, uint32_t z, uint64_t first, uint64_t second);
  /// Whether a work-item may access the memory at `address`, whose object the code doesn't know. Reports where not.
  uint32_t (*find)(void *checker, const WeftLaunch *launch, const WeftGroup *group, const WeftCheckSite *site,
                   uint32_t x, uint32_t y, uint32_t z, uint64_t address);
  /// A work-item accesses memory that others may reach, too; or, of the three kinds of sites that access none, it comes
  /// to what makes an order between accesses. The offset is that in the object, where the site knows one.
  /// Of a store of 8 bytes or fewer, `value` has that in its lowest bytes; of an atomic access it is 1 if that only
  /// reads, 2 if it only writes.
  void (*access)(void *checker, const WeftLaunch *launch, const WeftGroup *group, const WeftCheckSite *site, uint32_t x,
                 uint32_t y, uint32_t z, uint64_t offset, uint64_t address, uint64_t value);
  /// A work-item comes to what all of its group have to do alike: a copy, whose addresses, other arguments and event
  /// are given, a wait for an event, or its end. Returns the event of a copy, which is not 0.
  uint64_t (*together)(void *checker, const WeftLaunch *launch, const WeftGroup *group, const WeftCheckSite *site,
                       uint32_t x, uint32_t y, uint32_t z, uint64_t to, uint64_t from, uint64_t others, uint64_t event);
  /// A work-item's access has met another one, which `word` of the shadow tells of: the site is number
  /// `word & (1 << WEFT_SHADOW_SITE_BITS) - 1` of `sites`. Or it reads local memory whose word is below
  /// WeftShadow::localStart. The others are as for `access`, but that of a store of more than 8 bytes
  /// `value` is 1 if they are there already.
  void (*met)(void *checker, const WeftLaunch *launch, const WeftGroup *group, const WeftCheckSite *site, uint32_t x,
              uint32_t y, uint32_t z, uint64_t offset, uint64_t address, uint64_t value, uint64_t word,
              const WeftCheckSite *const *sites);
  /// That of the group, the same for all of its work-items.
  WeftShadow *(*shadow)(void *checker, const WeftLaunch *launch, const WeftGroup *group);
  /// The kernel may write the argument's memory where it can't tell: all of it counts as written.
  void (*wrote)(void *checker, const WeftLaunch *launch, const WeftGroup *group, uint32_t argument);
} WeftCheck;

#ifdef __cplusplus
}
#endif

#endif
