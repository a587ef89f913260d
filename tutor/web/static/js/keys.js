// Keys. On the analysis board the arrows step through the hand; elsewhere they move between the cards or calls.
import { step } from "./live.js";

const STEPS = ["ArrowLeft", "ArrowRight", "Home", "End", "Escape"];
const TYPING = "input, textarea, select, [contenteditable]";

function stepTo(event) {
  if (!STEPS.includes(event.key)) return;
  const focused = document.activeElement?.closest("#live [data-key]")?.dataset.key ?? null;
  if (step(event.key, focused, event.repeat)) event.preventDefault();
}

function moveFocus(event) {
  const picks = [...document.querySelectorAll("#live a.pick, #live a.call-pick")];
  const at = picks.indexOf(document.activeElement);
  if (at < 0) return;
  const moves = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: picks.length - 1 };
  const next = picks[moves[event.key]];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

export function setUpKeys() {
  const live = document.getElementById("live");
  if (!live) return;
  document.addEventListener("keydown", (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    if (event.target.closest?.(TYPING)) return;
    if (live.dataset.arrows === "focus") moveFocus(event);
    else stepTo(event);
  });
}
