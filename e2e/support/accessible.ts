import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const looks = [
  { colorScheme: 'light', width: 1440, height: 900 },
  { colorScheme: 'dark', width: 1440, height: 900 },
  { colorScheme: 'dark', width: 390, height: 844 },
  { colorScheme: 'light', width: 390, height: 844 },
] as const;

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Asserts that axe finds nothing, and that nothing scrolls sideways, in light and dark, wide and on a phone. */
export async function isClean(page: Page, screen: string): Promise<void> {
  for (const { colorScheme, ...size } of looks) {
    const where = `${screen}, ${colorScheme}, ${size.width} wide`;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
    );
    // Our pages have no frames of other sites, which are all that the slower mode is for.
    const { violations } = await new AxeBuilder({ page }).withTags(STANDARDS).setLegacyMode().analyze();
    expect(violations.map((each) => `${where}: ${each.id} ${each.nodes[0]?.html}`)).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${where}, scrolls sideways`).toBeLessThanOrEqual(0);
  }
}
