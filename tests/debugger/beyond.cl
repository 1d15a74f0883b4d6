// What a debugger stops at under WEFT_CHECK_ACTION=stop: the last work-items read beyond the buffer.
kernel void k(global const float *in, global float *out, int factor) {
  size_t at = get_global_id(1) * get_global_size(0) + get_global_id(0);
  local float row[8];
  out[at] = in[at + 12] * factor;
  row[get_local_id(0)] = out[at];
}
