// Draws a log: headings, and lines that open to tell which card or rule was behind them, and where it stands.
import { el, words } from "./dom.js";

export class LogView {
  // `link` makes the address that opens a file at a line, or is null where there is no editor to open it.
  constructor(place, book, link) {
    this.place = place;
    this.link = link;
    this.seats = new Map(book.players.map((name, seat) => [name, seat]));
    this.shown = [];
  }

  // Shows entries, of which those from `fresh` on are new; elements of entries that stay are kept.
  draw(entries, fresh = entries.length) {
    let same = 0;
    while (same < this.shown.length && same < entries.length && this.shown[same] === entries[same]) same += 1;
    while (this.place.children.length > same) this.place.lastElementChild.remove();
    for (const entry of entries.slice(same)) this.place.append(this.entry(entry));
    this.shown = entries;
    [...this.place.children].forEach((line, number) => line.classList.toggle("fresh", number >= fresh));
    const first = this.place.children[Math.min(fresh, entries.length - 1)];
    if (first) this.place.scrollTop = Math.max(0, first.offsetTop - this.place.offsetTop - this.place.clientHeight / 3);
  }

  entry({ kind, player, text, why }) {
    if (kind !== "line") {
      return el("li", { class: `log-${kind}` }, el(kind === "round" ? "h3" : "h4", {}, words(text)));
    }
    const seat = this.seats.get(player);
    return el("li", { class: `log-line${seat === undefined ? "" : ` seat-${seat}`}` },
      el("details", {},
        el("summary", {}, player ? el("b", {}, words(player)) : null, player ? " " : null, words(text)),
        el("ul", { class: "why" }, why.map(({ rule, file, lines }) => el("li", {}, words(rule), " ",
          lines.map((line, number) => [number ? ", " : "", this.place_of(file, line, number)]))))));
  }

  place_of(file, line, number) {
    const text = number ? `:${line}` : `${file}:${line}`;
    return this.link ? el("a", { href: this.link(file, line) }, text) : el("code", {}, text);
  }
}
