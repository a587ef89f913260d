// The analysis board: the slider and the wheel step through the hand, keys switch the values and open the list of keys,
// and links take along what has been tried on it: those outside the board, which were made when the page was loaded, and
// those of the tree, whose addresses would each repeat the whole tree.
import { leap, step } from "./live.js";

const NOTCH = 30; // pixels of the wheel for one step: a mouse gives 100 or so at a notch, a touchpad many small ones
const PAUSE = 70; // milliseconds between two steps of the wheel

const board = () => document.querySelector("#live [data-here]");

// The address of a moment with the tree as it stands.
function addressOf(ply) {
  const url = new URL(board().dataset.here, location.href);
  url.searchParams.set("ply", ply);
  return url.href;
}

function setUpSlider() {
  const slider = document.getElementById("slider");
  if (!slider) return;
  slider.addEventListener("input", () => leap(addressOf(slider.value), null));
  slider.form.addEventListener("submit", (event) => {
    event.preventDefault();
    leap(addressOf(slider.value), null);
  });
  const follow = () => {
    if (document.activeElement !== slider) slider.value = board().dataset.ply;
    slider.setAttribute("aria-valuetext", board().dataset.announce);
  };
  document.addEventListener("live:shown", follow);
  follow();
}

// The wheel steps where both hands are in sight; else the page is to be scrolled, and so it is past either end. The
// listener cannot be passive: a wheel that steps must not move the page as well.
function setUpWheel() {
  let turned = 0;
  let stepped = 0;
  document.getElementById("live").addEventListener("wheel", (event) => {
    const felt = event.target.closest("[data-wheel]");
    if (!felt || event.ctrlKey || event.shiftKey || event.altKey || event.metaKey) return;
    const hands = [...felt.querySelectorAll(".hand")].map((hand) => hand.getBoundingClientRect());
    if (hands[0].top < 0 || hands.at(-1).bottom > innerHeight) return;
    const name = event.deltaY > 0 ? "ArrowRight" : "ArrowLeft";
    if (!event.deltaY || !document.querySelector(`#live a[data-step="${name}"]`)) return;
    event.preventDefault();
    if (Math.sign(turned) !== Math.sign(event.deltaY)) turned = 0;
    turned += event.deltaY * (event.deltaMode ? 40 : 1);
    if (Math.abs(turned) < NOTCH || event.timeStamp - stepped < PAUSE) return;
    turned = 0;
    stepped = event.timeStamp;
    step(name, null);
  }, { passive: false });
}

// Before a link is followed or copied: its address gets the tree as it stands and, where it leads to the same moment, that
// moment.
function carry(event) {
  const link = event.target.closest?.("a[data-carry]");
  if (!link || !board()) return;
  const url = new URL(link.href);
  const now = { lines: new URL(board().dataset.here, location.href), ply: new URL(location.href), tried: new URL(location.href) };
  for (const name of link.dataset.carry.split(" ")) {
    const value = now[name].searchParams.get(name);
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  link.href = url.href;
}

function setUpDialog() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-dialog]");
    if (!link) return;
    event.preventDefault();
    document.getElementById(link.dataset.dialog).showModal();
  });
}

function hotkey(event) {
  if (event.metaKey || event.ctrlKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest?.("input:not([type=range]), textarea, select, [contenteditable]")) return;
  const link = document.querySelector(`a[data-hotkey="${CSS.escape(event.key)}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
}

export function setUpBoard() {
  if (!board()) return;
  setUpSlider();
  setUpWheel();
  setUpDialog();
  for (const kind of ["click", "pointerdown", "contextmenu"]) document.addEventListener(kind, carry, { capture: true });
  document.addEventListener("keydown", hotkey);
}
