/* Copying a block, choosing a target, choosing a theme. The page says everything without this script. */
"use strict";

(() => {
  const root = document.documentElement;
  root.classList.add("scripted");

  // A page opened from the disk, or a private window, may have no storage.
  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  function store(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {
      // The choice then holds until the page is left.
    }
  }

  function button(text, label) {
    const made = document.createElement("button");
    made.type = "button";
    made.append(text);
    if (label) made.setAttribute("aria-label", label);
    return made;
  }

  /* ---- Theme: automatic, light, dark ------------------------------------------------------------ */

  const THEME_KEY = "risk-records-theme";
  const THEMES = ["auto", "light", "dark"];

  function showTheme(control, theme) {
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    control.replaceChildren(`Theme: ${theme}`);
  }

  function addTheme(home) {
    const control = button("");
    let theme = THEMES.includes(stored(THEME_KEY)) ? stored(THEME_KEY) : "auto";
    control.className = "theme";
    control.addEventListener("click", () => {
      theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
      store(THEME_KEY, theme);
      showTheme(control, theme);
    });
    showTheme(control, theme);
    home.append(control);
  }

  /* ---- Blocks: copy and save --------------------------------------------------------------------- */

  const COPIED_FOR_MS = 2000;

  async function toClipboard(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return byCommand(text);
    }
  }

  // Where the clipboard interface is missing or refused: a page over http, or from the disk.
  function byCommand(text) {
    const area = document.createElement("textarea");
    const focused = document.activeElement;
    area.value = text;
    area.readOnly = true;
    area.className = "unseen";
    document.body.append(area);
    area.select();
    let copied = false;
    try {
      copied = document.execCommand("copy");
    } catch {
      // Not supported: the caller then asks for the keys.
    }
    area.remove();
    focused?.focus();
    return copied;
  }

  function select(node) {
    const selection = getSelection();
    selection.removeAllRanges();
    const range = document.createRange();
    range.selectNodeContents(node);
    selection.addRange(range);
  }

  function save(text, filename) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = filename;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 0);
  }

  function addActions(block) {
    const source = block.querySelector("pre code");
    const text = () => `${source.textContent.trimEnd()}\n`;
    const { copies, filename } = block.dataset;
    const actions = document.createElement("div");
    actions.className = "code-actions";
    const said = document.createElement("span");
    said.className = "code-said";
    said.setAttribute("role", "status");
    const copy = button("Copy", `Copy ${copies}`);
    const download = button("Save", `Save ${copies} as ${filename}`);
    let resetting = 0;

    copy.addEventListener("click", async () => {
      clearTimeout(resetting);
      if (await toClipboard(text())) {
        copy.replaceChildren("Copied");
        said.replaceChildren();
        said.append(`Copied ${copies}`);
        said.className = "code-said unseen";
      } else {
        select(source);
        said.className = "code-said";
        said.replaceChildren("Selected: press Ctrl or Cmd and C ");
      }
      resetting = setTimeout(() => {
        copy.replaceChildren("Copy");
        said.replaceChildren();
      }, COPIED_FOR_MS);
    });
    download.addEventListener("click", () => save(text(), filename));
    actions.append(said, copy, download);
    block.prepend(actions);
  }

  /* ---- Targets: the last choice holds on every page, a link to a panel opens it -------------------- */

  const TARGET_KEY = "risk-records-target";

  function addMemory(tabs) {
    const inputs = [...tabs.querySelectorAll("input[type=radio]")];
    const check = (id) => {
      const input = inputs.find((one) => one.value === id);
      if (input) input.checked = true;
    };
    const follow = () => {
      const [, id] = location.hash.match(/^#policy-(.+)$/) ?? [];
      if (id) check(id);
    };
    check(stored(TARGET_KEY));
    follow();
    globalThis.addEventListener("hashchange", follow);
    tabs.addEventListener("change", (event) => {
      store(TARGET_KEY, event.target.value);
      // A panel that the address names would stay beside the one that was chosen.
      if (location.hash.startsWith("#policy-")) location.replace(`#policy-${event.target.value}`);
    });
  }

  /* ---- The reader's own name of a server: the build made the pieces, here they are joined ---------- */

  const NAME = /^[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*$/;
  const MAX_NAME = 64;

  function addServerName(home) {
    const usual = home.dataset.serverName;
    const blocks = [...document.querySelectorAll("script[data-naming]")].map((data) => ({
      ...JSON.parse(data.textContent),
      code: data.parentElement.querySelector("pre code"),
      title: data.parentElement.dataset.copies.replace(/ policy for .*$/, ""),
    }));
    if (!blocks.length) return;
    const label = document.createElement("label");
    const input = document.createElement("input");
    const said = document.createElement("p");
    label.append("Your name for this server ", input);
    Object.assign(input, { type: "text", value: usual, maxLength: MAX_NAME, spellcheck: false });
    input.autocomplete = "off";
    said.className = "quiet";
    said.id = "server-name-said";
    said.setAttribute("role", "status");
    input.setAttribute("aria-describedby", said.id);

    input.addEventListener("input", () => {
      const name = input.value;
      const valid = NAME.test(name) && name.length <= MAX_NAME;
      const fits = (block) => name.length <= block.longest && (block.underscores || !name.includes("_"));
      const kept = blocks.filter((block) => !valid || !fits(block));
      for (const block of blocks) {
        block.code.textContent = block.pieces.join(kept.includes(block) ? usual : name);
      }
      input.setAttribute("aria-invalid", String(!valid));
      said.replaceChildren(
        !valid
          ? `Use letters, digits, hyphens and single underscores between them. The blocks keep the name ${usual}.`
          : kept.length
            ? `Not a name for ${kept.map((block) => block.title).join(", ")}: there the block keeps the name ${usual}.`
            : "",
      );
    });
    home.append(label, said);
  }

  for (const home of document.querySelectorAll("[data-theme-home]")) addTheme(home);
  for (const home of document.querySelectorAll("[data-server-name]")) addServerName(home);
  for (const block of document.querySelectorAll(".code[data-copies]")) addActions(block);
  for (const tabs of document.querySelectorAll("[data-tabs]")) addMemory(tabs);
})();
