import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Page, type ViewportSize } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Each theme and each width once: both widths use the same colours. */
const looks = [
  { colorScheme: 'light', width: 1440, height: 900 },
  { colorScheme: 'dark', width: 390, height: 844 },
] as const;

/** The source of axe, read once and added once to each page. */
const axeSource = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Axe {
  run(
    what: { exclude: string[] },
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/**
 * The axe violations on the current page: the rule, and the first element that breaks it. What an open dialog covers is
 * left out: axe mixes its overlay into the colours behind, though not at the edges of the window, and finds them faint.
 */
async function violationsOn(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axeSource);
  return page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: Axe };
    const isCovered = document.querySelector('[aria-modal="true"]:not(#root *)') !== null;
    // Toasts stand above a dialog.
    const exclude = isCovered ? ['#root > :not([aria-label="Notifications"])'] : [];
    const { violations } = await axe.run({ exclude }, { runOnly, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
  }, RULES);
}

/** Waits until the new look is rendered and all transitions have ended. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  });
}

/** How many open sheets the history counts: on a phone, each dialog is a sheet with an entry of its own. */
function sheetsOf(page: Page): Promise<number> {
  return page.evaluate(() => (history.state as { sheets?: number } | null)?.sheets ?? 0);
}

/** Back at the size from before, once its history is as before: going back late would abort a navigation. */
async function restoreSize(page: Page, size: ViewportSize | null, sheets: number): Promise<void> {
  if (size) await page.setViewportSize(size);
  await settle(page);
  await expect.poll(() => sheetsOf(page), 'sheets in the history').toBe(sheets);
}

/**
 * Asserts that axe finds no violations and nothing scrolls sideways: light and wide, and dark on a phone.
 * `whole` uses a window as tall as the page, so that sticky elements cover nothing.
 */
export async function isClean(page: Page, screen: string, how?: 'whole'): Promise<void> {
  const before = page.viewportSize();
  const sheets = await sheetsOf(page);
  for (const { colorScheme, ...size } of looks) {
    const where = `${screen}, ${colorScheme}, ${size.width} wide`;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    await settle(page);
    if (how === 'whole') {
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width: size.width, height });
      await settle(page);
    }
    expect(await violationsOn(page), where).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${where}, scrolls sideways`).toBeLessThanOrEqual(0);
  }
  await restoreSize(page, before, sheets);
}
