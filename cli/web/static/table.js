// A table that is played at: draws what the viewer sees, offers the options, and hands the screen over.
import { data, el, fill, words } from "./dom.js";
import { Inspector } from "./inspector.js";
import { LogView } from "./log.js";
import { Table, changesBetween } from "./scene.js";

const settings = data("settings");
const book = data("book");
const at = (id) => document.getElementById(id);
const inspector = new Inspector(book);
const table = new Table(at("table"), book, { onLook: (id) => inspector.show(id), onChoose: (options) => offer(options) });
const log = new LogView(at("log"), book, (file, line) =>
  settings.editor.replace("{path}", `${settings.root}/${file}`).replace("{line}", String(line)));

let now = null; // The state that is shown.
let last = null; // The scene before it, for what has changed.
// Whose view "who decides" means at the moment. Where hands are secret, nobody knows who has opened or reloaded the page.
let seat = book.secrets && settings.people.length > 1 ? "watcher" : settings.people[0] ?? "watcher";
let hidden = false; // Whether the screen is being handed over.
let decided = null; // The version whose choice is on its way: a second click on it is none.
let running = 0; // Only the latest wait for news counts.
let waiting = new AbortController(); // Ends the wait before it: a browser keeps few connections.

const viewer = () => (at("viewer").value === "auto" ? String(seat) : at("viewer").value);
const base = `/api/tables/${settings.id}`;

async function post(name, body = {}) {
  const answer = await fetch(`${base}/${name}`, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ viewer: viewer(), ...body }),
  });
  if (answer.ok) return answer.json();
  return { problem: await answer.text() };
}

// ---------------------------------------------------------------- what is shown
function take(state, { follow = true } = {}) {
  if (state.content !== settings.content) {
    // The game has other cards or words now; the page brings them.
    location.reload();
    return;
  }
  if (state.viewer !== viewer()) return;
  if (now && now.viewer === state.viewer) {
    if (state.version !== now.version) last = now.scene;
  } else last = null;
  now = state;
  if (follow && at("viewer").value === "auto") {
    const asked = state.asked;
    if (settings.people.includes(asked) && asked !== seat) {
      if (!book.secrets) {
        seat = asked;
        load();
        return;
      }
    }
  }
  draw();
}

function draw() {
  const { scene, decision } = now;
  const name = /^\d+$/.test(now.viewer) ? book.players[Number(now.viewer)] : null;
  table.draw(scene, { changes: changesBetween(last, scene), decision, viewer: name });
  fill(at("moment"), 
    el("b", {}, scene.over ? "The game is over" : scene.round ? `Round ${scene.round}` : "Set-up"),
    scene.phase ? [" · ", words(book.phases[scene.phase])] : "",
    scene.turn_order.length > 1 ? el("small", {}, ` · in order: ${scene.turn_order.join(", ")}`) : "");
  at("note").textContent = now.note;
  at("note").hidden = !now.note;
  at("undo").disabled = !now.undo;
  at("redo").disabled = !now.redo;
  decide();
  loadLog();
  document.body.dataset.version = now.version;
  document.body.dataset.ready = "yes";
}

function decide() {
  const { scene, decision, asked } = now;
  const place = at("decide");
  const held = document.activeElement && place.contains(document.activeElement);
  const name = book.players[asked];
  if (scene.over) {
    const { winners } = scene.result;
    fill(place, el("h2", {}, "The end"), el("p", {}, winners.length
      ? [words(winners.join(" and ")), winners.length > 1 ? " share the victory." : " wins."] : "Nobody wins."));
  } else if (decision) {
    fill(place, 
      el("h2", { id: "prompt", tabindex: "-1" }, el("span", { class: `dot seat-${asked}`, "aria-hidden": "true" }), " ", words(name), ": ", words(decision.prompt)),
      decision.picked.length ? el("p", { class: "facts" }, `so far: ${decision.picked.map((id) => (id in book.components ? table.name(id) : id)).join(", ")}`) : null,
      el("ol", { class: "options" }, decision.options.map((option, number) => choiceButton(option, number))),
      el("div", { class: "script-row" },
        el("button", { type: "button", class: "plain", onclick: hint }, "What would a bot do?"), el("span", { id: "hint", role: "status" })));
    if (held) place.querySelector(".option")?.focus({ preventScroll: true });
  } else if (settings.people.includes(asked) && at("viewer").value === "auto") {
    fill(place, 
      el("h2", {}, "Next is ", words(name)),
      el("p", {}, "Look at what happened; then hand the screen over."),
      el("button", { type: "button", class: "primary", id: "over", onclick: handOver }, "Hand over to ", words(name)));
    if (held) place.querySelector("button").focus({ preventScroll: true });
  } else {
    fill(place, el("h2", {}, words(name ?? "Nobody"), now.thinks ? " thinks …" : " chooses"));
  }
}

function choiceButton(option, number) {
  const key = number < 9 ? String(number + 1) : "";
  const label = option.label || option.id;
  return el("li", {}, el("button", {
    type: "button", class: "option", "data-option": option.id, onclick: () => choose(option.id),
    onmouseenter: () => point(option.component, true), onmouseleave: () => point(option.component, false),
    onfocus: () => point(option.component, true), onblur: () => point(option.component, false),
  }, el("kbd", { "aria-hidden": "true" }, key), el("span", { class: "grow" }, words(label)),
  option.cost ? el("span", { class: "cost" }, `pays ${option.cost}`) : null));
}

function point(component, on) {
  if (!component) return;
  at("table").querySelector(`[data-component="${CSS.escape(component)}"]`)?.classList.toggle("pointed", on);
}

// A component that stands for one option chooses it; one that stands for several shows them.
function offer(options) {
  if (options.length === 1) {
    choose(options[0].id);
    return;
  }
  const buttons = options.map((option) => at("decide").querySelector(`[data-option="${CSS.escape(option.id)}"]`));
  for (const button of buttons) button.classList.add("pointed");
  buttons[0].scrollIntoView({ block: "nearest" });
  buttons[0].focus();
}

// ---------------------------------------------------------------- what is done
async function choose(option) {
  const { version } = now;
  if (decided === version) return;
  decided = version;
  const state = await post("choose", { option, version });
  if (decided === version) decided = null;
  if (now?.version !== version) return; // The wait for news was quicker, or there has been another choice since.
  if (state.problem) {
    tell(state.problem);
    load();
  } else {
    tell("");
    take(state);
    wait();
  }
}

function handOver() {
  hidden = true;
  running += 1;
  const next = now.asked;
  const name = book.players[next];
  fill(at("table"));
  log.draw([], 0);
  fill(at("decide"));
  const cover = el("dialog", { class: "cover", "aria-label": "Hand over" },
    el("p", {}, "Hands are hidden."),
    el("button", { type: "button", class: "primary", id: "ready", onclick: () => {
      cover.close();
      cover.remove();
      hidden = false;
      seat = next;
      last = null;
      now = null;
      load();
    } }, "I am ", words(name)));
  cover.addEventListener("cancel", (event) => event.preventDefault());
  document.body.append(cover);
  cover.showModal();
}

async function hint() {
  at("hint").textContent = "thinking …";
  const told = await post("hint", { kind: "mcts" });
  fill(at("hint"), told.problem ?? el("span", {}, "It would take ", el("b", {}, words(told.label)), "."));
  if (told.id) {
    const button = at("decide").querySelector(`[data-option="${CSS.escape(told.id)}"]`);
    button?.classList.add("pointed");
  }
}

function tell(text) {
  at("told").textContent = text;
}

// ---------------------------------------------------------------- news
async function load() {
  const answer = await fetch(`${base}?viewer=${encodeURIComponent(viewer())}`);
  if (!answer.ok) {
    tell(await answer.text());
    return;
  }
  take(await answer.json());
  wait();
}

// Waits until the table is other than it is shown: another window, a bot, or a changed file.
async function wait() {
  running += 1;
  const own = running;
  waiting.abort();
  waiting = new AbortController();
  const { signal } = waiting;
  for (;;) {
    let answer;
    let state;
    try {
      answer = await fetch(`${base}?viewer=${encodeURIComponent(viewer())}&since=${encodeURIComponent(now.version)}`, { signal });
      state = answer.ok ? await answer.json() : await answer.text();
    } catch {
      if (own !== running || signal.aborted) return;
      tell("The server does not answer; the game is saved. Start it again, and load this page anew.");
      return;
    }
    if (own !== running || hidden) return;
    if (!answer.ok) {
      tell(state);
      return;
    }
    if (state.version !== now.version) take(state);
    if (own !== running) return;
  }
}

let logged = [];
async function loadLog() {
  const { version } = now;
  const own = now.viewer;
  const answer = await fetch(`${base}/log?viewer=${encodeURIComponent(own)}`);
  if (!answer.ok || hidden || !now || now.version !== version || now.viewer !== own) return;
  const entries = await answer.json();
  let same = 0;
  while (same < logged.length && same < entries.length && JSON.stringify(logged[same]) === JSON.stringify(entries[same])) {
    entries[same] = logged[same];
    same += 1;
  }
  log.draw(entries, same);
  logged = entries;
}

// ---------------------------------------------------------------- the buttons
for (const name of ["undo", "redo"]) {
  at(name).addEventListener("click", async () => {
    const state = await post(name);
    if (state.problem) tell(state.problem);
    else {
      tell("");
      take(state);
      wait();
    }
  });
}
at("fork").addEventListener("click", async () => {
  const told = await post("fork");
  if (told.id) location.assign(`/tables/${told.id}`);
  else tell(told.problem);
});
at("record").addEventListener("submit", async (event) => {
  event.preventDefault();
  const told = await post("record", { name: at("record-name").value });
  if (told.file) {
    fill(at("told"), "Written: ", el("a", { href: `/games/${encodeURIComponent(book.game)}/replay?file=${encodeURIComponent(told.file)}` }, told.file));
  } else tell(told.problem);
});
at("away").addEventListener("click", async () => {
  const told = await post("away");
  if (told.problem) tell(told.problem);
  else location.assign(`/games/${encodeURIComponent(book.game)}/table`);
});
at("viewer").addEventListener("input", () => {
  last = null;
  now = null;
  load();
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest("textarea, input, select, dialog") || event.ctrlKey || event.altKey || event.metaKey) return;
  if (/^[1-9]$/.test(event.key)) at("decide").querySelectorAll(".option")[Number(event.key) - 1]?.click();
  else if (event.key === "u") at("undo").click();
  else if (event.key === "r") at("redo").click();
});

load();
