// Draws the table of any game from its book, which says how things are called, and a scene, which says where they are.
import { el, fill, svg, words } from "./dom.js";

const MANY = 10;
const SHORT = 16;

// Where every component of a scene lies, by its id.
export function places(scene) {
  const found = new Map();
  const note = (zone, path) => {
    for (const id of seen(zone)) found.set(id, path);
  };
  for (const [name, zone] of Object.entries(scene.zones)) note(zone, name);
  for (const [holder, zones] of Object.entries(scene.component_zones)) {
    for (const [name, zone] of Object.entries(zones)) note(zone, `${holder}/${name}`);
  }
  for (const [player, { zones }] of Object.entries(scene.players)) {
    for (const [name, zone] of Object.entries(zones)) note(zone, `${player}//${name}`);
  }
  return found;
}

// What is other in a scene than in the one before: components, counters as "player/counter[/entry]", and the numbers.
export function changesBetween(before, after) {
  const components = new Set();
  const counters = new Map();
  if (!before) return { components, counters };
  const from = places(before);
  for (const [id, place] of places(after)) if (from.get(id) !== place) components.add(id);
  for (const [id, told] of Object.entries(after.components)) {
    const old = before.components[id];
    if (old && JSON.stringify(old) !== JSON.stringify(told)) components.add(id);
  }
  for (const [player, { counters: now }] of Object.entries(after.players)) {
    const then = before.players[player]?.counters ?? {};
    for (const [name, value] of Object.entries(now)) {
      if (typeof value === "object") {
        for (const [entry, number] of Object.entries(value)) {
          const old = then[name]?.[entry] ?? 0;
          if (old !== number) counters.set(`${player}/${name}/${entry}`, number - old);
        }
      } else if ((then[name] ?? 0) !== value) counters.set(`${player}/${name}`, value - (then[name] ?? 0));
    }
  }
  return { components, counters };
}

export class Table {
  // `onLook` is called with a component's id, `onChoose` with the position of an option.
  constructor(place, book, { onLook = () => {}, onChoose = null } = {}) {
    this.place = place;
    this.book = book;
    this.onLook = onLook;
    this.onChoose = onChoose;
    this.seats = new Map(book.players.map((name, seat) => [name, seat]));
    this.folds = {};
    try {
      this.folds = JSON.parse(localStorage.getItem(`rulewright-folds/${book.game}`)) ?? {};
    } catch { /* As above. */ }
  }

  draw(scene, { changes = changesBetween(null, scene), decision = null, viewer = null } = {}) {
    this.scene = scene;
    this.changes = changes;
    this.options = new Map();
    decision?.options.forEach((option, position) => {
      if (!option.component) return;
      if (!this.options.has(option.component)) this.options.set(option.component, []);
      this.options.get(option.component).push({ ...option, position });
    });
    const focused = document.activeElement?.dataset?.component;
    // Whoever looks has the own things above the table, everybody else's below.
    const others = this.ordered(viewer).filter((name) => name !== viewer);
    fill(this.place, viewer ? this.player(viewer, true) : null, this.board(),
      el("section", { class: "players", "aria-label": viewer ? "Other players" : "Players" }, others.map((name) => this.player(name, false))));
    if (focused) this.place.querySelector(`[data-component="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  ordered(viewer) {
    const names = [...this.book.players];
    const first = Math.max(0, names.indexOf(viewer));
    return [...names.slice(first), ...names.slice(0, first)];
  }

  // ---------------------------------------------------------------- the board
  board() {
    const boxes = this.boxes();
    const states = this.gameStates();
    return boxes.length || states.length ? el("section", { class: "board", "aria-label": "The table" }, states, boxes) : null;
  }

  gameStates() {
    const told = Object.entries(this.scene.game).filter(([, value]) => value !== null && value !== 0 && value !== false);
    if (!told.length) return [];
    return [el("p", { class: "states game-states" }, told.map(([name, value]) => this.state(this.book.state[name], value)))];
  }

  // Every part of the table is a box; the rules may say in which order, and which stand together.
  boxes() {
    const { groups, order, folded } = this.book.looks;
    const parts = new Map([...this.placesOfBoard(), ...this.groups()].map((part) => [part.key, part]));
    const made = [];
    for (const [title, names] of Object.entries(groups)) {
      const inner = names.map((name) => parts.get(name)).filter(Boolean);
      names.forEach((name) => parts.delete(name));
      if (inner.length) {
        made.push({ keys: names, box: this.zoneBox(title, inner.map((part) => el("div", { class: "part wide" }, el("h4", {}, words(part.title)), part.content)),
          { extra: "wide", folded: names.every((name) => folded.includes(name)) }) });
      }
    }
    for (const part of parts.values()) {
      made.push({ keys: [part.key], box: this.zoneBox(part.title, part.content, { ...part, folded: part.folded || folded.includes(part.key) }) });
    }
    const rank = ({ keys }) => Math.min(...keys.map((key) => (order.includes(key) ? order.indexOf(key) : order.length)));
    made.sort((one, other) => rank(one) - rank(other));
    return [...made.map(({ box }) => box), this.empty.length ? el("p", { class: "empties" }, `Empty: ${this.empty.join(", ")}`) : null].filter(Boolean);
  }

  placesOfBoard() {
    const parts = [];
    for (const [name, kind] of Object.entries(this.book.kinds)) {
      if (kind.held || this.book.looks.left_out.includes(name)) continue;
      const here = Object.keys(this.book.components).filter((id) => this.card(id).kind === name);
      const grid = this.book.grids[name];
      if (!here.length || !(kind.drawn || grid || here.some((id) => this.options.has(id)))) continue;
      const content = grid ? this.grid(grid) : el("div", { class: "places" }, here.map((id) => this.boardPlace(id, kind)));
      parts.push({ key: name, title: kind.title, content, extra: grid ? "grid-box" : "wide", total: null });
    }
    return parts;
  }

  grid({ rows }) {
    return el("div", { class: "grid", role: "group" }, rows.map((row) => el("div", { class: "grid-row" }, row.map((id) => {
      if (id === null) return el("div", { class: "square gap" });
      const told = this.scene.components[id] ?? {};
      const kind = this.kindOf(id);
      const marks = Object.entries(told).filter(([name, value]) => name !== "face" && value !== null && value !== false && value !== 0);
      const held = Object.entries(this.scene.component_zones[id] ?? {});
      const owner = marks.map(([, value]) => this.seats.get(value)).find((seat) => seat !== undefined);
      const label = `${this.name(id)}: ${marks.map(([name, value]) => this.value(kind.state[name], value)).join(", ") || "empty"}`;
      return this.choosable(id, el("div", {
        class: `square${this.isChanged(id)}${owner !== undefined ? ` seat-${owner}` : ""}`, "data-component": id, role: "group", title: label, "aria-label": label,
      },
      marks.map(([name, value]) => el("span", { class: "mark-on" }, words(this.value(kind.state[name], value)))),
      held.map(([name, zone]) => this.contents(zone, `${id}/${name}`)),
      el("small", { class: "square-name", "aria-hidden": "true" }, id)));
    }))));
  }

  boardPlace(id, kind) {
    const told = this.scene.components[id] ?? {};
    const zones = Object.entries(this.scene.component_zones[id] ?? {});
    const box = el("div", { class: `place hue-${kind.hue}${this.isChanged(id)}`, "data-component": id },
      el("div", { class: "place-head" }, this.lookable(id, el("button", { type: "button", class: "name look" }, words(this.name(id)))), this.notes(id, 3, 0)),
      this.states(kind, told),
      zones.map(([name, zone]) => this.contents(zone, `${id}/${name}`)));
    return this.choosable(id, box);
  }

  // The zones of a group lie in one box, the others in boxes of their own.
  groups() {
    const { left_out: out } = this.book.looks;
    const groups = new Map();
    for (const [name, declared] of Object.entries(this.book.zones)) {
      const key = name.includes(".") ? name.split(".")[0] : name;
      if (!(name in this.scene.zones) || out.includes(name) || out.includes(key)) continue;
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push([name, declared]);
    }
    const parts = [];
    this.empty = [];
    for (const [key, zones] of groups) {
      const filled = zones.filter(([name]) => size(this.scene.zones[name]) > 0);
      this.empty.push(...zones.filter((zone) => !filled.includes(zone)).map(([, { title, group }]) => (group ? `${title} (${group})` : title)));
      if (!filled.length) continue;
      const [[, { title, group }]] = zones;
      const inner = filled.map(([name, declared]) => el("div", { class: "part" },
        zones.length > 1 ? el("h4", {}, words(declared.title)) : null, this.contents(this.scene.zones[name], name)));
      const total = filled.reduce((sum, [name]) => sum + size(this.scene.zones[name]), 0);
      const folded = filled.some(([name]) => Array.isArray(this.scene.zones[name]) && this.scene.zones[name].length > MANY);
      parts.push({ key, title: group || title, content: el("div", { class: "parts" }, inner), total, folded });
    }
    return parts;
  }

  // A box folds when its title is clicked; which are folded is remembered for the game.
  zoneBox(title, content, { extra = "", total = null, folded = false } = {}) {
    const open = this.folds[title] === undefined ? !folded : !this.folds[title];
    return el("details", { class: `zone ${extra}`, open, ontoggle: (event) => this.fold(title, !event.target.open) },
      el("summary", {}, words(title), total === null ? null : el("small", {}, ` ${total}`)), content);
  }

  fold(title, folded) {
    if (this.folds[title] === folded) return;
    this.folds[title] = folded;
    try {
      localStorage.setItem(`rulewright-folds/${this.book.game}`, JSON.stringify(this.folds));
    } catch { /* Nothing is kept where the browser keeps nothing. */ }
  }

  // ---------------------------------------------------------------- zones and components
  contents(zone, path) {
    if (!Array.isArray(zone)) {
      const backs = zone.backs?.length ? onBack(zone.backs[0]) : "";
      const told = `${size(zone)} face down${backs ? `, the first with ${backs}` : ""}`;
      return el("div", { class: "pile-row" },
        el("div", { class: `pile${size(zone) ? "" : " is-empty"}`, role: "img", "aria-label": told, title: backs }, el("b", {}, String(size(zone)))),
        seen(zone).map((id) => this.component(id)));
    }
    if (!zone.length) return el("p", { class: "nothing" }, "–");
    return el("div", { class: "things", "data-zone": path }, zone.map((id) => this.component(id)));
  }

  component(id) {
    const kind = this.kindOf(id);
    const told = this.scene.components[id] ?? {};
    const owner = this.seats.get(told.owner);
    const seat = owner === undefined ? "" : ` seat-${owner}`;
    const turned = told.face === "back" ? " turned" : "";
    const shape = kind.piece ? "piece" : "mini";
    const thing = el("div", { class: `${shape} hue-${kind.hue}${kind.own || kind.piece ? seat : ""}${turned}${this.isChanged(id)}`, "data-component": id },
      this.lookable(id, el("button", { type: "button", class: "name look" }, words(this.name(id)))),
      kind.piece ? null : this.notes(id, 3, 1),
      this.states(kind, told, kind.own || kind.piece),
      Object.entries(this.scene.component_zones[id] ?? {}).map(([name, zone]) => this.contents(zone, `${id}/${name}`)));
    return this.choosable(id, thing);
  }

  // What the rules say that a component shows, else its first numbers and short words; the whole card is a click away.
  notes(id, numbers, texts) {
    const { notes } = this.side(id);
    const said = this.book.looks.shows[this.card(id).kind];
    const shown = said ? said.map((name) => notes.find((note) => note[3] === name)).filter(Boolean) : [
      ...notes.filter(([, , sort]) => sort === "number").slice(0, numbers),
      ...notes.filter(([, text, sort]) => sort !== "number" && text.length < SHORT && text !== "yes").slice(0, texts),
    ];
    if (!shown.length) return null;
    return el("ul", { class: "notes" }, shown.map(([label, text, sort, name, colours]) => el("li", { class: sort },
      el("span", {}, this.book.looks.symbols[name] ?? label), " ", colours.map(swatch), el("b", {}, words(text)))));
  }

  states(kind, told, hideOwner = true) {
    const shown = Object.entries(told).filter(([name, value]) => name !== "face" && !(name === "owner" && hideOwner)
      && name !== "owner" && value !== null && value !== false && value !== 0);
    if (!shown.length) return null;
    return el("p", { class: "states" }, shown.map(([name, value]) => this.state(kind.state[name], value)));
  }

  state(declared, value) {
    const seat = this.seats.get(value);
    const title = declared?.title ?? "";
    return el("span", { class: `state${seat === undefined ? "" : ` seat-${seat}`}` },
      value === true ? words(title) : [`${title} `, el("b", {}, words(this.value(declared, value)))]);
  }

  value(declared, value) {
    if (Array.isArray(value)) return value.map((part) => this.value(declared, part)).join(", ");
    if (value === true) return declared?.title ?? "yes";
    if (typeof value !== "string") return String(value);
    return declared?.words?.[value] ?? (value in this.book.components ? this.name(value) : value);
  }

  // ---------------------------------------------------------------- players
  player(name, isViewer) {
    const { counters, zones } = this.scene.players[name];
    const seat = this.seats.get(name);
    const declared = this.book.player_zones;
    const shown = Object.entries(zones);
    const filled = shown.filter(([, zone]) => size(zone) > 0);
    const empty = shown.filter(([, zone]) => size(zone) === 0).map(([zone]) => declared[zone].title);
    const result = this.scene.result;
    return el("article", { class: `player seat-${seat}${this.scene.turn === name ? " is-asked" : ""}${isViewer ? " own" : ""}`, "data-player": name },
      el("h3", {}, el("span", { class: "dot", "aria-hidden": "true" }), words(name),
        isViewer ? el("small", {}, " you") : null,
        this.scene.turn === name ? el("span", { class: "badge asked" }, "to choose") : null,
        result?.winners.includes(name) ? el("span", { class: "badge good" }, "wins") : null,
        result ? el("span", { class: "badge" }, result.scores[name] === null ? "not ranked" : `score ${result.scores[name]}`) : null),
      this.counters(name, counters),
      this.ownStates(this.scene.players[name].state ?? {}),
      el("div", { class: "own-zones" }, filled.map(([zone, content]) => el("div", { class: "own-zone" }, el("h4", {}, words(declared[zone].title),
        Array.isArray(content) && content.length > 1 ? el("small", {}, ` ${content.length}`) : null), this.contents(content, `${name}//${zone}`)))),
      empty.length ? el("p", { class: "empties" }, `Empty: ${empty.join(", ")}`) : null);
  }

  ownStates(states) {
    const told = Object.entries(states).filter(([, value]) => value !== false && value !== null);
    return told.length ? el("p", { class: "states" }, told.map(([name, value]) => this.state(this.book.player_state[name], value))) : null;
  }

  counters(player, counters) {
    const shown = [];
    const zeros = [];
    const { counters: always, symbols, colours, marks } = this.book.looks;
    const names = [...always.filter((name) => name in counters), ...Object.keys(counters).filter((name) => !always.includes(name))];
    for (const name of names) {
      const value = counters[name];
      const declared = this.book.counters[name];
      const title = symbols[name] ?? declared.title;
      if (typeof value === "object") {
        const entries = Object.entries(value).filter(([entry, number]) => number || this.changes.counters.has(`${player}/${name}/${entry}`));
        if (entries.length) {
          shown.push(el("li", { class: "counter wide" }, el("span", {}, words(declared.title)),
            entries.map(([entry, number]) => el("b", { class: this.counterChange(`${player}/${name}/${entry}`) },
              colours[declared.by]?.[entry] ? swatch(colours[declared.by][entry]) : null,
              `${number} `, words(marks[declared.by]?.[entry] ?? declared.entries?.[entry] ?? entry), this.delta(`${player}/${name}/${entry}`)))));
        } else zeros.push(declared.title);
      } else if (value || always.includes(name) || this.changes.counters.has(`${player}/${name}`)) {
        shown.push(el("li", { class: `counter${this.counterChange(`${player}/${name}`)}`, "data-counter": name },
          el("b", {}, String(value)), el("span", title === declared.title ? {} : { title: declared.title }, words(title)), this.delta(`${player}/${name}`)));
      } else zeros.push(declared.title);
    }
    return [
      shown.length ? el("ul", { class: "counters" }, shown) : null,
      zeros.length ? el("p", { class: "empties" }, `0: ${zeros.join(", ")}`) : null,
    ];
  }

  counterChange(key) {
    return this.changes.counters.has(key) ? " changed" : "";
  }

  delta(key) {
    const change = this.changes.counters.get(key);
    return change ? el("i", { class: "delta" }, change > 0 ? `+${change}` : `−${-change}`) : null;
  }

  // ---------------------------------------------------------------- names
  card(id) { return this.book.cards[this.book.components[id]]; }
  kindOf(id) { return this.book.kinds[this.card(id).kind]; }
  side(id) {
    const { sides } = this.card(id);
    return this.scene?.components[id]?.face === "back" ? sides[1] : sides[0];
  }
  name(id) { return this.side(id).name; }
  isChanged(id) { return this.changes.components.has(id) ? " changed" : ""; }

  lookable(id, button) {
    button.addEventListener("click", (event) => {
      // On something that may be chosen, a click chooses.
      if (button.closest(".lit")) return;
      event.stopPropagation();
      this.onLook(id);
    });
    return button;
  }

  // Lights a component up when it is an option, and makes it the button that chooses it.
  choosable(id, thing) {
    const options = this.options.get(id);
    if (!options || !this.onChoose) return thing;
    const label = options.map((option) => option.label).join(" or ");
    thing.classList.add("lit");
    const look = thing.querySelector(":scope > .look, :scope > .place-head > .look");
    const button = look ?? thing;
    if (!look) {
      thing.setAttribute("role", "button");
      thing.tabIndex = 0;
      thing.addEventListener("keydown", (event) => {
        if (event.target === thing && (event.key === "Enter" || event.key === " ")) {
          event.preventDefault();
          this.onChoose(options);
        }
      });
    }
    button.setAttribute("aria-label", `Choose ${label}`);
    thing.addEventListener("click", (event) => {
      event.stopPropagation();
      this.onChoose(options);
    });
    return thing;
  }
}

function swatch(colour) {
  return svg("svg", { class: "swatch", viewBox: "0 0 8 8", "aria-hidden": "true" }, svg("circle", { cx: 4, cy: 4, r: 3.6, fill: colour }));
}

function size(zone) {
  return Array.isArray(zone) ? zone.length : zone.count ?? 0;
}

// The components of a zone that are seen: all, or the first and those that the viewer was shown.
function seen(zone) {
  if (Array.isArray(zone)) return zone;
  return [...new Set([...(zone.top ? [zone.top] : []), ...Object.keys(zone.known ?? {})])];
}

function onBack(back) {
  return Object.entries(back).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`).join(", ");
}
