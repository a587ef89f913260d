// The clock of a run counts down. The server's clock decides; this one only shows it. Its offset from the server's is
// the smallest one seen: a page that was fetched earlier and kept says an older moment and would give a larger one.
let offset = Infinity;
let leaving = false;

// Milliseconds after the end before the page is asked for again: a form that is on its way is not cut off.
const GRACE = 600;

function words(left) {
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function show(clock) {
  if (!clock.dataset.seen) {
    offset = Math.min(offset, Date.now() - Number(clock.dataset.now));
    clock.dataset.seen = "1";
  }
  const left = Number(clock.dataset.ends) - (Date.now() - offset);
  clock.textContent = left > 0 ? words(left) : clock.dataset.up;
  // What can still be chosen on the page would count nowhere: the server shows it without, and where it goes on.
  if (left <= -GRACE && document.getElementById("card") && !leaving) {
    leaving = true;
    location.replace(location.href.split("#")[0]);
  }
}

const showAll = () => document.querySelectorAll(".run-clock[data-ends]").forEach(show);

export function setUpRun() {
  if (!document.querySelector(".run-frame")) return;
  showAll();
  setInterval(showAll, 250);
}
