// Each work-item goes through its piece of a range, from the front, from behind in steps of two, and until it meets the next
// piece.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void own_row_pieces(global const T *in, global T *ahead, global T *back, global T *sums, int length) {
  const int id = get_global_id(0);
  T turns = 0;
  for (int i = id * length; i < id * length + length; ++i) {
    turns = in[i] - turns;
    ahead[i] = in[i] + 1;
  }
  for (int i = (id + 1) * length - 1; i >= id * length; i -= 2)
    back[i] = in[i] + turns;
  T sum = 0;
  for (int i = id * length; i != (id + 1) * length; ++i)
    sum += in[i] * (i - id * length);
  sums[id] = sum - turns;
}
