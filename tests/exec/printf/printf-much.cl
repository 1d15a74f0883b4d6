// More output than any buffer holds: some megabytes.
kernel void printf_much(int lines) {
  for (int line = 0; line < lines; ++line)
    printf("work-item %6d writes line %4d: %s\n", (int)get_global_id(0), line,
           "a line that is long enough to fill buffers, and must come out whole and once");
}
