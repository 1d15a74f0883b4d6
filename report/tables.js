// The table of kernels.
function fillKernels() {
  const table = document.getElementById("kernel-table");
  const { machine } = data;
  const against = (value, limit) => value && limit ? element("span", { class: "sub" }, `${percent(value / limit)} of the measured`) : "";
  const columns = [
    { title: "Kernel", key: (k) => k.name, cell: (k) => [element("span", { class: "swatch", style: `background:${colourOf(k.name)}` }),
      element("a", { href: `#source-${data.kernels.indexOf(k)}` }, k.name)], words: true },
    { title: "Launches", key: (k) => k.launches, cell: (k) => [numberFormat.format(k.launches)] },
    { title: "Total", key: (k) => k.total, cell: (k) => [duration(k.total)] },
    { title: "Share", key: (k) => k.share, cell: (k) => [percent(k.share)], share: true },
    { title: "Median", key: (k) => k.median, cell: (k) => [duration(k.median), element("span", { class: "sub" }, `${duration(k.least)} – ${duration(k.most)}`)] },
    { title: "Compile", key: (k) => k.compile, cell: (k) => [duration(k.compile), element("span", { class: "sub" },
      `${codeCount(k)}${k.codes.some((code) => code.cached) ? ", from the cache" : ""}`)] },
    { title: "Runs as", key: (k) => k.how, cell: (k) => [k.how], words: true },
    { title: "Local sizes", key: (k) => k.localSizes.length, cell: (k) => k.localSizes.slice(0, 2).map(([size, count]) =>
      element("span", { class: "sub" }, `${size}${k.localSizes.length > 1 ? ` (${numberFormat.format(count)})` : ""}`)), words: true },
    { title: "Buffers", key: (k) => k.buffers, cell: (k) => [withPrefix(k.buffers, "B", 1024)] },
    { title: "Bytes/s", key: (k) => k.work?.byteRate ?? -1, cell: (k) => k.work?.bytes ? [withPrefix(k.work.byteRate, "B/s"),
      against(k.work.byteRate, machine.memoryBytes)] : ["–"] },
    { title: "Flop/s", key: (k) => k.work?.flopRate ?? -1, cell: (k) => k.work?.flops ? [withPrefix(k.work.flopRate, "flop/s"),
      against(k.work.flopRate, machine.floatFlops)] : ["–"] },
  ];
  let sorted = 2, ascending = false;
  const body = element("tbody");
  const head = element("tr", {}, ...columns.map((column, index) => element("th", { scope: "col" },
    element("button", { type: "button", onclick: () => { ascending = sorted === index ? !ascending : Boolean(column.words); sorted = index; fill(); } }, column.title))));
  const fill = () => {
    const { key } = columns[sorted];
    const rows = [...data.kernels].sort((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0) * (ascending ? 1 : -1));
    [...head.children].forEach((cell, index) => cell.setAttribute("aria-sort", index === sorted ? (ascending ? "ascending" : "descending") : "none"));
    body.replaceChildren(...rows.map((kernel) => element("tr", {}, ...columns.map((column) => element("td",
      { class: [column.words ? "words" : "", column.share ? "share" : ""].join(" ").trim(), "--part": column.share ? percent(kernel.share) : "" },
      ...column.cell(kernel))))));
  };
  table.append(element("thead", {}, head), body);
  fill();
  if (!data.kernels.length) table.replaceChildren(element("caption", {}, "No kernel was launched or compiled."));
  const notes = [];
  if (data.kernels.some((kernel) => kernel.work))
    notes.push("Bytes and operations are estimates: what the compiler counts in the kernel's loads, stores and arithmetic, times the rounds of its loops and the work-items. Caches may have served a part of the bytes. Calls of functions such as sin are not counted as operations.");
  const least = data.kernels.filter((kernel) => kernel.work?.note === "at least").map((kernel) => kernel.name);
  if (least.length) notes.push(`Loops whose length only the data tells are counted once, so of these the numbers are too low: ${least.join(", ")}.`);
  const most = data.kernels.filter((kernel) => kernel.work?.note === "at most").map((kernel) => kernel.name);
  if (most.length) notes.push(`Branches are counted as if all work-items took them, so of these the numbers may be too high: ${most.join(", ")}.`);
  document.getElementById("kernel-notes").textContent = notes.join(" ");
}
