// Long work: starts it, waits for it, and shows what came of it.
const form = document.getElementById("job");
const progress = document.getElementById("progress");
const result = document.getElementById("result");
const players = document.getElementById("players");

function showSeats() {
  for (const seat of form.querySelectorAll(".bot")) seat.hidden = Number(seat.dataset.seat) > Number(players.value);
}
players?.addEventListener("input", showSeats);
if (players) showSeats();

const edit = document.getElementById("edit");
function showFolder() {
  document.getElementById("where").hidden = edit.value !== "folder";
}
edit?.addEventListener("input", showFolder);
if (edit) showFolder();

function wish() {
  const asked = { kind: form.dataset.kind, game: form.dataset.game };
  if (!players) return asked;
  const number = (id) => Number(document.getElementById(id).value);
  const compared = edit ? {
    edit: edit.value, folder: document.getElementById("folder").value, recorded: document.getElementById("recorded").checked,
  } : {};
  return {
    ...asked, ...compared, games: number("games"), players: number("players"), seed: number("seed"),
    bots: [...form.querySelectorAll(".bot:not([hidden]) select")].map((select) => select.value),
  };
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  document.body.dataset.ready = "";
  try {
    const answer = await fetch("/api/jobs", {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish()),
    });
    if (!answer.ok) {
      progress.textContent = await answer.text();
      return;
    }
    const { id } = await answer.json();
    const began = Date.now();
    for (;;) {
      await new Promise((done) => setTimeout(done, 300));
      const state = await (await fetch(`/api/jobs/${id}`)).json();
      progress.textContent = `at work, ${Math.round((Date.now() - began) / 1000)} s`;
      if (state.done) break;
    }
    const drawn = await fetch(`/games/${encodeURIComponent(form.dataset.game)}/jobs/${id}`);
    // A part of a page that the server has drawn, with every text of the content escaped.
    const parsed = new DOMParser().parseFromString(await drawn.text(), "text/html");
    result.replaceChildren(...parsed.body.children);
    progress.textContent = `done in ${Math.round((Date.now() - began) / 1000)} s`;
  } finally {
    button.disabled = false;
    document.body.dataset.ready = "yes";
  }
});
