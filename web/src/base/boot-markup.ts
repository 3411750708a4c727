/** The markup of the page's HTML before any script ran; shown again until the first screen is ready. */
let markup = '';

/** Must be called before React takes over `root`. */
export function keepMarkup(root: HTMLElement): void {
  markup = root.innerHTML;
}

export function keptMarkup(): string {
  return markup;
}

/** Called for the first screen: from then on the usual spinner is shown while waiting. */
export function dropMarkup(): void {
  markup = '';
}
