// The time line of a playthrough: steps, jumps, what changed, why, the numbers over time, and the script beside it.
import { data, el, fill, words } from "./dom.js";
import { Chart } from "./chart.js";
import { Inspector } from "./inspector.js";
import { LogView } from "./log.js";
import { Table, changesBetween } from "./scene.js";

const settings = data("settings");
const at = (id) => document.getElementById(id);

function patched(scene, changes) {
  if (!changes.length) return scene;
  const root = { ...scene };
  const own = new Set([root]);
  for (const [path, ...value] of changes) {
    let part = root;
    path.slice(0, -1).forEach((key) => {
      if (!own.has(part[key])) {
        part[key] = { ...part[key] };
        own.add(part[key]);
      }
      part = part[key];
    });
    const last = path[path.length - 1];
    if (value.length) part[last] = value[0];
    else delete part[last];
  }
  return root;
}

class Replay {
  constructor(head) {
    this.head = head;
    this.book = head.book;
    this.frames = [];
    this.scenes = [];
    this.logs = [];
    this.now = 0;
    this.table = new Table(at("table"), this.book, { onLook: (id) => this.inspector.show(id) });
    this.inspector = new Inspector(this.book);
    this.log = new LogView(at("log"), this.book, settings.editor ? linkTo : null);
    this.chart = new Chart(at("chart"), this.book.players, this.book.counters, (frame) => this.go(frame));
    at("line").max = String(head.total - 1);
  }

  take(frames) {
    for (const frame of frames) {
      const before = this.scenes.at(-1);
      this.frames.push(frame);
      this.scenes.push(patched(before ?? {}, frame.changes));
      this.logs.push([...(this.logs.at(-1) ?? []).slice(0, frame.kept), ...frame.log]);
    }
    this.chart.take(this.scenes);
    this.phases();
    this.go(this.now);
  }

  // Where each phase begins, for the list to jump by.
  phases() {
    this.jumps = [];
    let last = "";
    this.scenes.forEach((scene, number) => {
      const name = `${scene.round ? `Round ${scene.round}` : "Set-up"}${scene.phase ? `: ${this.book.phases[scene.phase]}` : ""}`;
      if (name !== last) this.jumps.push([number, name]);
      last = name;
    });
    const chosen = at("phase").value;
    fill(at("phase"), ...this.jumps.map(([number, name]) => el("option", { value: number }, name)));
    at("phase").value = chosen;
  }

  go(frame, { line = true } = {}) {
    this.now = Math.max(0, Math.min(this.scenes.length - 1, frame));
    const scene = this.scenes[this.now];
    if (!scene) return;
    const { step, kept } = this.frames[this.now];
    this.table.draw(scene, { changes: changesBetween(this.scenes[this.now - 1], scene) });
    this.log.draw(this.logs[this.now], this.now ? kept : this.logs[0].length);
    this.chart.mark(this.now);
    at("line").value = String(this.now);
    at("where").textContent = `${this.now} of ${this.head.total - 1}`;
    fill(at("step"), ...(step
      ? [el("b", {}, words(step.player)), " ", words(step.prompt || "chooses"), ": ", el("b", {}, words(step.label)), step.line ? el("small", {}, ` line ${step.line}`) : ""]
      : ["Before the first decision"]));
    for (const id of ["first", "back"]) at(id).disabled = this.now === 0;
    for (const id of ["next", "last"]) at(id).disabled = this.now === this.scenes.length - 1;
    const jump = this.jumps.filter(([number]) => number <= this.now).at(-1);
    if (jump) at("phase").value = String(jump[0]);
    if (line && step?.line) showLine(step.line);
    document.body.dataset.frame = String(this.now);
    if (settings.remembers) history.replaceState(null, "", `#${this.now}`);
  }
}

function linkTo(file, line) {
  return settings.editor.replace("{path}", `${settings.root}/${file}`).replace("{line}", String(line));
}

function showLine(line) {
  const script = at("script");
  if (!script) return;
  const number = line - 1;
  const start = script.value.split("\n").slice(0, number).join("\n").length + (number ? 1 : 0);
  const end = script.value.indexOf("\n", start);
  if (document.activeElement !== script) {
    script.setSelectionRange(start, end < 0 ? script.value.length : end);
    const height = parseFloat(getComputedStyle(script).lineHeight) || 18;
    script.scrollTop = Math.max(0, number * height - script.clientHeight / 2);
  }
  at("line-mark").textContent = `line ${line}`;
}

let replay = null;

function begin(head, frames) {
  replay = new Replay(head);
  replay.now = Number(location.hash.slice(1)) || 0;
  replay.take(frames);
}

async function load(id, viewer) {
  at("state").textContent = "";
  let from = 0;
  for (;;) {
    const answer = await fetch(`/api/replays/${id}?viewer=${encodeURIComponent(viewer)}&from=${from}`);
    if (!answer.ok) {
      at("state").textContent = "This replay is gone; load the page again.";
      return;
    }
    const told = await answer.json();
    if (from === 0) {
      const now = replay?.now;
      begin(told.head, told.frames);
      if (now) replay.go(now);
    } else replay.take(told.frames);
    from += told.frames.length;
    if (from >= told.head.total) break;
    at("state").textContent = `${from} of ${told.head.total} decisions loaded`;
  }
  at("state").textContent = "";
  document.body.dataset.ready = "yes";
}

function tellFindings(told) {
  fill(at("findings"), ...told.map((text) => el("pre", { class: "fault" }, text)));
  at("findings").hidden = !told.length;
}

async function post(place, body) {
  const answer = await fetch(place, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  return answer.ok ? answer.json() : { problem: await answer.text() };
}

async function playAgain(change = {}) {
  document.body.dataset.ready = "";
  at("state").textContent = "playing …";
  const told = await post("/api/replays", { file: settings.file, case: settings.case, text: at("script").value, ...change });
  if (told.problem) {
    at("state").textContent = told.problem;
    return;
  }
  tellFindings(told.told);
  if (told.id === null) {
    at("state").textContent = "It cannot be played; what is wrong stands above the script.";
    document.body.dataset.ready = "yes";
    return;
  }
  settings.id = told.id;
  await load(told.id, at("viewer").value);
}

at("first").addEventListener("click", () => replay.go(0));
at("back").addEventListener("click", () => replay.go(replay.now - 1));
at("next").addEventListener("click", () => replay.go(replay.now + 1));
at("last").addEventListener("click", () => replay.go(replay.scenes.length - 1));
at("line").addEventListener("input", (event) => replay.go(Number(event.target.value)));
at("phase").addEventListener("input", (event) => replay.go(Number(event.target.value)));
document.addEventListener("keydown", (event) => {
  if (event.target.closest("textarea, input, select, dialog") || event.ctrlKey || event.altKey || event.metaKey) return;
  const steps = { ArrowLeft: -1, ArrowRight: 1 };
  if (event.key in steps) replay.go(replay.now + steps[event.key]);
  else if (event.key === "Home") replay.go(0);
  else if (event.key === "End") replay.go(replay.scenes.length - 1);
  else return;
  event.preventDefault();
});

const script = at("script");
if (script) {
  const frameAt = (line) => replay.frames.findIndex(({ step }) => step && step.line >= line);
  script.addEventListener("dblclick", () => {
    const line = script.value.slice(0, script.selectionStart).split("\n").length;
    const frame = frameAt(line);
    if (frame >= 0) replay.go(frame, { line: false });
  });
  at("go-line")?.addEventListener("click", () => {
    const line = script.value.slice(0, script.selectionStart).split("\n").length;
    const frame = frameAt(line);
    if (frame >= 0) replay.go(frame, { line: false });
  });
  at("again")?.addEventListener("click", () => playAgain());
  at("viewer")?.addEventListener("input", () => load(settings.id, at("viewer").value));
  at("save")?.addEventListener("click", async () => {
    const told = await post("/api/scripts", { file: settings.file, text: script.value, before: settings.stamp });
    at("state").textContent = told.problem ?? "saved";
    if (told.stamp) settings.stamp = told.stamp;
  });
}

const whole = data("replay");
if (whole) {
  begin(whole.head, whole.frames);
  tellFindings(whole.told);
  document.body.dataset.ready = "yes";
} else {
  tellFindings(settings.told);
  if (settings.id !== null) load(settings.id, at("viewer").value);
  else document.body.dataset.ready = "yes";
}
