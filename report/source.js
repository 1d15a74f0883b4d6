// Sources with what became of each line.
const markMeanings = { uniform: "one for all work-items of a packet", contiguous: "vectors from memory as they lie there",
  interleaved: "elements a few apart: vectors and shuffles", checked: "a comparison at run time tells", gathered: "an element for each work-item, by itself",
  scalar: "one work-item after the other", lanes: "computed as vectors", masked: "some work-items may not run it", note: "more is said below" };
const markNames = { uniform: "uniform", contiguous: "contiguous", interleaved: "interleaved", checked: "contiguous if checked", gathered: "gathered",
  scalar: "one by one", lanes: "vectors", masked: "masked", note: "note" };
const markOrder = Object.keys(markMeanings);

const mark = (kind, text) => element("span", { class: `mark ${kind}`, title: markMeanings[kind] }, text);

function listOf(title, items) {
  return items.length ? [element("div", {}, element("strong", {}, title), element("ul", {}, ...items.map((item) => element("li", {}, item))))] : [];
}

const countOf = (number, word, plural = `${word}s`) => `${numberFormat.format(number)} ${number === 1 ? word : plural}`;

const codeCount = (kernel) => countOf(kernel.codeCount, "code") + (kernel.candidateCount ? `, ${countOf(kernel.candidateCount, "candidate")}` : "");

/// Which launches ran which code. Launches are numbered from 1 on, in the order in which they began.
function codeLines(kernel) {
  const lines = kernel.codes.map((code) => {
    const numbers = code.last > code.first ? ` from number ${numberFormat.format(code.first)} to ${numberFormat.format(code.last)}`
      : code.first ? `, number ${numberFormat.format(code.first)}` : "";
    return `${code.title}: ${code.schedule || code.how}, ${countOf(code.launches, "launch", "launches")}${numbers}` +
      (code.launches ? `, median ${duration(code.median)}` : "") + (code.cached ? ", from the cache" : "");
  });
  if (kernel.codeCount > kernel.codes.length) lines.push(`${numberFormat.format(kernel.codeCount - kernel.codes.length)} more`);
  if (kernel.candidateCount) lines.push(`${countOf(kernel.candidateCount, "candidate")}, which ran in trials at most`);
  return lines;
}

function sourceTable(source) {
  const all = source.text.split("\n"), hasSamples = source.sampleCount > 0, rows = [];
  const add = (number) => {
    const facts = source.lines[number], share = source.samples[number];
    const notes = facts?.notes ?? [];
    const marks = facts ? markOrder.filter((kind) => facts.marks[kind]).map((kind) => mark(kind, facts.marks[kind])) : [];
    const row = element("tr", { class: notes.length ? "has" : "" }, element("td", { class: "number" }, String(number)));
    if (hasSamples) row.append(element("td", { class: "sampled", "--part": share ? percent(share) : "0 %" }, share ? percent(share) : ""));
    row.append(element("td", { class: "marks" }, ...marks), element("td", {}, element("pre", {}, all[number - 1] || " ")));
    rows.push(row);
    if (!notes.length) return;
    const below = element("tr", { class: "notes" }, element("td"), ...(hasSamples ? [element("td")] : []), element("td"),
      element("td", {}, element("ul", {}, ...notes.map((note) => element("li", {}, note)))));
    below.hidden = !facts.marks.gathered && !facts.marks.scalar;
    row.addEventListener("click", () => { if (!getSelection().toString()) below.hidden = !below.hidden; });
    rows.push(below);
  };
  for (let number = source.first; number <= Math.min(source.last, all.length); ++number) add(number);
  // Functions that the kernel calls stand elsewhere.
  for (const number of Object.keys(source.lines).map(Number).sort((one, other) => one - other))
    if (number >= 1 && number <= all.length && (number < source.first || number > source.last)) {
      if (rows.lastOutside !== number - 1) rows.push(element("tr", {}, element("td", { colspan: hasSamples ? 4 : 3 }, "⋮")));
      rows.lastOutside = number;
      add(number);
    }
  return element("div", { class: "source", tabindex: "0", role: "region", "aria-label": "Source" }, element("table", {}, element("tbody", {}, ...rows)));
}

function fillSources() {
  document.getElementById("mark-legend").append(...markOrder.map((kind) => element("span", {}, mark(kind, markNames[kind]),
    element("span", { class: "hint" }, `${markMeanings[kind]}  `))));
  const list = document.getElementById("source-list");
  data.kernels.forEach((kernel, index) => {
    const { source } = kernel;
    const body = element("div");
    const summary = element("summary", {}, element("span", { class: "swatch", style: `background:${colourOf(kernel.name)}` }),
      element("h3", {}, kernel.name), ` – ${[kernel.how, kernel.launches ? `${numberFormat.format(kernel.launches)} launches` : "not launched",
        source?.sampleCount ? `${percent(source.sampleCount / source.totalSamples)} of all samples` : ""].filter(Boolean).join(", ")}`);
    const details = element("details", { class: "kernel", id: `source-${index}` }, summary, body);
    // Filled when it is opened: a program may have a thousand kernels.
    const fill = () => {
      if (!details.open || body.childElementCount) return;
      body.append(element("div", { class: "facts" },
        ...listOf("How it runs", source?.general ?? []),
        ...listOf("Codes", codeLines(kernel)),
        ...listOf("Longest steps of its compilation", (kernel.codes[0]?.stages ?? []).map(([name, time]) => `${name}: ${duration(time * 1000)}`)),
        ...(kernel.work ? listOf("In all launches, by the compiler's count", [`${kernel.work.note} ${withPrefix(kernel.work.flops, "flop")}`,
          `${kernel.work.note} ${withPrefix(kernel.work.bytes, "B")} of global memory, ${withPrefix(kernel.work.local, "B")} of local memory`,
          ...(kernel.work.functions ? [`${withPrefix(kernel.work.functions, "calls")} of functions of mathematics`] : [])]) : [])));
      body.append(...scheduleTables(kernel.schedules));
      if (kernel.codes.length > 1)
        body.append(element("p", { class: "hint shown" }, `The facts and lines here are those of ${kernel.codes[0].launches ? "the code that most launches ran" :
          "the first code that was made"}: ${kernel.codes[0].title}, ${kernel.codes[0].schedule || kernel.codes[0].how}.`));
      body.append(source?.text ? sourceTable(source) : element("p", { class: "hint" }, "The trace has no source of this kernel: it came from a binary or from SPIR-V."));
      if (source?.others.length) body.append(...listOf("In other files", source.others.slice(0, 40).map((one) => `${one.file}:${one.line}: ${one.notes.join(" ")}`)));
    };
    details.addEventListener("toggle", fill);
    details.open = index < 2;
    fill();
    list.append(details);
  });
  const openTarget = () => {
    const target = location.hash.startsWith("#source-") && document.getElementById(location.hash.slice(1));
    if (target) { target.open = true; target.scrollIntoView(); }
  };
  addEventListener("hashchange", openTarget);
  openTarget();
}
