// Every work-item draws a ticket, puts its id into a chain by exchange, and counts itself by compare-and-exchange.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void atomic_exchanges(global int *tickets, global int *head, global int *next, global int *counter,
                             global float *mark) {
  int i = get_global_id(0);
  tickets[i] = atomic_inc(&counter[0]);
  next[i] = atomic_xchg(head, i);
  for (int seen = counter[1], old; (old = atomic_cmpxchg(&counter[1], seen, seen + 2)) != seen;)
    seen = old;
  atomic_xchg(mark, 4.0f);
}
