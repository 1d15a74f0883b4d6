// The timeline: a canvas with a row for each queue and thread.
class Timeline {
  constructor(canvas, timeline) {
    this.canvas = canvas;
    this.names = timeline.names;
    this.details = timeline.details;
    this.length = Math.max(timeline.length, 0.001);
    this.flows = timeline.flows;
    this.rowHeight = 17;
    this.gap = 9;
    this.left = 150;
    this.top = 24;
    this.picked = null;
    const categories = ["command", "piece", "wait", "build", "compile", "stage", "machine"];
    let y = this.top + 4;
    this.tracks = timeline.tracks.map((track) => {
      const count = track.spans.length / 7;
      const made = { name: track.name, kind: track.kind, y, depths: track.depths, count,
        begin: new Float64Array(count), end: new Float64Array(count), depth: new Uint8Array(count),
        name_: new Uint32Array(count), category: [], size: new Uint32Array(count), note: new Uint32Array(count) };
      for (let i = 0; i < count; ++i) {
        const [begin, length, depth, name, category, size, note] = track.spans.slice(7 * i, 7 * i + 7);
        made.begin[i] = begin; made.end[i] = begin + length; made.depth[i] = Math.min(depth, 255); made.name_[i] = name;
        made.category.push(categories[category] ?? "other"); made.size[i] = size; made.note[i] = note;
      }
      // The longest so far, so that what reaches into the view from far before is found.
      made.reach = new Float64Array(count);
      for (let i = 0, most = 0; i < count; ++i) made.reach[i] = most = Math.max(most, made.end[i]);
      y += track.depths * this.rowHeight + this.gap;
      return made;
    });
    this.height = y + 4;
    this.showAll();
    this.listen();
    new ResizeObserver(() => this.resize()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    this.resize();
  }

  showAll() { const margin = this.length * 0.005; this.from = -margin; this.to = this.length + margin; }

  resize() {
    const scale = devicePixelRatio || 1;
    const width = this.canvas.clientWidth;
    this.width = width;
    this.canvas.style.height = `${this.height}px`;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(this.height * scale);
    this.context = this.canvas.getContext("2d");
    this.context.setTransform(scale, 0, 0, scale, 0, 0);
    this.draw();
  }

  schedule() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; this.draw(); });
  }

  x(time) { return this.left + (time - this.from) / (this.to - this.from) * (this.width - this.left); }
  time(x) { return this.from + (x - this.left) / (this.width - this.left) * (this.to - this.from); }

  zoom(factor, at) {
    const whole = this.length * 1.01, least = Math.min(0.05, this.length);
    const length = Math.min(whole, Math.max(least, (this.to - this.from) * factor));
    const part = (at - this.from) / (this.to - this.from);
    this.moveTo(at - part * length, length);
  }
  moveTo(from, length = this.to - this.from) {
    const margin = this.length * 0.005;
    this.from = Math.max(-margin, Math.min(from, this.length + margin - length));
    this.to = this.from + length;
    this.schedule();
  }

  /** The first span that may reach into the view. */
  firstIn(track) {
    let low = 0, high = track.count;
    while (low < high) { const middle = (low + high) >> 1; if (track.reach[middle] < this.from) low = middle + 1; else high = middle; }
    return low;
  }

  draw() {
    const { context } = this;
    if (!context || this.width <= this.left) return;
    context.clearRect(0, 0, this.width, this.height);
    this.drawAxis();
    for (const track of this.tracks) this.drawTrack(track);
    this.drawFlows();
    context.fillStyle = style("--page");
    context.fillRect(0, 0, this.left - 4, this.height);
    context.textBaseline = "middle";
    for (const track of this.tracks) {
      context.fillStyle = style("--text");
      context.font = `${track.kind === "queue" ? "600 " : ""}12px system-ui, sans-serif`;
      context.fillText(track.name, 8, track.y + this.rowHeight / 2, this.left - 16);
    }
  }

  drawAxis() {
    const { context } = this;
    const wanted = (this.to - this.from) / Math.max(2, (this.width - this.left) / 120);
    const power = 10 ** Math.floor(Math.log10(wanted));
    const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= wanted);
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    for (let time = Math.max(0, Math.ceil(this.from / step) * step); time <= this.to; time += step) {
      const x = this.x(time);
      context.strokeStyle = style("--line");
      context.beginPath(); context.moveTo(x, this.top); context.lineTo(x, this.height); context.stroke();
      context.fillStyle = style("--soft");
      context.fillText(this.label(time, step), x + 3, this.top / 2);
    }
  }

  /** A time in the unit that suits the step. */
  label(time, step) {
    const [unit, name] = this.length >= 2e6 && step >= 1e4 ? [1e6, "s"] : step >= 10 ? [1e3, "ms"] : [1, "µs"];
    const digits = Math.max(0, Math.min(6, Math.ceil(-Math.log10(step / unit) - 1e-9)));
    return `${(time / unit).toFixed(digits)} ${name}`;
  }

  colour(track, i) {
    const category = track.category[i];
    return category === "command" || category === "piece" ? colourOf(this.names[track.name_[i]]) : categoryColours[category] ?? otherColour;
  }

  drawTrack(track) {
    const { context } = this;
    context.fillStyle = style("--stripe");
    context.fillRect(this.left, track.y, this.width - this.left, track.depths * this.rowHeight);
    const last = new Float64Array(track.depths).fill(-1);
    context.font = "11px system-ui, sans-serif";
    for (let i = this.firstIn(track); i < track.count && track.begin[i] <= this.to; ++i) {
      const x = Math.max(this.x(track.begin[i]), this.left - 2), end = Math.min(this.x(track.end[i]), this.width + 2);
      // What would lie on one pixel is drawn once.
      if (end < this.left || end <= last[track.depth[i]]) continue;
      const width = Math.max(end - x, 1);
      last[track.depth[i]] = x + width - 0.5;
      const y = track.y + track.depth[i] * this.rowHeight;
      const colour = this.colour(track, i);
      context.globalAlpha = track.category[i] === "wait" && isDark() ? 0.35 : 1;
      context.fillStyle = colour;
      context.fillRect(x, y + 1, width, this.rowHeight - 2);
      context.globalAlpha = 1;
      if (width > 4) { context.strokeStyle = style("--page"); context.lineWidth = 0.5; context.strokeRect(x, y + 1, width, this.rowHeight - 2); }
      if (this.picked && this.picked[0] === track && this.picked[1] === i) {
        context.strokeStyle = style("--text"); context.lineWidth = 2; context.strokeRect(x + 1, y + 1, Math.max(width - 2, 1), this.rowHeight - 2);
      }
      context.lineWidth = 1;
      if (width > 34) this.writeIn(track, i, x, y, width, colour);
    }
  }

  writeIn(track, i, x, y, width, colour) {
    const { context } = this;
    let text = this.names[track.name_[i]] + (track.size[i] > 1 ? ` × ${track.size[i]}` : "");
    const room = Math.floor((width - 8) / 6.2);
    if (text.length > room) text = text.slice(0, Math.max(room - 1, 0)) + "…";
    if (text.length < 3) return;
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
    const isLight = track.category[i] === "wait" && isDark() ? false : 0.3 * red + 0.6 * green + 0.1 * blue > 115;
    context.fillStyle = isLight ? "#10151a" : "#ffffff";
    context.textBaseline = "middle";
    context.fillText(text, x + 4, y + this.rowHeight / 2 + 0.5);
  }

  drawFlows() {
    const { context, flows } = this;
    context.strokeStyle = style("--text");
    context.globalAlpha = 0.55;
    context.beginPath();
    let drawn = 0;
    for (let i = 0; i < flows.length && drawn < 2000; i += 4) {
      const x1 = this.x(flows[i + 1]), x2 = this.x(flows[i + 3]);
      if (Math.max(x1, x2) < this.left || Math.min(x1, x2) > this.width) continue;
      const y1 = this.tracks[flows[i]].y + this.rowHeight / 2, y2 = this.tracks[flows[i + 2]].y + this.rowHeight / 2;
      const bend = Math.max(12, Math.abs(x2 - x1) / 2);
      context.moveTo(x1, y1); context.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2);
      context.moveTo(x2 - 5, y2 - 4); context.lineTo(x2, y2); context.lineTo(x2 - 5, y2 + 4);
      ++drawn;
    }
    context.stroke();
    context.globalAlpha = 1;
  }

  /** The track and the number of the span at a point, or null. */
  find(x, y) {
    if (x < this.left) return null;
    const track = this.tracks.find((one) => y >= one.y && y < one.y + one.depths * this.rowHeight);
    if (!track) return null;
    const depth = Math.floor((y - track.y) / this.rowHeight);
    const margin = 2 * (this.to - this.from) / (this.width - this.left), time = this.time(x);
    let best = null, distance = Infinity;
    for (let i = this.firstIn(track); i < track.count && track.begin[i] <= time + margin; ++i) {
      if (track.depth[i] !== depth || track.end[i] < time - margin) continue;
      const away = Math.max(0, track.begin[i] - time, time - track.end[i]);
      if (away <= distance) { best = i; distance = away; }
    }
    return best === null ? null : [track, best];
  }

  describe([track, i]) {
    const many = track.size[i] > 1;
    return `${many ? `${track.size[i]} short events` : this.names[track.name_[i]]} – ${track.name}\n` +
      `from ${duration(track.begin[i])}, ${duration(track.end[i] - track.begin[i])} long\n${this.details[track.note[i]]}`;
  }

  listen() {
    const { canvas } = this, tip = document.getElementById("tip"), shown = document.getElementById("picked");
    canvas.addEventListener("wheel", (event) => {
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
        this.moveTo(this.from + (event.deltaX || event.deltaY) / this.width * (this.to - this.from));
      else
        this.zoom(1.0015 ** event.deltaY, this.time(Math.max(event.offsetX, this.left)));
      event.preventDefault();
    }, { passive: false });
    let start = null;
    canvas.addEventListener("pointerdown", (event) => {
      start = { x: event.offsetX, from: this.from, moved: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (start) {
        start.moved ||= Math.abs(event.offsetX - start.x) > 3;
        if (start.moved) {
          canvas.classList.add("moving");
          this.moveTo(start.from - (event.offsetX - start.x) / (this.width - this.left) * (this.to - this.from));
        }
        tip.hidden = true;
        return;
      }
      const found = this.find(event.offsetX, event.offsetY);
      tip.hidden = !found;
      if (!found) return;
      tip.textContent = this.describe(found);
      tip.style.left = `${Math.min(event.offsetX + 14, this.width - tip.offsetWidth - 6)}px`;
      const below = event.offsetY + 18;
      tip.style.top = `${below + tip.offsetHeight > this.height ? Math.max(2, event.offsetY - tip.offsetHeight - 8) : below}px`;
    });
    canvas.addEventListener("pointerup", (event) => {
      if (start && !start.moved) {
        this.picked = this.find(event.offsetX, event.offsetY);
        shown.textContent = this.picked ? this.describe(this.picked) : "";
        this.schedule();
      }
      start = null;
      canvas.classList.remove("moving");
    });
    canvas.addEventListener("pointerleave", () => { tip.hidden = true; });
    const middle = () => (this.from + this.to) / 2, step = () => (this.to - this.from) / 8;
    const actions = { "+": () => this.zoom(1 / 1.5, middle()), "=": () => this.zoom(1 / 1.5, middle()), "-": () => this.zoom(1.5, middle()),
      "0": () => { this.showAll(); this.schedule(); }, ArrowLeft: () => this.moveTo(this.from - step()),
      ArrowRight: () => this.moveTo(this.from + step()) };
    canvas.addEventListener("keydown", (event) => {
      const action = actions[event.key];
      if (action && !event.ctrlKey && !event.metaKey) { action(); event.preventDefault(); }
    });
    for (const [id, key] of [["zoom-in", "+"], ["zoom-out", "-"], ["zoom-all", "0"]])
      document.getElementById(id).addEventListener("click", actions[key]);
  }
}
