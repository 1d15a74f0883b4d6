// Fills the page.
function fillSummary() {
  const { timeline, machine, kernels } = data;
  const launches = kernels.reduce((sum, kernel) => sum + kernel.launches, 0);
  const parts = [timeline.events ? `${duration(timeline.length)} of ${numberFormat.format(timeline.events)} events` : "no run: how its kernels are compiled",
    `${numberFormat.format(kernels.length)} ${kernels.length === 1 ? "kernel" : "kernels"}`];
  if (timeline.events) parts.push(`${numberFormat.format(launches)} launches`);
  if (machine.name) parts.push(`${machine.name}, ${machine.workers} workers, Weft ${machine.version}`);
  if (timeline.events && !timeline.isWhole) parts.push("the trace ends early: the program was ended, or the file was full");
  if (data.lost) parts.push(`${numberFormat.format(data.lost)} events were left out, as they came too fast`);
  if (timeline.drawn < timeline.events) parts.push("neighbouring short events are drawn together");
  document.getElementById("summary").textContent = parts.join(" · ");
}

fillSummary();
fillKernels();
if (data.timeline.events) new Timeline(document.getElementById("canvas"), data.timeline);
else for (const id of ["timeline", "roofline"]) {
  document.getElementById(id).hidden = true;
  document.querySelector(`nav a[href="#${id}"]`).hidden = true;
}
if (data.timeline.events) drawRoofline();
fillSources();
