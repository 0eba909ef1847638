// Makes the text of a card smaller until it fits; the style sheet has made a first guess from its length.
const LEAST = 0.45;

export function fit(card) {
  const inner = card.querySelector(".card-in");
  const text = card.querySelector(".card-text");
  if (!inner || !text || card.offsetParent === null) return;
  const start = parseFloat(getComputedStyle(card).getPropertyValue("--fit")) || 1;
  for (let size = start; ; size -= 0.05) {
    card.style.setProperty("--fit", String(size));
    const full = inner.scrollHeight > inner.clientHeight + 1 || text.scrollHeight > text.clientHeight + 1;
    if (!full || size - 0.05 < LEAST) return;
  }
}

export function fitAll(root) {
  for (const card of root.querySelectorAll(".card")) fit(card);
}

// Cards far below are fitted when they come near, so that a page of many is there at once.
export function fitWhenSeen(root) {
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (entry.isIntersecting) {
        watcher.unobserve(entry.target);
        fit(entry.target);
      }
    }
  }, { rootMargin: "600px" });
  for (const card of root.querySelectorAll(".card")) watcher.observe(card);
}
