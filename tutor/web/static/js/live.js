// Links and forms marked data-live change only the part of the page with the id "live": it is fetched and put in place,
// the address follows, and what has changed is said to screen readers. Whatever goes wrong, the link is simply followed
// and the form simply sent.

const KEPT = 60;
const ABSOLUTE = ["Home", "End"]; // steps that lead to the same place from everywhere
const fetched = new Map();
let latest = 0;
let walk = Promise.resolve(); // the steps asked for, one after the other
let waiting = 0; // how many of them have not been taken
let journey = 0; // counts up when something else is asked for, and the steps that wait are forgotten
let barred = ""; // the page that the address bar names, without the place on it

const region = () => document.getElementById("live");

// The page at an address, whichever place on it is named.
function pageOf(address) {
  const { pathname, search } = new URL(address, location.href);
  return pathname + search;
}

function fragmentAddress(address) {
  const url = new URL(address, location.href);
  const part = region().dataset.part;
  if (part) url.searchParams.set("part", part);
  return url.href;
}

// The part of the page at an address, as text; kept, because people step to and fro.
function load(address) {
  const key = fragmentAddress(address);
  if (!fetched.has(key)) {
    if (fetched.size >= KEPT) fetched.delete(fetched.keys().next().value);
    const text = fetch(key, { headers: { Accept: "text/html" } }).then((response) => {
      if (!response.ok) throw new Error(`status ${response.status}`);
      return response.text();
    });
    text.catch(() => fetched.delete(key));
    fetched.set(key, text);
  }
  return fetched.get(key);
}

function contentOf(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const inner = page.getElementById("live");
  if (inner) document.title = page.title;
  return inner ? [...inner.childNodes] : [...page.body.childNodes];
}

function announce(target) {
  const words = target.querySelector("[data-announce]");
  document.getElementById("announce").textContent = words ? words.dataset.announce : "";
}

const CHOICE = ".board a[data-key]"; // a card or call to be chosen: only who is to move has any

function chosenOnBoard(target, key) {
  return Boolean(key) && [...target.querySelectorAll(CHOICE)].some((each) => each.dataset.key === key);
}

// Keyboard focus stays on the same button where it still exists, else goes to what the page wants read first. A card
// that was chosen on the board is gone from it: the focus stays on the board, on the first card of who is to move.
function focusAfter(target, key, onBoard) {
  const same = key && target.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const first = target.querySelector("[data-focus]");
  const next = (onBoard && target.querySelector(CHOICE)) || target.querySelector(".step[href]");
  if (target.dataset.part && same) same.focus({ preventScroll: true });
  else if (first) first.focus({ preventScroll: true });
  else if (key) next?.focus({ preventScroll: true });
}

// What was asked for is brought into sight where a small screen would leave it above or below.
function bringIntoSight(target) {
  const shown = target.querySelector("[data-show]");
  if (!shown) return;
  const { top, bottom } = shown.getBoundingClientRect();
  if (top < 0 || Math.min(bottom, top + 120) > innerHeight) shown.scrollIntoView({ block: "start" });
}

function openDetails(target) {
  return [...target.querySelectorAll("details[data-details][open]")].map((each) => each.dataset.details);
}

function show(text, key) {
  const target = region();
  const open = openDetails(target);
  const onBoard = chosenOnBoard(target, key);
  target.replaceChildren(...contentOf(text).map((node) => document.importNode(node, true)));
  for (const name of open) target.querySelector(`details[data-details="${CSS.escape(name)}"]`)?.setAttribute("open", "");
  focusAfter(target, key, onBoard);
  bringIntoSight(target);
  announce(target);
  prefetch();
  document.dispatchEvent(new Event("live:shown"));
}

// The next and the previous step are fetched before they are asked for.
function prefetch() {
  if (!region().dataset.part) return;
  for (const key of ["ArrowRight", "ArrowLeft"]) {
    const link = region().querySelector(`a[data-step="${key}"]`);
    if (link) load(link.href).catch(() => {});
  }
}

async function go(address, key, record = true) {
  latest += 1;
  const mine = latest;
  try {
    const text = await load(address);
    if (mine !== latest) return; // a later step overtook this one
    if (record) {
      const how = region().dataset.history === "push" ? "pushState" : "replaceState";
      history[how](null, "", address);
      barred = pageOf(address);
    }
    show(text, key);
  } catch {
    if (mine === latest) follow(address);
  }
}

// To go to an address that the bar shows already would only jump to a place on the page.
function follow(address) {
  if (pageOf(address) === pageOf(location.href)) location.reload();
  else location.assign(address);
}

// A jump to a place on the page, as by the link that skips to the content, is told as a step in the history, too; the
// page is not another one by that.
function comeBack() {
  const page = pageOf(location.href);
  if (page === barred) return;
  barred = page;
  leap(location.href, null, false);
}

// The newest thing asked for: what still waits to be shown is forgotten.
export function leap(address, key, record) {
  journey += 1;
  walk = go(address, key, record);
  return walk;
}

// A step from where the steps before it lead to, shown or not: of twenty quick presses none is lost. A key held down
// steps as fast as the board can follow, so that it stops where it is let go.
export function step(name, key, held = false) {
  const link = () => region().querySelector(`a[data-step="${name}"]`);
  if (ABSOLUTE.includes(name)) {
    const there = link();
    if (there) leap(there.href, key);
    else if (waiting) stay();
    return Boolean(there);
  }
  if (held && waiting) return true;
  if (!waiting && !link()) return false;
  const mine = journey;
  waiting += 1;
  walk = walk.then(async () => {
    try {
      if (mine === journey && link()) await go(link().href, key);
    } finally {
      waiting -= 1;
    }
  });
  return true;
}

// What is shown is what was asked for: whatever is on its way is dropped.
function stay() {
  journey += 1;
  latest += 1;
}

function plain(event) {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}

const CARDS = "button.pick";
let sending = false; // a second click on a card, before the first is answered, is no second card

// Where the focus goes when the answer is there: with the keyboard from a card to the one that takes its place.
function keepFocus(form) {
  const active = document.activeElement;
  if (!region().contains(active)) return () => {};
  const { id } = active;
  const at = [...region().querySelectorAll(CARDS)].indexOf(active);
  return () => {
    if (region().querySelector("[data-focus]")) return;
    const cards = [...region().querySelectorAll(CARDS)];
    const next = id && form.contains(active) && active.matches("input") ? document.getElementById(id) : null;
    (next ?? cards[Math.min(Math.max(at, 0), cards.length - 1)])?.focus({ preventScroll: true });
  };
}

async function send(form, button) {
  if (sending) return;
  sending = true;
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.append(button.name, button.value);
  const refocus = keepFocus(form);
  try {
    // A button named "action" hides the form’s own property of that name.
    const response = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { Accept: "text/html" } });
    const text = await response.text();
    if (!new DOMParser().parseFromString(text, "text/html").getElementById("live")) throw new Error("another page");
    fetched.clear(); // what was fetched before may show the hand as it stood
    stay();
    history[pageOf(response.url) === pageOf(location.href) ? "replaceState" : "pushState"](null, "", response.url);
    barred = pageOf(response.url);
    show(text, null);
    refocus();
  } catch {
    sendPlainly(form, button);
  } finally {
    sending = false;
  }
}

// The server knows a form that comes twice, and leads where it led the first time.
function sendPlainly(form, button) {
  if (button?.name) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: button.name, value: button.value });
    form.append(field);
  }
  form.submit();
}

export function setUpLive() {
  if (!region()) return;
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-live]");
    if (!link || !plain(event) || event.defaultPrevented) return;
    event.preventDefault();
    const focused = link.contains(document.activeElement) ? link.dataset.key : null;
    if (link.dataset.step) step(link.dataset.step, focused);
    else leap(link.href?.baseVal ?? link.href, focused);
    if (link.dataset.live === "top") region().scrollIntoView({ block: "start" });
  });
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || !event.target.matches("#live form[data-live]")) return;
    event.preventDefault();
    send(event.target, event.submitter);
  });
  barred = pageOf(location.href);
  addEventListener("popstate", comeBack);
  prefetch();
}
