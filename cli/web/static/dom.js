// Makes elements. Texts are always texts: nothing that comes from a game is read as HTML.

export function el(tag, settings = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") made.className = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made && typeof value === "boolean") made[name] = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  fill(made, ...children);
  return made;
}

// Gives an element these children in place of its own; lists are taken apart, and what is nothing is left out.
export function fill(place, ...children) {
  place.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
}

export function words(text, className) {
  return el("bdi", className ? { class: className } : {}, text);
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, settings = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(settings)) made.setAttribute(name, String(value));
  made.append(...children.flat(Infinity));
  return made;
}

export function data(id) {
  const place = document.getElementById(id);
  return place ? JSON.parse(place.textContent) : null;
}
