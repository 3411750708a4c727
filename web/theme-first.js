// Runs before the first paint, so that the theme which was chosen on this device never flashes (src/ui/theme-choice.ts).
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system's theme is shown.
}
