// The buttons that copy what stands in a field, and the one that prints. They are on parts of the page that are put in
// place anew with every step, so that the page listens, and shows them again after each.
import { copyText } from "./copy.js";

function ready() {
  for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
  if (!navigator.clipboard) return; // plain http elsewhere than on this machine: the field is copied by hand
  for (const button of document.querySelectorAll("[data-copies]")) button.hidden = false;
}

function copy(button) {
  const field = document.getElementById(button.dataset.copies);
  field.select();
  copyText(field.value, button);
}

export function setUpShare() {
  ready();
  document.addEventListener("live:shown", ready);
  document.addEventListener("click", (event) => {
    const copies = event.target.closest("[data-copies]");
    if (copies) copy(copies);
    if (event.target.closest("[data-print]")) print();
  });
  // All of an address is meant when its field is gone into.
  document.addEventListener("focusin", (event) => {
    if (event.target.matches(".share input[readonly]")) event.target.select();
  });
}
