// Shows a card large, both sides, as it would be printed: the page brings every card in a template of its own.
import { el } from "./dom.js";
import { fit } from "./fit.js";

export class Inspector {
  constructor(book) {
    this.book = book;
    this.dialog = el("dialog", { class: "inspector", "aria-label": "Card" });
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
    document.body.append(this.dialog);
  }

  show(id) {
    const number = this.book.components[id];
    const face = document.getElementById(`face-${number}`);
    if (!face) return;
    this.dialog.replaceChildren(
      face.content.cloneNode(true),
      el("button", { type: "button", class: "close", onclick: () => this.dialog.close() }, "Close"));
    this.dialog.showModal();
    for (const card of this.dialog.querySelectorAll(".card")) fit(card);
  }
}
