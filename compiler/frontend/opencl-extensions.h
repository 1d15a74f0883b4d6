// Builtins of extensions that the device reports and Clang's own tables don't have. Seen by every program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_OPENCL_EXTENSIONS_H
#define WEFT_OPENCL_EXTENSIONS_H

// Self-contained: it may come before Clang's header, which has the usual names of types.
#define __weft_builtin __attribute__((overloadable, convergent))
#define __weft_size __SIZE_TYPE__

#if defined(cl_khr_work_group_uniform_arithmetic) && __OPENCL_C_VERSION__ >= 200
#define __weft_collectives(name, type)                                                                                 \
  type __weft_builtin work_group_reduce_##name(type);                                                                  \
  type __weft_builtin work_group_scan_inclusive_##name(type);                                                          \
  type __weft_builtin work_group_scan_exclusive_##name(type);
#define __weft_integer_collectives(name)                                                                               \
  __weft_collectives(name, int) __weft_collectives(name, unsigned int) __weft_collectives(name, long)                  \
      __weft_collectives(name, unsigned long)
__weft_integer_collectives(mul) __weft_integer_collectives(and) __weft_integer_collectives(or)
    __weft_integer_collectives(xor) __weft_collectives(logical_and, int) __weft_collectives(logical_or, int)
        __weft_collectives(logical_xor, int) __weft_collectives(mul, float)
#ifdef cl_khr_fp64
            __weft_collectives(mul, double)
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
                __weft_collectives(mul, half)
#endif
#undef __weft_collectives
#undef __weft_integer_collectives
#endif

#ifdef cl_khr_extended_async_copies
#define __weft_copies(to, from)                                                                                        \
  event_t __weft_builtin async_work_group_copy_2D2D(to void *, __weft_size, const from void *, __weft_size,            \
                                                    __weft_size, __weft_size, __weft_size, __weft_size, __weft_size,   \
                                                    event_t);                                                          \
  event_t __weft_builtin async_work_group_copy_3D3D(to void *, __weft_size, const from void *, __weft_size,            \
                                                    __weft_size, __weft_size, __weft_size, __weft_size, __weft_size,   \
                                                    __weft_size, __weft_size, __weft_size, event_t);
                    __weft_copies(local, global) __weft_copies(global, local)
#undef __weft_copies
#endif

#ifdef cl_ext_image_unsigned_10x6_12x4_14x2
// Section 6.15.15.4 has these names; Clang has CLK_UNORM_10X6_EXT, as the table of features.
#define CLK_UNORM_INT10X6_EXT 0x10E1
#define CLK_UNORM_INT12X4_EXT 0x10E9
#define CLK_UNORM_INT14X2_EXT 0x10EA
#endif

#ifdef cl_khr_async_work_group_copy_fence
                        void __weft_builtin async_work_group_copy_fence(unsigned int);
#endif

#undef __weft_builtin
#undef __weft_size
#endif
