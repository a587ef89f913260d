// A file dragged onto the form of the analyse page is chosen, as with the button. Of several the first is taken: the
// form reads one text.

const holdsFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");

export function setUpDrop() {
  const form = document.querySelector("form[data-drop]");
  const field = form?.querySelector("input[type=file]");
  if (!field) return;
  const words = form.querySelector(".drop-words");
  let inside = 0; // the drag enters and leaves each element on its way

  const mark = (change) => {
    inside = Math.max(0, inside + change);
    form.classList.toggle("dropping", inside > 0);
  };
  form.addEventListener("dragenter", (event) => holdsFiles(event) && mark(1));
  form.addEventListener("dragleave", (event) => holdsFiles(event) && mark(-1));
  form.addEventListener("dragover", (event) => holdsFiles(event) && event.preventDefault());
  form.addEventListener("drop", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    inside = 0;
    mark(0);
    const { files } = event.dataTransfer;
    if (!files.length) return;
    const chosen = new DataTransfer();
    chosen.items.add(files[0]);
    field.files = chosen.files;
    words.textContent = (files.length > 1 ? words.dataset.several : words.dataset.one).replace("{name}", files[0].name);
    field.focus();
  });
  field.addEventListener("change", () => { words.textContent = ""; });
}
