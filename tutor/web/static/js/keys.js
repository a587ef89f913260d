// Keys. On the analysis board the arrows step through the hand; elsewhere they move between the cards or calls.
import { step } from "./live.js";

const STEPS = ["ArrowLeft", "ArrowRight", "Home", "End", "Escape", "b"];
const TYPING = "input, textarea, select, [contenteditable]";

function stepTo(event) {
  if (!STEPS.includes(event.key)) return;
  const focused = document.activeElement?.closest("#live [data-key]")?.dataset.key ?? null;
  if (step(event.key, focused, event.repeat)) event.preventDefault();
}

// The calls to be chosen are one stop of the tabulator; within them the arrows go: a row of other calls above seven
// rows of five bids, so that down from Pass is a club, from double a heart, from redouble no-trump.
const FIRST_BELOW = [0, 2, 4];
const ABOVE = [0, 0, 1, 1, 2];

const padRows = () => ["#live .pad-others", "#live .pad-table tbody tr"]
  .flatMap((rows) => [...document.querySelectorAll(rows)])
  .map((row) => [...row.querySelectorAll("button.call-pick")])
  .filter((row) => row.length);

function setOneStop() {
  if (document.getElementById("live").dataset.arrows !== "focus") return;
  const cells = padRows().flat();
  const stop = cells.find((cell) => cell === document.activeElement) ?? cells.find((cell) => cell.getAttribute("aria-disabled") !== "true");
  for (const cell of cells) cell.tabIndex = cell === stop ? 0 : -1;
}

function columnBeside(row, column, down) {
  if (down && row === 0) return FIRST_BELOW[column];
  if (!down && row === 1) return ABOVE[column];
  return column;
}

function moveInPad(event) {
  const rows = padRows();
  const row = rows.findIndex((each) => each.includes(document.activeElement));
  if (row < 0) return false;
  const cells = rows.flat();
  const at = cells.indexOf(document.activeElement);
  const column = rows[row].indexOf(document.activeElement);
  const everywhere = event.ctrlKey;
  const next = {
    ArrowLeft: cells[at - 1],
    ArrowRight: cells[at + 1],
    ArrowUp: rows[row - 1]?.[columnBeside(row, column, false)],
    ArrowDown: rows[row + 1]?.[columnBeside(row, column, true)],
    Home: everywhere ? cells[0] : rows[row][0],
    End: everywhere ? cells.at(-1) : rows[row].at(-1),
  };
  if (!(event.key in next)) return false;
  event.preventDefault();
  next[event.key]?.focus();
  setOneStop();
  return true;
}

function moveFocus(event) {
  const picks = [...document.querySelectorAll("#live :is(a, button).pick")];
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
    if (event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest?.(TYPING) || document.querySelector("dialog[open]")) return;
    if (live.dataset.arrows === "focus" && moveInPad(event)) return;
    if (event.ctrlKey) return;
    if (live.dataset.arrows === "focus") moveFocus(event);
    else stepTo(event);
  });
  document.addEventListener("live:shown", setOneStop);
  setOneStop();
}
