// The line to the server: whole states over a WebSocket that comes back by itself, commands over HTTP.

import { onLang } from "./lang.js";
import { lookOf } from "./look.js";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 3000;
const DEAD_MS = 10000; // the server says something every 2 s
const ANSWER_MS = 8000;
const AGAIN_MS = 600;

const pictures = new Set(); // the open sockets that bring pictures

const address = (path) => `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`;

/** Show every new state of a view; told(look) gets {state: "offline"} added to the last one while there is no line. */
export function watch(view, query, told) {
  const place = `/api/v1/events?${new URLSearchParams({ view, ...query })}`;
  let session = null;
  let revision = -1;
  let last = null;
  let look = null;
  let wait = FIRST_WAIT_MS;

  function show(line) {
    look = lookOf(last);
    if (!line) look.state = "offline";
    told(look);
  }

  function take(state) {
    const back = look?.state === "offline" ? 0 : 1; // after a gap the same state is news: the line is up again
    if (state.session === session && state.revision < revision + back) return; // an old value never comes back
    session = state.session;
    revision = state.revision;
    last = state;
    show(true);
    document.documentElement.dataset.revision = revision;
  }

  function connect() {
    let socket;
    try { socket = new WebSocket(address(place)); } catch { again(); return; }
    let dog = setTimeout(() => socket.close(), DEAD_MS);
    socket.addEventListener("message", (event) => {
      clearTimeout(dog);
      dog = setTimeout(() => socket.close(), DEAD_MS);
      const message = JSON.parse(event.data);
      if (message.type !== "state") return;
      wait = FIRST_WAIT_MS;
      document.documentElement.dataset.line = "up";
      take(message.state);
    });
    socket.addEventListener("close", () => {
      clearTimeout(dog);
      pictures.forEach((other) => other.close()); // on the same line; without pictures they say nothing, so nobody would notice
      document.documentElement.dataset.line = "down";
      if (look && look.state !== "offline") show(false);
      again();
    });
  }

  function again() {
    setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(LONGEST_WAIT_MS, wait * 2);
  }

  onLang(() => { if (last) show(look.state !== "offline"); });
  connect();
}

/** Send a command: {ok, event} when it was done, else {error, code}. Sent again once when the line broke: the name that
 *  it carries makes sure that it counts once. */
export async function command(body) {
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const text = JSON.stringify({ ...body, nonce });
  for (const wait of [AGAIN_MS, null]) {
    try {
      const answer = await fetch("/api/v1/commands", {
        method: "POST", headers: { "Content-Type": "application/json" }, body: text, signal: AbortSignal.timeout(ANSWER_MS),
      });
      const said = await answer.json();
      return said.ok ? said : { error: said.error, code: said.code ?? String(answer.status) };
    } catch {
      if (wait !== null) await new Promise((go) => { setTimeout(go, wait); });
    }
  }
  return { error: null, code: "net" };
}

/** Pull pictures one by one: the next is asked for when the last was drawn, so that none ever waits in a queue. */
export function pullPictures(draw, gone) {
  let wait = FIRST_WAIT_MS;
  function connect() {
    const socket = new WebSocket(address("/api/v1/picture"));
    socket.binaryType = "arraybuffer";
    pictures.add(socket);
    socket.addEventListener("open", () => socket.send("next"));
    socket.addEventListener("message", async (event) => {
      if (typeof event.data === "string") return;
      wait = FIRST_WAIT_MS;
      const size = new DataView(event.data).getUint32(0);
      const header = JSON.parse(new TextDecoder().decode(new Uint8Array(event.data, 4, size)));
      try { await draw(header, new Blob([new Uint8Array(event.data, 4 + size)], { type: "image/jpeg" })); } catch { /* the next one */ }
      await seen();
      if (socket.readyState === WebSocket.OPEN) socket.send("next");
    });
    socket.addEventListener("close", () => { pictures.delete(socket); gone(); setTimeout(connect, wait); wait = Math.min(LONGEST_WAIT_MS, wait * 2); });
  }
  connect();
}

/** Resolves when somebody may be looking: a hidden page asks for no pictures. */
function seen() {
  if (!document.hidden) return Promise.resolve();
  return new Promise((go) => { document.addEventListener("visibilitychange", go, { once: true }); });
}
