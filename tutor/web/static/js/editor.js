// The board editor. Each button and each field sends the form, as without a script; here the answer takes the place of
// the editor on the page, and the address follows. What is right and wrong is said by the server alone.

const PAUSE = 250; // milliseconds after the last letter typed
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const OWNERS = { n: "N", s: "S", Delete: "-", Backspace: "-" };

let region;
let walk = Promise.resolve(); // what was asked for, one after the other: of quick presses none is lost
let timer = 0;
let current = "SA"; // the place of the chart that the tabulator comes to

const form = () => region.querySelector("form[data-address]");
const places = () => [...region.querySelectorAll("button.square")];

function addressOf(name, value) {
  const query = new URLSearchParams(new FormData(form()));
  if (name) query.set(name, value);
  const url = new URL(form().getAttribute("action"), location.href); // its buttons for calls are called “action”, too
  url.search = query;
  return url;
}

// What has the focus, to find it again in the answer; a field keeps what was typed while the answer was on its way.
function focused() {
  const active = document.activeElement;
  if (!region.contains(active)) return null;
  const field = active.matches("input, select") ? { value: active.value, at: active.selectionStart } : null;
  const box = active.closest("[data-key], [id]");
  // A card has a place on the chart, and may be in a hand to be played from as well.
  const kind = active.matches("button.square") ? "" : ":not(.square)";
  return { key: box?.dataset.key, kind, id: box?.id, field };
}

function focusAgain(had) {
  if (!had) return;
  const found = (had.key && region.querySelector(`[data-key="${CSS.escape(had.key)}"]${had.kind}`))
    || (had.id && document.getElementById(had.id));
  if (found && had.field && found.matches("input")) found.value = had.field.value;
  const next = found || region.querySelector("button.pick, button.call-pick, [data-key=analyse]");
  next?.focus({ preventScroll: true });
  if (found && had.field?.at != null) found.setSelectionRange(had.field.at, had.field.at);
}

// One place of the chart is in the order of the tabulator; the arrows go to the others.
function rove() {
  for (const place of places()) place.tabIndex = place.dataset.key === current ? 0 : -1;
}

function show(text, said) {
  const had = focused();
  const open = [...region.querySelectorAll("details[open]")].map((each) => each.dataset.details);
  const page = new DOMParser().parseFromString(text, "text/html");
  region.replaceChildren(...[...page.body.childNodes].map((node) => document.importNode(node, true)));
  for (const name of open) region.querySelector(`details[data-details="${name}"]`)?.setAttribute("open", "");
  history.replaceState(null, "", form().dataset.address);
  rove();
  focusAgain(had);
  const place = said && region.querySelector(`button.square[data-key="${CSS.escape(said)}"]`);
  const words = [place?.querySelector(".sr")?.textContent, form().dataset.announce];
  document.getElementById("announce").textContent = words.filter(Boolean).join(". ");
}

function send(name, value) {
  clearTimeout(timer);
  walk = walk.then(async () => {
    const url = addressOf(name, value);
    const plain = url.href;
    url.searchParams.set("part", region.dataset.part);
    try {
      const response = await fetch(url, { headers: { Accept: "text/html" } });
      if (!response.ok) throw new Error(`status ${response.status}`);
      show(await response.text(), name === "card" ? value.slice(0, 2) : null);
    } catch {
      location.assign(plain);
    }
  });
}

// The nearest place in the direction of the arrow, as it looks: on a narrow screen a suit has two rows.
function neighbour(from, [right, down]) {
  const here = from.getBoundingClientRect();
  const far = (place) => {
    const box = place.getBoundingClientRect();
    const along = right ? (box.left - here.left) * right : (box.top - here.top) * down;
    const across = Math.abs(right ? box.top - here.top : box.left - here.left);
    if (along < 2 || (right && across > 2)) return Infinity;
    return along + 4 * across;
  };
  const [best] = places().map((place) => [far(place), place]).sort(([a], [b]) => a - b);
  return best[0] < Infinity ? best[1] : null;
}

function pressed(event) {
  const place = event.target.closest?.("button.square");
  if (!place || event.metaKey || event.ctrlKey || event.altKey) return;
  const owner = OWNERS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (owner) {
    event.preventDefault();
    send("card", `${place.dataset.key}:${owner}`);
    return;
  }
  const next = ARROWS[event.key] ? neighbour(place, ARROWS[event.key]) : null;
  if (ARROWS[event.key]) event.preventDefault();
  next?.focus();
}

export function setUpEditor() {
  region = document.getElementById("editor");
  if (!region) return;
  rove();
  region.addEventListener("submit", (event) => {
    if (event.target !== form()) return; // the analysis is a page of its own
    event.preventDefault();
    send(event.submitter?.name, event.submitter?.value);
  });
  region.addEventListener("input", (event) => {
    clearTimeout(timer);
    timer = setTimeout(send, event.target.matches("select") ? 0 : PAUSE);
  });
  region.addEventListener("focusin", (event) => {
    if (!event.target.matches("button.square")) return;
    current = event.target.dataset.key;
    rove();
  });
  region.addEventListener("keydown", pressed);
}
