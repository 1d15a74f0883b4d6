// Conversions that are invalid, lack an argument or don't fit it: -1, the text as it stands, and the next call works.
kernel void printf_failures(global int *results) {
  global int *mine = results + 12 * get_global_id(0);
  mine[0] = printf("[%d]\n", 1);
  mine[1] = printf("%d\n");
  mine[2] = printf("%q\n", 1);
  mine[3] = printf("%n\n", mine);
  mine[4] = printf("%\n");
  mine[5] = printf("%v5hld\n", (int4)(1));
  mine[6] = printf("%v4hld\n", 1);
  mine[7] = printf("%f\n", 1);
  mine[8] = printf("%s\n", 1);
  mine[9] = printf("width %*d and text\n", 1, 2);
  mine[10] = printf("%99999999999999999999d\n", 1);
  mine[11] = printf("%d\n", 2, 3, 4);
}
