// Reloads a page that `risk-records serve` shows, and lays a failed build over it.
// Served beside the site and never published; text goes in as text, so the page's own
// Content-Security-Policy holds.
(() => {
  "use strict";
  const PROTOCOL = "http://livereload.com/protocols/official-7";
  const SOCKET = new URL("socket", document.currentScript.src);
  SOCKET.protocol = SOCKET.protocol === "https:" ? "wss:" : "ws:";
  const OVERLAY = "reload-client-overlay";

  function showFailure(text) {
    hideFailure();
    const box = document.createElement("dialog");
    box.id = OVERLAY;
    box.setAttribute("aria-label", "The build failed");
    const words = document.createElement("pre");
    words.textContent = text;
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = "Close";
    close.addEventListener("click", hideFailure);
    box.append(words, close);
    document.body.append(box);
    box.showModal();
  }

  function hideFailure() {
    document.getElementById(OVERLAY)?.remove();
  }

  function connect(delay) {
    const socket = new WebSocket(SOCKET);
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ command: "hello", protocols: [PROTOCOL] }));
      socket.send(JSON.stringify({ command: "info", url: location.href }));
    });
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      if (message.command === "reload") location.reload();
      if (message.command === "alert") showFailure(message.message);
    });
    // The server went away: look for it again, more slowly each time, and reload when it is back.
    socket.addEventListener("close", () => {
      setTimeout(() => connect(Math.min(delay * 2, 10_000)), delay);
    });
  }

  connect(500);
})();
