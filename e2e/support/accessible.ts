import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';

const looks = [
  { colorScheme: 'light', width: 1440, height: 900 },
  { colorScheme: 'dark', width: 1440, height: 900 },
  { colorScheme: 'dark', width: 390, height: 844 },
  { colorScheme: 'light', width: 390, height: 844 },
] as const;

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The source of axe, added once to each page, however often it is checked. */
const axeSource = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Axe {
  run(what: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** What axe finds on the page as it is now: the rule and the first place that breaks it. */
async function violationsOn(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axeSource);
  return page.evaluate(async (standards) => {
    const { axe } = window as unknown as { axe: Axe };
    const runOnly = { type: 'tag', values: standards };
    const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
  }, STANDARDS);
}

/** Waits until the new look is drawn and all transitions have ended. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  });
}

/**
 * Asserts that axe finds nothing, and that nothing scrolls sideways, in light and dark, wide and on a phone. With
 * `end`, scrolled to the end of the page, where nothing floats over what it belongs to.
 */
export async function isClean(page: Page, screen: string, from?: 'end'): Promise<void> {
  for (const { colorScheme, ...size } of looks) {
    const where = `${screen}, ${colorScheme}, ${size.width} wide`;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    await settle(page);
    if (from === 'end') await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    expect(await violationsOn(page), where).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${where}, scrolls sideways`).toBeLessThanOrEqual(0);
  }
}
