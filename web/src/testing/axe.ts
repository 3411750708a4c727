/** Asserts that axe finds nothing in a part of the screen: light and wide, and dark on a phone. */
// Imported as text: a package that Vite first discovers during a test makes it reload the page.
import axeSource from 'axe-core/axe.min.js?raw';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { applyTheme } from '../ui/theme/theme-choice.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Each theme and each width once: both widths use the same colours. */
const looks = [
  { theme: 'light', width: 1440, height: 900 },
  { theme: 'dark', width: 390, height: 844 },
];

interface Axe {
  run(what: Element, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

function loadAxe(): Axe {
  if (!('axe' in window)) {
    const script = document.createElement('script');
    script.textContent = axeSource;
    document.head.append(script);
  }
  return (window as unknown as { axe: Axe }).axe;
}

/** Finishes an animation, unless it is endless. */
function endAnimation(animation: Animation): void {
  if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
}

export async function expectAccessible(part: Element): Promise<void> {
  const axe = loadAxe();
  for (const { theme, width, height } of looks) {
    await page.viewport(width, height);
    applyTheme(theme);
    for (const animation of document.getAnimations()) endAnimation(animation);
    const { violations } = await axe.run(part, { runOnly: RULES, resultTypes: ['violations'] });
    const found = violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
    expect(found, `${theme}, ${width} wide`).toEqual([]);
  }
  applyTheme('system');
  await page.viewport(1280, 800);
}
