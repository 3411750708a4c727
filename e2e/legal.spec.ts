import { expect, type Page } from '@playwright/test';
import { test } from './support/product.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('LEGAL-02 LEGAL-10 the privacy policy promises that nothing of other companies is loaded, and nothing is', async ({
  page,
  baseURL,
}) => {
  const strangers: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== baseURL) strangers.push(request.url());
  });
  await page.goto('/privacy');
  await expect(title(page)).toHaveText('Privacy Policy');
  await expect(page.getByText('load no analytics from other companies')).toBeVisible();
  await page.goto('/');
  await expect(title(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(strangers).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});
