// The schedules of a kernel: the cost model's estimates, and the trials on launches.
const trialHint = "A trial compares a candidate, code of another schedule, with the present code, on a few groups of the kernel's launches. " +
  "The time is the candidate's share of the present code's time, the median of the measurements. After a schedule is kept, launches run " +
  "its code. A launch in a trial counts as a launch of the present code, though some of its groups ran the candidate.";

function scheduleTable(caption, columns, rows) {
  const cells = (name, row, attributes) => element("tr", {}, ...row.map((cell, index) => element(name,
    { class: columns[index].number ? "number" : "", ...attributes }, cell)));
  return element("table", {}, element("caption", {}, caption), element("thead", {}, cells("th", columns.map((column) => column.title), { scope: "col" })),
    element("tbody", {}, ...rows.map((row) => cells("td", row))));
}

function scheduleTables({ estimates, trials, trialCount, last }) {
  const tables = [];
  if (trials.length) {
    const left = trialCount > trials.length ? `, the last ${trials.length} of ${numberFormat.format(trialCount)}` : "";
    const columns = [{ title: "Schedule" }, { title: "Compared with" }, { title: "Time", number: true }, { title: "Measurements", number: true }, { title: "Result" }];
    tables.push(element("div", { class: "trials" }, scheduleTable(`Trials of schedules, in their order${left}`, columns, trials.map((trial) =>
      [trial.schedule, trial.present, `${numberFormat.format(trial.percent)} %`, numberFormat.format(trial.measurements),
        trial.won ? element("strong", {}, "kept") : "not kept"])),
      ...(last ? [element("p", { class: "last" }, "The last launch ran: ", element("strong", {}, last))] : []),
      element("p", { class: "hint" }, trialHint)));
  }
  if (estimates.length)
    tables.push(element("div", { class: "estimates" }, scheduleTable("Estimates of the cost model", [{ title: "Schedule" },
      { title: "Cycles of a work-item", number: true }], estimates.map(([schedule, cycles]) => [schedule, cycles.toFixed(1)]))));
  return tables.length ? [element("div", { class: "schedules" }, ...tables)] : [];
}
