// A row of a table is kept while the table's next rows are computed from it; some work-items leave before.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define LENGTH 12
kernel void row_of_table(global const uchar *a, global const uchar *b, global int *out, int count) {
  const int id = get_global_id(0);
  out[id] = -1;
  if (id >= count)
    return;
  int row[LENGTH + 1];
  for (int j = 0; j <= LENGTH; ++j)
    row[j] = j;
  for (int i = 0; i < LENGTH; ++i) {
    int diagonal = row[0];
    row[0] = i + 1;
    for (int j = 0; j < LENGTH; ++j) {
      const int above = row[j + 1];
      row[j + 1] = min(diagonal + (a[id * LENGTH + i] != b[id * LENGTH + j]), min(above, row[j]) + 1);
      diagonal = above;
    }
  }
  out[id] = row[LENGTH];
}
