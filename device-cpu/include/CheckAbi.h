// The interface between the device and checked kernels: the checked positions of the source, and report functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_CHECK_ABI_H
#define WEFT_DEVICE_CPU_CHECK_ABI_H

#include "KernelAbi.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What the code does at a site (a checked position in the source). A report of a site has two values: each comment
/// below says what the first value is and, after a semicolon, the second.
enum WeftCheckKind {
  WEFT_CHECK_LOAD = 0,       ///< the offset in bytes from the object's first byte; the address
  WEFT_CHECK_STORE = 1,      ///< as WEFT_CHECK_LOAD
  WEFT_CHECK_ATOMIC = 2,     ///< as WEFT_CHECK_LOAD
  WEFT_CHECK_DIVISION = 3,   ///< the dividend; the divisor; both sign-extended
  WEFT_CHECK_CONVERSION = 4, ///< the bits of the value as a double; 0
  WEFT_CHECK_SHIFT = 5,      ///< the amount; the value that is shifted
  WEFT_CHECK_BARRIER = 6, ///< the number of work-items of the group that wait at the barrier; the number of work-items
                          ///< that wait elsewhere or have ended. WeftCheckSite::bytes has the flags of the memory
                          ///< that the barrier orders
  WEFT_CHECK_SUB_GROUP_BARRIER = 7,
  WEFT_CHECK_FENCE = 8,  ///< also an atomic operation that orders other accesses
  WEFT_CHECK_PRINTF = 9, ///< the address of the format; the address of an array of WeftCheckSite::bytes
                         ///< WeftPrintArguments. The code reports each call; the call is a fault only if the
                         ///< arguments don't fit the format
  WEFT_CHECK_CAST = 10,  ///< the address that is cast; 0. WeftCheckSite::object is the address space that the address
                         ///< isn't in
  WEFT_CHECK_COPY = 11,  ///< an asynchronous copy
  WEFT_CHECK_WAIT = 12,  ///< a wait for an event
  WEFT_CHECK_END = 13,   ///< the end of a work-item
  WEFT_CHECK_UNWRITTEN =
      14, ///< a read of bytes of a private variable or of a buffer before they are written: the offset in bytes; 0
};

/// What kind of object a site accesses.
enum WeftCheckObject {
  WEFT_CHECK_NO_OBJECT = 0,      ///< the site accesses no object, or may access any
  WEFT_CHECK_BUFFER = 1,         ///< the memory that a pointer argument to global or constant memory points to
  WEFT_CHECK_LOCAL_ARGUMENT = 2, ///< local memory whose size the launch sets
  WEFT_CHECK_LOCAL_VARIABLE = 3, ///< a variable in local memory
  WEFT_CHECK_PRIVATE = 4,        ///< a private variable
  WEFT_CHECK_PROGRAM = 5,        ///< a variable or constant of the program
  WEFT_CHECK_IMAGE = 6,          ///< an image argument; reports have the coordinates, of 32 bits each: x and y; z
};

#define WEFT_CHECK_NO_ARGUMENT 0xFFFFFFFFu

/// OpenCL C's flags of fences.
#define WEFT_CHECK_ORDERS_LOCAL 1u
#define WEFT_CHECK_ORDERS_GLOBAL 2u

/// A position in the source at which the code checks something. Sites are constant data of the kernel's code, and live
/// as long as the code.
typedef struct WeftCheckSite {
  const char *kernel;
  const char *file;     ///< "" if the program has no lines
  const char *function; ///< the function that contains the line, "" if unknown
  /// The calls that led to that function, from the innermost one up to the kernel: "f (a.cl:7:3)" each, separated by
  /// newlines; "" in the kernel's own body.
  const char *callers;
  const char *object;    ///< the name of the argument or variable, "" if it has none
  uint64_t objectBytes;  ///< the size of a variable; 0 if the launch gives it (WeftCheckArgument)
  uint32_t line;         ///< 0 if unknown
  uint32_t column;       ///< 0 if unknown
  uint32_t kind;         ///< WeftCheckKind
  uint32_t objectKind;   ///< WeftCheckObject
  uint32_t argument;     ///< the argument's number, or WEFT_CHECK_NO_ARGUMENT
  uint32_t bytes;        ///< the size of the access or value; WEFT_CHECK_SUB_GROUP_BARRIER: work-items of a sub-group
  uint32_t elementBytes; ///< the bytes of an element of the object, by which reports count indices; 1 if unknown
  uint32_t alignment;    ///< the alignment that the address must have, in bytes
  uint32_t isByCopy;     ///< 1: an asynchronous copy makes the access
  uint32_t isUpdate;     ///< 1: a store to memory that the work-item has read before. Such a store counts for races
                         ///< even if it stores the value that is there already
} WeftCheckSite;

/// The memory that a pointer argument points to. The fields are the number of its bytes before the address that the
/// kernel is given, the number of bytes from this address on that the kernel may read, and the number that it may
/// write. If the kernel may only read or only write, the other number is 0. For an image, the three fields are its
/// sizes in the order of coordinates.
typedef struct WeftCheckArgument {
  uint64_t before;
  uint64_t readable;
  uint64_t writable;
  uint64_t address; ///< the address in global or constant memory that the kernel is given; 0 for all other arguments
  /// An array with a byte for each byte of memory from `address` on. All bits of an element are ones if its byte has
  /// been written; kernels keep the array up to date. NULL if all memory counts as written.
  uint8_t *written;
} WeftCheckArgument;

/// The number of bytes for an argument whose memory isn't known: any address counts as a part of the argument's memory.
#define WEFT_CHECK_ANY_BYTES ((uint64_t)1 << 61)

/// Kernels with WEFT_KERNEL_SHADOWS keep a shadow word for each piece of memory. It says which work-item accessed the
/// piece last:
///
///   bits 26 to 63   the stamp, which says when. A section is the code that a group runs between two barriers. For
///                   local memory, the stamp is the section's number; the thread counts sections on from group to
///                   group. For global memory, the stamp is a number of the group, in 26 bits, followed by the
///                   section's number within the group, in 12 bits
///   bits 13 to 25   the work-item's flattened local id, or WEFT_SHADOW_COPY
///   bits 0 to 12    the number of the site in the code's table of sites
///
/// A word is 0 before any access to the piece. The words are in arrays, the planes. The word of the piece that begins
/// at byte n of the memory begins at byte n * scale of the plane. The scale is 2 if pieces have four bytes, and 8 if
/// pieces have one byte.
#define WEFT_SHADOW_SITE_BITS 13u
#define WEFT_SHADOW_ITEM_BITS 13u
#define WEFT_SHADOW_EPOCH_BITS 12u

/// In place of a local id: an asynchronous copy of the group has made the access, on behalf of any work-item. No group
/// has so many work-items that this could be a local id.
#define WEFT_SHADOW_COPY ((1u << WEFT_SHADOW_ITEM_BITS) - 1)

/// The shadow words of an object. Each pointer points to the word for the object's first byte.
typedef struct WeftShadowPlanes {
  uint64_t *writes;
  uint64_t *reads;
  uint64_t *otherReads; ///< reads by another work-item than the one in `reads`
  /// The same addresses as `writes` and `reads`. After the code has stored a word, it reads the word again through
  /// these pointers, to see whether another thread has overwritten it. If the optimiser knew that the addresses are
  /// equal, it would remove this load.
  uint64_t *writesAgain;
  uint64_t *readsAgain;
} WeftShadowPlanes;

/// More flags of WeftKernelInfo::flags, besides WeftKernelFlags.
enum WeftCheckFlags {
  /// The kernel calls WeftCheck::shadow.
  WEFT_KERNEL_SHADOWS = 1u << 16,
  /// In the shadow of global memory, a piece is one byte rather than four bytes.
  WEFT_KERNEL_SHADOWS_BYTES = 1u << 17,
};

/// The shadow of the group that runs (WeftCheck::shadow).
typedef struct WeftShadow {
  uint64_t globalStamp; ///< the group's first stamp for global memory
  uint64_t globalStart; ///< shadow words of global memory that are less than this value are from earlier launches
  uint64_t localStamp;  ///< the group's newest stamp for local memory: generated code raises it with each barrier
  /// A shadow word of local memory that is less than this value is from an earlier group.
  uint64_t localStart;
  WeftShadowPlanes local;
  const WeftShadowPlanes *arguments; ///< one for each argument of the kernel
  /// 1: a group of the same size has ended, and neither a conflict nor a read of unwritten bytes has been found in
  /// local memory. Some sites access local memory in the same way in all groups. At these sites, no later group of this
  /// size can have a conflict or such a read, so the code doesn't have to note its accesses there.
  uint64_t skipsGroupUniform;
} WeftShadow;

/// What a launch offers to a kernel with WEFT_KERNEL_CHECKS. Any work-item may call the functions at any time.
typedef struct WeftCheck {
  void *checker;
  const WeftCheckArgument *arguments; ///< one for each argument of the kernel, also for arguments that are no pointers
  /// Called when the fault for which the site checks has happened.
  void (*report)(void *checker, const WeftLaunch *launch, const WeftGroup *group, const WeftCheckSite *site, uint32_t x,
                 uint32_t y, uint32_t z, uint64_t first, uint64_t second);
  /// Called if the code doesn't know to which object `address` belongs. Returns whether a work-item may access the
  /// memory at this address, and reports a fault if it may not.
  uint32_t (*find)(void *checker, const WeftLaunch *launch, const WeftGroup *group, const WeftCheckSite *site,
                   uint32_t x, uint32_t y, uint32_t z, uint64_t address);
  /// Called when a work-item accesses memory that other work-items may reach, too. Also called when a work-item comes
  /// to a barrier, a sub-group barrier or a fence: these sites access no memory, but order accesses. `offset` is the
  /// access's offset in its object if the site knows the object. For a store of at most 8 bytes, `value` has the stored
  /// value in its lowest bytes. For an atomic access, `value` is 1 if the access only reads and 2 if it only writes.
  void (*access)(void *checker, const WeftLaunch *launch, const WeftGroup *group, const WeftCheckSite *site, uint32_t x,
                 uint32_t y, uint32_t z, uint64_t offset, uint64_t address, uint64_t value);
  /// Called when a work-item comes to a step that all work-items of its group have to do alike: an asynchronous copy, a
  /// wait for an event, or the work-item's end. For a copy, `to` and `from` are its addresses, and `others` is a value
  /// that is made of its other arguments. `event` is the event of a copy, or the event that a wait waits for. Returns
  /// the event of a copy, which is not 0.
  uint64_t (*together)(void *checker, const WeftLaunch *launch, const WeftGroup *group, const WeftCheckSite *site,
                       uint32_t x, uint32_t y, uint32_t z, uint64_t to, uint64_t from, uint64_t others, uint64_t event);
  /// Called when a work-item's access conflicts with an earlier access, which the shadow word `word` describes. The
  /// earlier access's site is number `word & (1 << WEFT_SHADOW_SITE_BITS) - 1` of `sites`. Also called when a work-item
  /// reads local memory whose word is less than WeftShadow::localStart, that is, memory that its group has not accessed
  /// before. The other parameters are as for `access`; but for a store of more than 8 bytes, `value` is 1 if the memory
  /// has the stored bytes already.
  void (*met)(void *checker, const WeftLaunch *launch, const WeftGroup *group, const WeftCheckSite *site, uint32_t x,
              uint32_t y, uint32_t z, uint64_t offset, uint64_t address, uint64_t value, uint64_t word,
              const WeftCheckSite *const *sites);
  /// Returns the shadow of the group, which is the same for all of its work-items.
  WeftShadow *(*shadow)(void *checker, const WeftLaunch *launch, const WeftGroup *group);
  /// Called if the kernel may write to unknown addresses within the argument's memory: all of this memory counts as
  /// written from then on.
  void (*wrote)(void *checker, const WeftLaunch *launch, const WeftGroup *group, uint32_t argument);
} WeftCheck;

#ifdef __cplusplus
}
#endif

#endif
