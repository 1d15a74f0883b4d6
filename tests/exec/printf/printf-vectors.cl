// Vectors of all lengths and element types.
kernel void printf_vectors(global const int *numbers) {
  int i = numbers[get_global_id(0)];
  printf("%v2hhd %v3hhu %#v4hx %v8hd\n", (char2)(i, -1), (uchar3)(200, 1, i), (ushort4)(i, 255, 256, 65535),
         (short8)(1, 2, 3, 4, 5, 6, 7, -8));
  printf("%v2hld|%04v3hlx|%v16hlu|%v2ld|%v4lu\n", (int2)(i, -i), (uint3)(i), (uint16)(7), (long2)(i, -5000000000),
         (ulong4)(1, 2, 3, 18446744073709551615UL));
  printf("%.1v4hlf|%v3hlg|%v2lf|%+.2v2le\n", (float4)(1, 2, 3, i), (float3)(0.5f, 1.5f, 2.5f), (double2)(0.25, -0.5),
         (double2)(1, 1000));
}
