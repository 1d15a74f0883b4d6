// Functions of the program that have the names of the C library's and do something else.
#define FUNCTION __attribute__((noinline))
FUNCTION int isdigit(int c) { return c == 5; }
FUNCTION int toascii(int c) { return c + 1000; }
FUNCTION int ffs(int x) { return x * 3; }
FUNCTION int labs(int x) { return -x; }
FUNCTION int atoi(global const char *text) { return text[0] * 2; }
FUNCTION int strlen(global const char *text) { return text[0] == 0 ? 77 : 78; }
FUNCTION int strcmp(global const char *a, global const char *b) { return a[0] - b[0] + 9; }
FUNCTION int memcmp(global const char *a, global const char *b, ulong n) { return (int)n + a[0] + b[0]; }
FUNCTION global char *memset(global char *to, int value, ulong n) {
  to[n - 1] = (char)(value + 1);
  return to + 1;
}
FUNCTION global char *memcpy(global char *to, global const char *from, ulong n) {
  to[0] = from[n];
  return to;
}
FUNCTION global char *memmove(global char *to, global const char *from, ulong n) {
  to[0] = (char)(from[0] + (char)n);
  return to;
}
FUNCTION global int *malloc(ulong places) { return (global int *)places; }
FUNCTION void free(global int *place) { ++*place; }
FUNCTION float fmaf(float a, float b, float c) { return a - b - c; }
FUNCTION float floorf(float x) { return x + 0.25f; }
FUNCTION double sqrtl(double x) { return x + 2.0; }

kernel void library_names(global const char *text, global int *out, global char *bytes, global int *count) {
  const size_t id = get_global_id(0);
  global const char *row = text + id * 4;
  global int *result = out + id * 12;
  global char *own = bytes + id * 16;
  for (int i = 0; i < 16; ++i)
    own[i] = 0;
  result[0] = isdigit((int)(id % 8));
  result[1] = toascii((int)id);
  result[2] = ffs((int)id);
  result[3] = labs((int)id);
  result[4] = atoi(row);
  result[5] = strlen(row);
  result[6] = strcmp(row, row + 1);
  result[7] = memcmp(row, row, 4);
  result[8] = (int)(memset(own, 5, 4) - own);
  memcpy(own + 8, row, 2);
  memmove(own + 12, row, 3);
  result[9] = (int)fmaf(10.0f, 3.0f, (float)(id % 3));
  result[10] = (int)(floorf((float)id) * 4.0f);
  result[11] = (int)sqrtl((double)id);
  free(malloc((ulong)(count + id)));
}
