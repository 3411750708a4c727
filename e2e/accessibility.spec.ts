import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { enterAs, makePerson } from './support/people.ts';
import { test } from './support/product.ts';

const views = [
  { name: 'wide and light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: 'phone and dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;

async function isClean(page: Page, where: string): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
  );
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map((each) => `${where}: ${each.id} ${each.nodes[0]?.html}`)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
}

for (const { name, ...view } of views) {
  test.describe(name, () => {
    test.use({ ...view, contextOptions: { reducedMotion: 'reduce' } });

    test('axe finds nothing on the public pages', async ({ page }) => {
      for (const path of ['/', '/auth', '/products', '/verify-email', '/terms', '/privacy', '/nowhere']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await isClean(page, path);
      }
      await page.goto('/auth');
      await page.getByRole('button', { name: 'Sign Up' }).last().click();
      await page.getByLabel('Email', { exact: true }).fill('bad');
      await page.getByLabel('Email', { exact: true }).blur();
      await isClean(page, 'sign-up with a fault');
    });

    test('axe finds nothing in the app', async ({ page, baseURL, sandbox }) => {
      await enterAs(page, await makePerson(baseURL, sandbox, 'scheduled'));
      await page.goto('/dashboard');
      await expect(page.getByRole('button', { name: 'Edit' }).first()).toBeVisible();
      await isClean(page, 'dashboard');
      await page.getByRole('button', { name: 'Edit' }).first().click();
      await isClean(page, 'editor');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Delete' }).nth(1).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await isClean(page, 'delete dialog');
      await page.goto('/products');
      await expect(page.getByRole('button', { name: /^Change Plan/ }).first()).toBeVisible();
      await isClean(page, 'plans');
    });
  });
}

test('a person can sign up with the keyboard alone', async ({ page }) => {
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Sign Up' }).last().focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Email', { exact: true }).focus();
  await page.keyboard.type(`keys-${crypto.randomUUID().slice(0, 8)}@example.com`);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Correct-horse-7');
  const agree = page.getByRole('checkbox', { name: /Terms of Service/ });
  for (
    let presses = 0;
    presses < 20 && !(await agree.evaluate((box) => box === document.activeElement));
    presses += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Space');
  const signUp = page.getByRole('button', { name: 'Sign Up', exact: true }).first();
  for (
    let presses = 0;
    presses < 6 && !(await signUp.evaluate((button) => button === document.activeElement));
    presses += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/products$/);
});
