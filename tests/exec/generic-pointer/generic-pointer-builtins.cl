// Builtins that return values through pointers, or load and store vectors, with pointers to all address spaces.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void generic_pointer_builtins(global const float *in, global float *numbers, global int *integers,
                                     global float *turned, local float *tile, local int *integer_tile) {
  size_t i = get_global_id(0), l = get_local_id(0);
  float own, x = in[i];
  int ownInteger;
  float *places[3] = {numbers + i, tile + l, &own};
  int *integerPlaces[3] = {integers + i, integer_tile + l, &ownInteger};
  float *place = places[i % 3];
  int *integerPlace = integerPlaces[i % 3];

  float sum = modf(x, place);
  sum += 100 * *place;
  sum += fract(x, place);
  sum += 10 * *place;
  sum += remquo(x, 4.0f, integerPlace);
  int integerSum = 1000 * *integerPlace;
  sum += 16 * frexp(x, integerPlace);
  numbers[i] = sum;
  integers[i] = integerSum + *integerPlace;

  float ownQuad[4];
  float *quad = i % 2 ? (float *)ownQuad : (float *)(turned + 4 * i);
  vstore4((float4)(x, 1, 2, 3).wzyx, 0, quad);
  vstore4(vload4(0, quad) + 1, i, turned);
}
