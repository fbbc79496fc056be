"use strict";
document.documentElement.classList.add("js");
const compare = new Intl.Collator("en", { numeric: true }).compare;

function button(text, className) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = className;
  made.textContent = text;
  return made;
}

function open(item, on) {
  item.classList.toggle("open", on);
  item.querySelector("button.what").setAttribute("aria-expanded", on);
}

/* Each finding opens by the button that its title becomes. */
function unfold(table) {
  for (const item of table.tBodies) {
    if (!item.querySelector(".more")) continue;
    const title = item.querySelector(".what");
    const made = button(title.textContent, "what");
    made.setAttribute("aria-expanded", "false");
    title.replaceWith(made);
  }
  table.addEventListener("click", (event) => {
    const pressed = event.target.closest("button.what");
    if (pressed) open(pressed.closest("tbody"), pressed.getAttribute("aria-expanded") === "false");
  });
}

/* Each heading becomes a button: up, down, and as it was. */
function sortable(table) {
  const first = [...table.tBodies];
  const heads = [...table.tHead.rows[0].cells];
  const key = (item, n) => item.rows[0].cells[n].dataset.sort ?? item.rows[0].cells[n].textContent.trim();
  heads.forEach((head, n) => {
    const made = button(head.textContent, "sort");
    head.replaceChildren(made);
    const heavy = first.length && first[0].rows[0].cells[n].classList.contains("played");
    made.addEventListener("click", () => {
      const order = heavy ? ["descending", "ascending"] : ["ascending", "descending"];
      const next = order[order.indexOf(head.ariaSort) + 1];
      for (const other of heads) other.removeAttribute("aria-sort");
      if (next) head.setAttribute("aria-sort", next);
      const turn = next === "descending" ? -1 : 1;
      const keyed = first.map((item) => [key(item, n), item]);
      if (next) keyed.sort((a, b) => turn * (a[0] - b[0] || compare(a[0], b[0])));
      table.append(...keyed.map((pair) => pair[1]));
    });
  });
}

function filtered(part) {
  const form = part.querySelector("form");
  const table = part.querySelector("table.list");
  const items = [...table.tBodies];
  const field = form.querySelector("input[type=search]");
  const boxes = [...form.querySelectorAll("input[type=checkbox]")];
  const said = form.querySelector("[role=status]");
  let texts;
  const show = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length) texts ??= items.map((item) => item.textContent.toLowerCase().replaceAll("\u2011", "-"));
    const off = boxes.filter((box) => !box.checked);
    let count = 0;
    items.forEach((item, n) => {
      const left = off.some((box) => item.dataset[box.name] === box.value) || words.some((word) => !texts[n].includes(word));
      if (item.hidden !== left) item.hidden = left;
      count += !left;
    });
    said.textContent = `${count} of ${items.length} shown`;
  };
  form.hidden = false;
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    field.value = "";
    for (const box of boxes) box.checked = true;
    show();
  });
  const all = form.querySelector("button.all");
  all?.addEventListener("click", () => {
    const on = all.getAttribute("aria-expanded") === "false";
    all.setAttribute("aria-expanded", on);
    all.textContent = on ? "Close all details" : "Open all details";
    for (const item of items) open(item, on);
  });
  show();
}

/* A link to a finding shows it, whatever is filtered. */
function arrive() {
  const item = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (!item || item.tagName !== "TBODY") return;
  item.hidden = false;
  open(item, true);
  item.scrollIntoView();
  item.querySelector("button.what").focus({ preventScroll: true });
}

document.addEventListener("DOMContentLoaded", () => {
  for (const table of document.querySelectorAll("table.list")) {
    sortable(table);
    unfold(table);
  }
  for (const part of document.querySelectorAll(".part")) filtered(part);
  arrive();
  addEventListener("hashchange", arrive);
});
