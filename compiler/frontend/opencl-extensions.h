// Declares builtins of extensions that the device reports and Clang's own tables lack. Every program includes this.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_OPENCL_EXTENSIONS_H
#define WEFT_OPENCL_EXTENSIONS_H

// This file is self-contained, because it may be included before Clang's header, which defines the usual type names.
#define __weft_builtin __attribute__((overloadable, convergent))
#define __weft_size __SIZE_TYPE__

// The compiler defines __weft_without_collectives, and similar macros for other families of functions, if it sees that
// the program uses none of the family's names. Then the declarations are left out.
#if defined(cl_khr_work_group_uniform_arithmetic) && __OPENCL_C_VERSION__ >= 200 && !defined(__weft_without_collectives)
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

#if defined(cl_khr_extended_async_copies) && !defined(__weft_without_copies)
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

#if defined(cl_khr_async_work_group_copy_fence) && !defined(__weft_without_copies)
                        void __weft_builtin async_work_group_copy_fence(unsigned int);
#endif

#ifdef cl_ext_image_unsigned_10x6_12x4_14x2
// Section 6.15.15.4 has these names, but Clang has CLK_UNORM_10X6_EXT, as in the specification's table of features.
#define CLK_UNORM_INT10X6_EXT 0x10E1
#define CLK_UNORM_INT12X4_EXT 0x10E9
#define CLK_UNORM_INT14X2_EXT 0x10EA
#endif

// Clang's header always defines CLK_NULL_RESERVE_ID, but its type exists only if the language has pipes: as a feature
// of OpenCL C 3.0, or as a part of older language versions.
#if defined(CLK_NULL_RESERVE_ID) &&                                                                                    \
    (defined(__opencl_c_pipes) || __OPENCL_C_VERSION__ == 200 || __OPENCL_CPP_VERSION__ == 100)
// Clang can't compile the definition in its own header, which casts a pointer, so the following definition replaces it.
reserve_id_t __weft_null_reservation(void) __attribute__((const));
#undef CLK_NULL_RESERVE_ID
#define CLK_NULL_RESERVE_ID (__weft_null_reservation())
#endif

#if defined(CLK_NULL_EVENT) &&                                                                                         \
    (defined(__opencl_c_device_enqueue) || __OPENCL_C_VERSION__ == 200 || __OPENCL_CPP_VERSION__ == 100)
// Clang can't compile its header's definition of this macro, either.
clk_event_t __weft_null_event(void) __attribute__((const));
#undef CLK_NULL_EVENT
#define CLK_NULL_EVENT (__weft_null_event())
#endif

#if defined(cl_intel_bfloat16_conversions) && !defined(__weft_without_bfloat16)
#define __weft_vector(type, width) type __attribute__((ext_vector_type(width)))
#define __weft_bfloat16(n, shorts, floats)                                                                             \
  shorts __weft_builtin intel_convert_bfloat16##n##_as_ushort##n(floats);                                              \
  floats __weft_builtin intel_convert_as_bfloat16##n##_float##n(shorts);
#define __weft_bfloat16_vector(n) __weft_bfloat16(n, __weft_vector(unsigned short, n), __weft_vector(float, n))
__weft_bfloat16(, unsigned short, float) __weft_bfloat16_vector(2) __weft_bfloat16_vector(3) __weft_bfloat16_vector(4)
    __weft_bfloat16_vector(8) __weft_bfloat16_vector(16)
#undef __weft_bfloat16_vector
#undef __weft_bfloat16
#undef __weft_vector
#endif

#if defined(cl_intel_subgroups) && !defined(__weft_without_sub_groups)
#define __weft_vector(type, width) type __attribute__((ext_vector_type(width)))
        typedef __weft_vector(int, 2) __weft_int2;

// OpenCL C 1.2 has no sub-group functions, but later versions have the following ones.
#if __OPENCL_C_VERSION__ < 200
unsigned int __weft_builtin get_sub_group_size(void);
unsigned int __weft_builtin get_max_sub_group_size(void);
unsigned int __weft_builtin get_num_sub_groups(void);
unsigned int __weft_builtin get_sub_group_id(void);
unsigned int __weft_builtin get_sub_group_local_id(void);
void __weft_builtin sub_group_barrier(unsigned int);
int __weft_builtin sub_group_all(int);
int __weft_builtin sub_group_any(int);
#define __weft_operation(type, operation)                                                                              \
  type __weft_builtin sub_group_reduce_##operation(type);                                                              \
  type __weft_builtin sub_group_scan_inclusive_##operation(type);                                                      \
  type __weft_builtin sub_group_scan_exclusive_##operation(type)
#define __weft_basics(type)                                                                                            \
  type __weft_builtin sub_group_broadcast(type, unsigned int);                                                         \
  __weft_operation(type, add);                                                                                         \
  __weft_operation(type, min);                                                                                         \
  __weft_operation(type, max)
#else
#define __weft_basics(type)
#endif

#define __weft_shuffles(type)                                                                                          \
  type __weft_builtin intel_sub_group_shuffle(type, unsigned int);                                                     \
  type __weft_builtin intel_sub_group_shuffle_xor(type, unsigned int);                                                 \
  type __weft_builtin intel_sub_group_shuffle_down(type, type, unsigned int);                                          \
  type __weft_builtin intel_sub_group_shuffle_up(type, type, unsigned int)
#define __weft_all_shuffles(type)                                                                                      \
  __weft_shuffles(type);                                                                                               \
  __weft_shuffles(__weft_vector(type, 2));                                                                             \
  __weft_shuffles(__weft_vector(type, 3));                                                                             \
  __weft_shuffles(__weft_vector(type, 4));                                                                             \
  __weft_shuffles(__weft_vector(type, 8));                                                                             \
  __weft_shuffles(__weft_vector(type, 16))
__weft_all_shuffles(int);
__weft_all_shuffles(unsigned int);
__weft_all_shuffles(float);
__weft_shuffles(long);
__weft_shuffles(unsigned long);
__weft_basics(int);
__weft_basics(unsigned int);
__weft_basics(float);
__weft_basics(long);
__weft_basics(unsigned long);
#ifdef cl_khr_fp64
__weft_basics(double);
__weft_shuffles(double);
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__weft_basics(half);
__weft_shuffles(half);
#endif

#if __OPENCL_C_VERSION__ >= 200
#define __weft_block_of_both(vector, name)                                                                             \
  vector __weft_builtin intel_sub_group_block_read##name(read_write image2d_t, __weft_int2);                           \
  void __weft_builtin intel_sub_group_block_write##name(read_write image2d_t, __weft_int2, vector)
#else
#define __weft_block_of_both(vector, name)
#endif
#define __weft_block(type, vector, name)                                                                               \
  vector __weft_builtin intel_sub_group_block_read##name(const global type *);                                         \
  vector __weft_builtin intel_sub_group_block_read##name(read_only image2d_t, __weft_int2);                            \
  void __weft_builtin intel_sub_group_block_write##name(global type *, vector);                                        \
  void __weft_builtin intel_sub_group_block_write##name(write_only image2d_t, __weft_int2, vector);                    \
  __weft_block_of_both(vector, name)
#define __weft_blocks(type, suffix)                                                                                    \
  __weft_block(type, type, suffix);                                                                                    \
  __weft_block(type, __weft_vector(type, 2), suffix##2);                                                               \
  __weft_block(type, __weft_vector(type, 4), suffix##4);                                                               \
  __weft_block(type, __weft_vector(type, 8), suffix##8)
__weft_blocks(unsigned int, );

#if defined(cl_intel_subgroups_char) || defined(cl_intel_subgroups_short) || defined(cl_intel_subgroups_long)
__weft_blocks(unsigned int, _ui);
#endif
#define __weft_intel_operation(type, operation)                                                                        \
  type __weft_builtin intel_sub_group_reduce_##operation(type);                                                        \
  type __weft_builtin intel_sub_group_scan_inclusive_##operation(type);                                                \
  type __weft_builtin intel_sub_group_scan_exclusive_##operation(type)
#define __weft_narrow(type)                                                                                            \
  type __weft_builtin intel_sub_group_broadcast(type, unsigned int);                                                   \
  __weft_intel_operation(type, add);                                                                                   \
  __weft_intel_operation(type, min);                                                                                   \
  __weft_intel_operation(type, max);                                                                                   \
  __weft_all_shuffles(type)
#ifdef cl_intel_subgroups_char
__weft_narrow(char);
__weft_narrow(unsigned char);
__weft_blocks(unsigned char, _uc);
__weft_block(unsigned char, __weft_vector(unsigned char, 16), _uc16);
#endif
#ifdef cl_intel_subgroups_short
__weft_narrow(short);
__weft_narrow(unsigned short);
__weft_blocks(unsigned short, _us);
__weft_block(unsigned short, __weft_vector(unsigned short, 16), _us16);
#endif
#ifdef cl_intel_subgroups_long
__weft_blocks(unsigned long, _ul);
#endif
#endif

#undef __weft_builtin
#undef __weft_size
#undef __weft_without_collectives
#undef __weft_without_copies
#undef __weft_without_bfloat16
#undef __weft_without_sub_groups
#endif
