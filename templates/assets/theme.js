/* Sets the chosen theme before anything is drawn. "auto", the default, is no attribute at all. */
"use strict";

try {
  const theme = localStorage.getItem("risk-records-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A page opened from the disk, or a private window, may have no storage: the system's theme holds.
}
