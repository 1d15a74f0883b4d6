// The roofline: operations per second by operations per byte, below what the machine can do.
// After Williams, Waterman and Patterson, "Roofline: an insightful visual performance model", CACM 2009.
function drawRoofline() {
  const frame = document.getElementById("roofline-picture"), notes = document.getElementById("roofline-notes");
  const { memoryBytes, cacheBytes, floatFlops, doubleFlops } = data.machine;
  const points = data.kernels.filter((kernel) => kernel.work?.flops > 0 && kernel.work.bytes > 0 && kernel.work.flopRate > 0);
  if (!memoryBytes || !floatFlops) {
    notes.textContent = "The trace has no limits of the machine; --limits gives them.";
    return;
  }
  const width = 1000, height = 460, left = 90, right = 250, top = 20, bottom = 52;
  const intensities = points.map((kernel) => kernel.work.intensity), rates = points.map((kernel) => kernel.work.flopRate);
  const ridge = floatFlops / memoryBytes;
  const decade = (value, round) => 10 ** round(Math.log10(value));
  const x0 = decade(Math.min(0.1, ...intensities), Math.floor), x1 = decade(Math.max(4 * ridge, ...intensities), Math.ceil);
  const y1 = decade(Math.max(floatFlops, ...rates) * 1.2, Math.ceil);
  const y0 = decade(Math.min(memoryBytes * x0, ...rates, floatFlops / 100), Math.floor);
  const x = (value) => left + Math.log(value / x0) / Math.log(x1 / x0) * (width - left - right);
  const y = (value) => height - bottom - Math.log(value / y0) / Math.log(y1 / y0) * (height - top - bottom);
  const svg = picture("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label":
    `Roofline of ${points.length} kernels: ` + points.map((k) => `${k.name} ${withPrefix(k.work.flopRate, "flop/s")} at ${k.work.intensity.toFixed(2)} flop per byte`).join("; ") });
  const text = (content, at, attributes = {}) => picture("text", { x: at[0], y: at[1], ...attributes }, content);
  for (let value = x0; value <= x1 * 1.01; value *= 10)
    svg.append(picture("line", { class: "grid", x1: x(value), x2: x(value), y1: top, y2: height - bottom }),
      text(value < 1 ? String(Number(value.toPrecision(1))) : numberFormat.format(Math.round(value)), [x(value), height - bottom + 18], { "text-anchor": "middle", class: "soft" }));
  for (let value = y0; value <= y1 * 1.01; value *= 10)
    svg.append(picture("line", { class: "grid", x1: left, x2: width - right, y1: y(value), y2: y(value) }),
      text(withPrefix(value, "flop/s"), [left - 8, y(value) + 4], { "text-anchor": "end", class: "soft" }));
  svg.append(text("operations per byte that loads and stores name", [(left + width - right) / 2, height - 10], { "text-anchor": "middle" }));
  const roof = (bytes, flops, name, dashed) => {
    const from = Math.max(x0, y0 / bytes), bend = Math.min(Math.max(flops / bytes, from), x1);
    svg.append(picture("path", { class: `roof${dashed ? " dashed" : ""}`, d: `M${x(from)},${y(bytes * from)}L${x(bend)},${y(Math.min(flops, bytes * bend))}H${x(x1)}` }));
    const at = Math.sqrt(from * bend), slope = Math.atan2(y(bytes * at * 1.1) - y(bytes * at), x(at * 1.1) - x(at)) * 180 / Math.PI;
    svg.append(text(name, [x(at), y(bytes * at) - 7], { "text-anchor": "middle", transform: `rotate(${slope} ${x(at)} ${y(bytes * at) - 7})` }));
  };
  roof(memoryBytes, floatFlops, `memory ${withPrefix(memoryBytes, "B/s")}`, false);
  if (cacheBytes) roof(cacheBytes, floatFlops, `cache ${withPrefix(cacheBytes, "B/s")}`, true);
  svg.append(text(`float ${withPrefix(floatFlops, "flop/s")}`, [x(x1) - 4, y(floatFlops) - 7], { "text-anchor": "end" }));
  if (doubleFlops && doubleFlops < floatFlops * 0.97)
    svg.append(picture("line", { class: "roof dashed", x1: x(Math.max(doubleFlops / memoryBytes, x0)), x2: x(x1), y1: y(doubleFlops), y2: y(doubleFlops) }),
      text(`double ${withPrefix(doubleFlops, "flop/s")}`, [x(x1) - 4, y(doubleFlops) + 16], { "text-anchor": "end" }));
  // Shapes as well as colours tell kernels apart.
  const shapes = [(r) => `M${-r},0A${r},${r} 0 1 0 ${r},0A${r},${r} 0 1 0 ${-r},0Z`, (r) => `M${-r},${-r}H${r}V${r}H${-r}Z`, (r) => `M0,${-1.3 * r}L${1.2 * r},${r}H${-1.2 * r}Z`,
    (r) => `M0,${-1.4 * r}L${1.4 * r},0L0,${1.4 * r}L${-1.4 * r},0Z`, (r) => `M0,${1.3 * r}L${1.2 * r},${-r}H${-1.2 * r}Z`];
  points.slice(0, 20).forEach((kernel, index) => {
    const attributes = { d: shapes[index % shapes.length](6), fill: colourOf(kernel.name), stroke: style("--text"), "stroke-width": 1.2 };
    const { work } = kernel;
    svg.append(picture("path", { ...attributes, transform: `translate(${x(work.intensity)} ${y(work.flopRate)})` }, picture("title", {}, kernel.name)));
    const row = top + 14 + index * 21;
    svg.append(picture("path", { ...attributes, transform: `translate(${width - right + 26} ${row - 4})` }),
      text(kernel.name.length > 20 ? `${kernel.name.slice(0, 19)}…` : kernel.name, [width - right + 42, row]),
      text(`${work.note === "about" ? "" : `${work.note} `}${withPrefix(work.flopRate, "")}`, [width - 4, row], { "text-anchor": "end", class: "soft" }));
  });
  frame.append(svg);
  notes.textContent = (points.length ? "A kernel's place is an estimate of the compiler's. Above the line of the memory, caches have served a part of its bytes. " :
    "No kernel has both operations on floating-point numbers and bytes that are known. ") +
    (data.machine.given ? "The limits are those that were given with --limits." :
      `The limits were measured by Weft on ${data.machine.workers} threads of this machine (${data.machine.name}) when the trace began.`);
}
