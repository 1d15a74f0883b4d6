// Strings: literals, chosen at run time between literals, NULL, cut and padded; pointers.
kernel void printf_strings(global const int *numbers) {
  int i = numbers[get_global_id(0)];
  printf("%d: %s %s [%5s|%-5s|%.2s] %s\n", i, "literal", i % 2 ? "odd" : "even", "abc", "abc", "abc", NULL);
  printf("%d: %d\n", i, printf("") == 0 && printf("%s", "") == 0);
}
