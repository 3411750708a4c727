/** What the page's HTML showed before any script ran; React draws it again until the first screen is there. */
let markup = '';

/** Call it before React takes `root` over. */
export function keepMarkup(root: HTMLElement): void {
  markup = root.innerHTML;
}

export function keptMarkup(): string {
  return markup;
}

/** From the first screen on, waiting looks as it does anywhere else. */
export function dropMarkup(): void {
  markup = '';
}
