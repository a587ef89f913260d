// The button that copies the address of exactly what is on the page.

// Puts a text on the clipboard, and says so for a while on the button that was pressed.
export async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return;
  }
  const label = button.textContent;
  if (label === button.dataset.copied) return;
  button.textContent = button.dataset.copied;
  document.getElementById("announce").textContent = button.dataset.copied;
  setTimeout(() => { button.textContent = label; }, 2500);
}

export function setUpCopy() {
  for (const button of document.querySelectorAll("[data-copy]")) {
    if (!navigator.clipboard) continue; // plain http elsewhere than on this machine: the address bar does it
    button.hidden = false;
    button.addEventListener("click", () => copyText(location.href, button));
  }
}
