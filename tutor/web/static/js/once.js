// A form for an account is sent once: the second half of a double click would take the place of the first, whose
// answer, with its recovery codes, would never be seen.

const WAIT = 3000; // milliseconds; then whoever stopped the page, or got no answer, may send the form again

export function setUpOnce() {
  const sent = new Set();
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !form.matches("form.person-form")) return;
    if (sent.has(form)) {
      event.preventDefault();
      return;
    }
    sent.add(form);
    setTimeout(() => sent.delete(form), WAIT);
  });
  addEventListener("pageshow", () => sent.clear());
}
