// A page that tells how far an upload is asks every second and a half; a page without scripts loads itself anew. And
// the form that keeps a hand says what the board shows now, not what it showed when the page came.

const WAIT = 1500; // milliseconds
const SAID = 10000; // a screen reader hears of it no more often than this, and when it is over

export function setUpUpload() {
  document.addEventListener("submit", (event) => {
    const view = event.target.querySelector("[data-view]");
    if (view) view.value = location.search;
  });
  const place = document.querySelector("[data-poll]");
  if (place && place.querySelector("[data-open]")) follow(place);
}

function follow(place) {
  let said = Date.now();
  const ask = async () => {
    try {
      const answer = await fetch(place.dataset.poll, { headers: { Accept: "text/html" } });
      if (answer.ok) show(await answer.text());
    } catch {
      // The next time, perhaps.
    }
    if (place.querySelector("[data-open]")) setTimeout(ask, WAIT);
  };
  const show = (text) => {
    const held = place.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    place.innerHTML = text;
    if (held) (place.querySelector(`[data-key="${held}"]`) ?? document.getElementById("main")).focus();
    const state = place.querySelector("[data-said]");
    if (Date.now() - said > SAID || !state.matches("[data-open]")) {
      said = Date.now();
      document.getElementById("announce").textContent = state.dataset.said;
    }
  };
  setTimeout(ask, WAIT);
}
