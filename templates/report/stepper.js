"use strict";
// Each .stepper shows one of its .step at a time. Without this script, and in print, all of them stand there in order.
// A link to a step, or to anything in it, shows it.
document.querySelectorAll(".stepper").forEach(function (stepper) {
  const steps = Array.from(stepper.children).filter((one) => one.classList.contains("step"));
  const bar = document.createElement("div"), slider = document.createElement("input"), said = document.createElement("span");
  const buttons = {};
  let now = 0;
  function label() {
    const title = steps[now].querySelector("h3, h4");
    return (title ? title.textContent.trim().split(/\s+/)[0] + ", " : "") + (now + 1) + " of " + steps.length;
  }
  function show(wanted) {
    now = Math.max(0, Math.min(steps.length - 1, wanted));
    steps.forEach((step, n) => step.classList.toggle("now", n === now));
    slider.value = now + 1;
    said.textContent = label();
    slider.setAttribute("aria-valuetext", said.textContent);
    buttons.First.disabled = buttons.Back.disabled = now === 0;
    buttons.Last.disabled = buttons.Next.disabled = now === steps.length - 1;
  }
  function button(label, where) {
    const made = buttons[label] = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.addEventListener("click", () => show(where()));
    bar.append(made);
  }
  function showNamed() {
    const named = document.getElementById(location.hash.slice(1));
    const found = steps.findIndex((step) => named && step.contains(named));
    if (found < 0) return;
    show(found);
    if (named === steps[found]) stepper.scrollIntoView();
  }
  if (steps.length < 2) return;
  button("First", () => 0);
  button("Back", () => now - 1);
  button("Next", () => now + 1);
  button("Last", () => steps.length - 1);
  slider.type = "range";
  slider.min = 1;
  slider.max = steps.length;
  slider.setAttribute("aria-label", "Step");
  slider.addEventListener("input", () => show(slider.value - 1));
  said.setAttribute("aria-live", "polite");
  bar.append(said, slider);
  bar.className = "bar";
  stepper.prepend(bar);
  stepper.tabIndex = 0;
  stepper.classList.add("on");
  stepper.addEventListener("keydown", function (event) {
    const moves = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: steps.length - 1 };
    if (event.target !== stepper || !(event.key in moves) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(moves[event.key]);
  });
  const views = Array.from(stepper.querySelectorAll(".view"));
  const names = Array.from(new Set(views.map((view) => view.dataset.view)));
  function look(name) {
    views.forEach((view) => { view.hidden = view.dataset.view !== name; });
    names.forEach((one) => buttons[one].setAttribute("aria-pressed", one === name));
  }
  names.forEach((name) => {
    button(name, () => now);
    buttons[name].addEventListener("click", () => look(name));
  });
  if (names.length) look(names[0]);
  window.addEventListener("hashchange", showNamed);
  show(0);
  showNamed();
});
// What is closed around a named place is opened.
function openNamed() {
  const named = document.getElementById(location.hash.slice(1));
  for (let one = named; one; one = one.parentElement) if (one.tagName === "DETAILS") one.open = true;
  if (named && !named.classList.contains("step")) named.scrollIntoView();
}
window.addEventListener("hashchange", openNamed);
openNamed();
