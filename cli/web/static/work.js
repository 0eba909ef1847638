// The workbench: takes in what the server says as soon as a file is saved.
import { fitAll } from "./fit.js";

const place = document.getElementById("news");

async function watch() {
  let mark = "";
  for (;;) {
    let answer;
    try {
      answer = await fetch(`/games/${encodeURIComponent(place.dataset.game)}/work/news?since=${encodeURIComponent(mark)}`);
    } catch {
      place.classList.add("is-old");
      await new Promise((done) => setTimeout(done, 2000));
      continue;
    }
    if (!answer.ok) return;
    // A part of a page that the server has drawn, with every text of the content escaped.
    const drawn = new DOMParser().parseFromString(await answer.text(), "text/html").body.firstElementChild;
    place.classList.remove("is-old");
    if (drawn.dataset.mark === mark) continue;
    mark = drawn.dataset.mark;
    place.replaceChildren(drawn);
    fitAll(place);
    document.body.dataset.ready = "yes";
    document.body.dataset.mark = mark;
  }
}

watch();
