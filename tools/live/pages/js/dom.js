// Building elements. Text only ever becomes text: names come from strangers.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children. `class`, `data-*` and `aria-*` are attributes; `on` holds listeners; null
 *  children are left out; strings and numbers become text nodes. */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for drawings. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Put these children in place of all that was there. */
export function fill(parent, ...children) {
  parent.replaceChildren(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return parent;
}

/** The element of this id; a page without it is broken and says so. */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element #${id}`);
  return found;
}

/** Redraw `parent` only when what it is drawn from has changed: keeps focus, and keeps animations from starting again. */
export function keyed(parent, facts, draw) {
  const key = JSON.stringify(facts);
  if (parent.dataset.key === key) return false;
  parent.dataset.key = key;
  fill(parent, draw());
  return true;
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
