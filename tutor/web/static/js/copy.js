// The button that copies the address of exactly what is on the page.

export function setUpCopy() {
  for (const button of document.querySelectorAll("[data-copy]")) {
    if (!navigator.clipboard) continue; // plain http elsewhere than on this machine: the address bar does it
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(location.href);
      } catch {
        return;
      }
      button.textContent = button.dataset.copied;
      document.getElementById("announce").textContent = button.dataset.copied;
      setTimeout(() => { button.textContent = label; }, 2500);
    });
  }
}
