// Vectors that lie STRIDE elements apart, loaded and stored at offsets that are constant and that only the launch knows,
// all of them and within a guard: what stands between them stays.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define JOIN(first, second) first##second
#define NAME(first, second) JOIN(first, second)
#define VECTOR NAME(T, COUNT)
#define LOAD NAME(vload, COUNT)
#define STORE NAME(vstore, COUNT)
// A longer vector, of which PART are the first COUNT elements.
#define WHOLE NAME(T, LENGTH)
#define LOAD_WHOLE NAME(vload, LENGTH)

kernel void vectors_apart(global const T *apart, global const T *whole, global T *together, global T *spread,
                          global T *guarded, global T *parts, uint offset, uint limit) {
  const size_t i = get_global_id(0) - get_global_offset(0);
  STORE(LOAD(0, apart + STRIDE * i + offset), i, together);
  STORE(LOAD(i, whole), 0, spread + STRIDE * i + 1);
  if (i < limit && (i & 3) != 2)
    STORE(LOAD(0, apart + STRIDE * i) + (VECTOR)(1), 0, guarded + STRIDE * i + offset);
  const WHOLE all = LOAD_WHOLE(i, whole);
  STORE(all.PART, 0, parts + STRIDE * i);
}
