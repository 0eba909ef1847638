// The print sheet: text that fits its card, and the print dialogue.
import { fitAll } from "./fit.js";

fitAll(document);
document.documentElement.dataset.ready = "yes";
document.getElementById("print")?.addEventListener("click", () => window.print());
