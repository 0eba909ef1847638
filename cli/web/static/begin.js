// The form with which a match begins.
import { data } from "./dom.js";

const settings = data("settings");
const form = document.getElementById("begin");
const problem = document.getElementById("problem");
const start = document.getElementById("start");

function tell(words) {
  problem.textContent = words;
  problem.hidden = !words;
}

for (const row of form.querySelectorAll(".seat-row")) {
  const by = row.querySelector('[name="by"]');
  const show = () => row.classList.toggle("is-free", by.value === "none");
  by.addEventListener("input", show);
  show();
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const rows = [...form.querySelectorAll(".seat-row")].map((row) => ({
    name: row.querySelector('[name="name"]').value.trim(),
    by: row.querySelector('[name="by"]').value,
  })).filter(({ by }) => by !== "none");
  const seed = document.getElementById("seed").value;
  const options = Object.fromEntries([...form.querySelectorAll("[data-option]")].map((field) => [field.dataset.option, field.value]));
  start.disabled = true;
  start.textContent = "Setting up …";
  tell("");
  const answer = await fetch("/api/tables", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      game: settings.game,
      players: rows.map(({ name }) => name),
      bots: rows.map(({ by }) => by || null),
      seed: seed === "" ? Math.floor(Math.random() * 1e9) : Number(seed),
      options,
    }),
  });
  if (answer.ok) {
    location.assign(`/tables/${(await answer.json()).id}`);
    return;
  }
  start.disabled = false;
  start.textContent = "Begin";
  tell(await answer.text());
});
