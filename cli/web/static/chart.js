// A chart of one number of every player over the decisions of a game.
import { el, svg, words } from "./dom.js";

const WIDTH = 360, HEIGHT = 150, LEFT = 30, RIGHT = 8, TOP = 8, BOTTOM = 20;
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 4", "1 4"];

export class Chart {
  constructor(place, players, titles, onJump) {
    this.players = players;
    this.onJump = onJump;
    this.names = [];
    this.select = el("select", { "aria-label": "Which number is drawn", oninput: () => this.redraw() });
    this.titles = titles;
    this.figure = el("div", { class: "figure" });
    this.legend = el("p", { class: "legend" }, players.map((name, seat) => el("span", { class: `key seat-${seat}` },
      svg("svg", { width: 26, height: 8, "aria-hidden": "true" }, svg("line", { x1: 0, x2: 26, y1: 4, y2: 4, "stroke-dasharray": DASHES[seat % DASHES.length] })), words(name))));
    place.replaceChildren(el("div", { class: "chart-head" }, this.select, this.legend), this.figure);
  }

  // Takes the scenes so far; a number of an enum's entries is drawn as their sum.
  take(scenes) {
    const names = Object.keys(this.titles);
    const series = new Map();
    for (const name of names) {
      const lines = this.players.map((player) => scenes.map((scene) => {
        const value = scene.players[player].counters[name];
        if (value === undefined) return null;
        return typeof value === "object" ? Object.values(value).reduce((sum, number) => sum + number, 0) : value;
      }));
      if (lines.some((line) => line.some((value) => value !== line[0]))) series.set(name, lines);
    }
    this.series = series;
    const chosen = this.select.value;
    this.select.replaceChildren(...[...series.keys()].map((name) => el("option", { value: name }, this.titles[name].title)));
    if (series.has(chosen)) this.select.value = chosen;
    this.redraw();
  }

  redraw() {
    const lines = this.series?.get(this.select.value);
    if (!lines) {
      this.figure.replaceChildren(el("p", { class: "empty" }, "No number changes here."));
      return;
    }
    const count = lines[0].length;
    const values = lines.flat().filter((value) => value !== null);
    const low = Math.min(0, ...values), high = Math.max(1, ...values);
    this.x = (frame) => LEFT + (count > 1 ? frame / (count - 1) : 0) * (WIDTH - LEFT - RIGHT);
    const y = (value) => HEIGHT - BOTTOM - ((value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
    const ticks = [...new Set([low, Math.round((low + high) / 2), high])];
    this.cursor = svg("line", { class: "cursor", y1: TOP, y2: HEIGHT - BOTTOM });
    const drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${this.titles[this.select.value].title} of every player, decision by decision` },
      ticks.map((tick) => [svg("line", { class: "tick", x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick) }),
        Object.assign(svg("text", { x: LEFT - 6, y: y(tick) + 4, "text-anchor": "end" }), { textContent: String(tick) })]),
      lines.map((line, seat) => svg("path", { class: `seat-${seat}`, "stroke-dasharray": DASHES[seat % DASHES.length], d: this.path(line, y) })),
      this.cursor);
    drawing.addEventListener("click", (event) => {
      const box = drawing.getBoundingClientRect();
      const at = ((event.clientX - box.left) / box.width) * WIDTH;
      this.onJump(Math.max(0, Math.min(count - 1, Math.round(((at - LEFT) / (WIDTH - LEFT - RIGHT)) * (count - 1)))));
    });
    this.figure.replaceChildren(drawing);
    this.mark(this.frame ?? 0);
  }

  path(line, y) {
    let drawn = "";
    line.forEach((value, frame) => {
      if (value === null) return;
      drawn += drawn ? `H${this.x(frame).toFixed(1)}V${y(value).toFixed(1)}` : `M${this.x(frame).toFixed(1)} ${y(value).toFixed(1)}`;
    });
    return drawn;
  }

  mark(frame) {
    this.frame = frame;
    if (!this.cursor) return;
    this.cursor.setAttribute("x1", this.x(frame));
    this.cursor.setAttribute("x2", this.x(frame));
  }
}
