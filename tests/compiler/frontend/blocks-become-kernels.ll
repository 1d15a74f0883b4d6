; Of blocks that are enqueued Clang's kernels become the compiler's, all forms of enqueue_kernel become one function, and
; the manifest says which kernel enqueues which block, also where a function or a block does it.
; RUN: split-file %s %t
; RUN: weftc %t/blocks.cl --extensions="__opencl_c_device_enqueue __opencl_c_generic_address_space __opencl_c_program_scope_global_variables" --options="-cl-std=CL3.0 -g" --link-options=-create-library --emit=ll -o %t/whole.ll
; RUN: FileCheck --check-prefix=CODE %s < %t/whole.ll
; RUN: FileCheck --check-prefix=NONE %s < %t/whole.ll
; RUN: weftc %t/blocks.cl --extensions="__opencl_c_device_enqueue __opencl_c_generic_address_space __opencl_c_program_scope_global_variables" --options="-cl-std=CL3.0" --link-options=-create-library --emit=ll | FileCheck --check-prefix=HIDDEN %s
; RUN: weftc %t/blocks.cl --extensions="__opencl_c_device_enqueue __opencl_c_generic_address_space __opencl_c_program_scope_global_variables" --options="-cl-std=CL3.0" --link-options=-create-library --emit=manifest | FileCheck --check-prefix=MANIFEST %s
; Without the feature there is no such function. A program that has it can be linked to one that runs.
; RUN: not weftc %t/blocks.cl --extensions="__opencl_c_generic_address_space" --options="-cl-std=CL3.0" 2>&1 | FileCheck --check-prefix=LACKING %s
; RUN: weftc %t/blocks.cl --extensions="__opencl_c_device_enqueue __opencl_c_generic_address_space __opencl_c_program_scope_global_variables" --options="-cl-std=CL3.0" --emit=ll | FileCheck --check-prefix=LINKED %s

; The literal's size and alignment are read from it; what a form lacks is null or 0.
; CODE-LABEL: define dso_local spir_kernel void @parent(
; CODE: %[[RESULT:.*]] = call spir_func i32 @__weft_enqueue_kernel(target("spirv.Queue") %queue, i32 0, ptr {{.*}}, i32 0, ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) addrspacecast (ptr @__parent_block_invoke_kernel to ptr addrspace(4)), ptr addrspace(4) %{{.*}}, i32 %{{.*}}, i32 %{{.*}}, i32 0, ptr null)
; CODE: store i32 %[[RESULT]],
; CODE: call spir_func i32 @__weft_enqueue_kernel(target("spirv.Queue") %queue, i32 1, ptr {{.*}}, i32 1, ptr addrspace(4) %{{.*}}, ptr addrspace(4) null, ptr addrspace(4) addrspacecast (ptr @__parent_block_invoke{{[._0-9]+}}_kernel to ptr addrspace(4)), ptr addrspace(4) %{{.*}}, i32 %{{.*}}, i32 %{{.*}}, i32 2, ptr {{.*}})
; CODE-DAG: define internal spir_kernel void @__parent_block_invoke_kernel(ptr addrspace(1) %{{.*}}) #[[BLOCK:[0-9]+]]
; CODE-DAG: define internal spir_kernel void @__parent_block_invoke{{[._0-9]+}}_kernel(ptr addrspace(1) %{{.*}}, ptr addrspace(3) %{{.*}}, ptr addrspace(3) %{{.*}})
; CODE-DAG: define internal spir_kernel void @__child_block_invoke_kernel(ptr addrspace(1) %{{.*}})
; CODE: attributes #[[BLOCK]] = { {{.*}}"weft-block"

; No literal has a function's address, and none of Clang's functions is left.
; NONE-NOT: addrspacecast (ptr @__parent_block_invoke to
; NONE-NOT: addrspacecast (ptr @__child_block_invoke to
; NONE-NOT: @__enqueue_kernel_

; Without -g the program is told of each failure that it is one.
; HIDDEN-LABEL: define dso_local spir_kernel void @parent(
; HIDDEN: %[[FIRST:.*]] = call spir_func i32 @__weft_enqueue_kernel(
; HIDDEN: %[[DONE:.*]] = icmp eq i32 %[[FIRST]], 0
; HIDDEN: %[[TOLD:.*]] = select i1 %[[DONE]], i32 0, i32 -101
; HIDDEN: store i32 %[[TOLD]],

; MANIFEST: "name":"parent",{{[^{}]*}}"isBlock":false,"enqueues":["__parent_block_invoke_kernel","__parent_block_invoke{{[._0-9]+}}_kernel","__child_block_invoke_kernel"]
; MANIFEST: "name":"plain",{{[^{}]*}}"isBlock":false,"enqueues":[]
; MANIFEST: "name":"__parent_block_invoke{{[._0-9]+}}_kernel",{{[^{}]*}}"argumentBytes":24,{{[^{}]*}}"isBlock":true,"enqueues":["__child_block_invoke_kernel"]

; LACKING: error:
; LINKED: declare spir_func i32 @__weft_enqueue_kernel(

;--- blocks.cl
void child(queue_t queue, global int *out) {
  enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(2), ^{ out[get_global_id(0)] = 1; });
}

kernel void parent(queue_t queue, global int *out, int factor) {
  clk_event_t event = create_user_event();
  const ndrange_t range = ndrange_1D(8);
  out[0] = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, range, ^{ out[get_global_id(0)] *= factor; });
  enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, range, 1, &event, 0, ^(local void *a, local void *b) {
    *(local int *)a = *(local int *)b = factor;
    child(get_default_queue(), out);
  }, 16, 32);
  child(queue, out);
}

kernel void plain(global int *out) { out[0] = 1; }
