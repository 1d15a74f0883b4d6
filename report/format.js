// Numbers for people, and elements of the page.
const numberFormat = new Intl.NumberFormat("en");

function withPrefix(value, unit, base = 1000) {
  if (!isFinite(value)) return "–";
  const prefixes = ["", "k", "M", "G", "T", "P"];
  let power = 0;
  while (Math.abs(value) >= base && power < prefixes.length - 1) { value /= base; ++power; }
  const digits = value === 0 || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toFixed(power === 0 && Number.isInteger(value) ? 0 : digits)} ${prefixes[power]}${unit}`;
}

function duration(microseconds) {
  const [value, unit] = microseconds < 1 ? [microseconds * 1000, "ns"] : microseconds < 1000 ? [microseconds, "µs"]
    : microseconds < 1e6 ? [microseconds / 1000, "ms"] : [microseconds / 1e6, "s"];
  return `${value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)} ${unit}`;
}

const percent = (part) => `${(100 * part).toFixed(part > 0 && part < 0.0995 ? 1 : 0)} %`;

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key.startsWith("--")) made.style.setProperty(key, value);
    else if (value !== undefined) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const svgNames = "http://www.w3.org/2000/svg";
function picture(name, attributes = {}, ...children) {
  const made = document.createElementNS(svgNames, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const data = JSON.parse(document.getElementById("data").textContent);

// Okabe and Ito's palette, which people see apart whatever colours they see; what comes behind has no colour of its own.
const palette = ["#56b4e9", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#f0e442", "#0072b2"];
const otherColour = "#8c959f";
const categoryColours = { wait: "#c9ced4", build: "#b8a9c9", compile: "#b8a9c9", stage: "#d6cce2", machine: "#c9ced4" };
const kernelColours = new Map(data.kernels.map((kernel, index) => [kernel.name, palette[index] ?? otherColour]));
const colourOf = (name) => kernelColours.get(name) ?? otherColour;
const isDark = () => matchMedia("(prefers-color-scheme: dark)").matches;
const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
