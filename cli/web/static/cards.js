// The page of cards: search, filter, and what has changed since the last look.
import { fitWhenSeen } from "./fit.js";

const page = document.getElementById("cards");
const search = document.getElementById("search");
const kind = document.getElementById("kind");
const origin = document.getElementById("origin");
const changed = document.getElementById("changed");
const items = [...page.querySelectorAll(".item")];

function filter() {
  const words = search.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const item of items) {
    const fits = words.every((word) => item.dataset.words.includes(word))
      && (!kind.value || item.closest(".kind").dataset.kind === kind.value)
      && (!origin || !origin.value || item.dataset.origins.split(" ").includes(origin.value))
      && (!changed.checked || item.classList.contains("is-changed"));
    item.hidden = !fits;
    shown += fits;
  }
  for (const section of page.querySelectorAll(".kind")) {
    section.hidden = !section.querySelector(".item:not([hidden])");
  }
  const all = items.length;
  document.getElementById("count").textContent = shown === all ? `${all} cards` : `${shown} of ${all} cards`;
  document.getElementById("none").hidden = shown > 0 || all === 0;
}

function mark(ids, words) {
  for (const item of items) {
    if (!ids.has(item.dataset.id)) continue;
    const badge = item.querySelector(".badge.changed");
    badge.textContent = badge.hidden ? words : `${badge.textContent}, ${words}`;
    badge.hidden = false;
    item.classList.add("is-changed");
  }
  if (ids.size) document.getElementById("changed-only").hidden = false;
}

function markSinceLastLook(game) {
  const name = `rulewright-cards/${game}`;
  const now = Object.fromEntries(items.map((item) => [item.dataset.id, item.dataset.digest]));
  let before = null;
  try {
    before = JSON.parse(localStorage.getItem(name));
    localStorage.setItem(name, JSON.stringify(now));
  } catch { /* Nothing is kept where the browser keeps nothing. */ }
  if (before) mark(new Set(Object.keys(now).filter((id) => before[id] !== now[id])), "changed since the last look");
}

async function markSinceCommit(game) {
  const answer = await fetch(`/games/${encodeURIComponent(game)}/changes`);
  if (answer.ok) mark(new Set(await answer.json()), "changed since the last commit");
}

for (const part of [search, kind, origin, changed]) part?.addEventListener("input", filter);
document.getElementById("tools").addEventListener("submit", (event) => event.preventDefault());
fitWhenSeen(page);
if (page.dataset.game) {
  markSinceLastLook(page.dataset.game);
  markSinceCommit(page.dataset.game);
}
