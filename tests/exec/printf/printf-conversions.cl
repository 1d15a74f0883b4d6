// Every conversion, with flags, widths, precisions and lengths, and arguments of every scalar type.
kernel void printf_conversions(global int *numbers, float quarter) {
  int i = numbers[get_global_id(0)];
  printf("%d %i %u %o %x %X %#x %#o %5d|%-5d|%+d|% d|%05d|%.3d|%hhd %hd %hx\n", i, -i, i, i, i, i, i, i, i, i, i, i, i,
         i, i, i, -i);
  printf("%ld %lu %lx %zu %td %c%c %%\n", (long)i << 32, (ulong)-1, (ulong)i << 32, (size_t)i, (ptrdiff_t)-i, 'A',
         (char)('a' + i % 26));
  printf("%f %.2f %e %E %g %G %a %A %8.3f|%-8.1f|%+.0f\n", i * quarter, i * quarter, i * quarter, i * quarter,
         i * quarter, i * quarter, quarter, quarter, i * quarter, i * quarter, i * quarter);
  printf("%d %d %d %f\n", (char)-5, (ushort)65535, true, 0.5);
}
