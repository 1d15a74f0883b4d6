# Puts the page together: one file that needs no other.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import html
import json
import pkgutil


def asset(name):
    return pkgutil.get_data(__name__, name).decode("utf-8")


def asScript(data):
    """JSON that can't end the element it stands in, nor begin a comment there."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def make(trace, collected, timeline, title):
    name = title or trace.process or "kernels"
    lost = max((arguments.get("events", 0) for fact, arguments, _ in trace.facts
                if fact == "lost" and isinstance(arguments.get("events"), int)), default=0)
    data = {**collected, "timeline": timeline, "title": name, "lost": lost, "skipped": trace.skipped}
    parts = {"@TITLE@": html.escape(f"{name} – Weft report"), "@STYLE@": asset("page.css"), "@HEADING@": html.escape(name),
             "@DATA@": asScript(data), "@SCRIPT@": "\n".join(asset(script) for script in
                                                                ("format.js", "timeline.js", "tables.js", "roofline.js", "schedules.js",
                                                                 "source.js", "page.js"))}
    # Each part once, so that no part is looked for in another.
    text, made = asset("page.html"), []
    for mark, part in parts.items():
        before, _, text = text.partition(mark)
        made += [before, part]
    return "".join([*made, text])
