import { expect, type Page } from '@playwright/test';
import { enterAs, makePerson } from './support/people.ts';
import { test } from './support/product.ts';
import { chooseAndPay, toast } from './support/screens.ts';

const choose = (page: Page, name: RegExp) => page.getByRole('button', { name });

test.beforeEach(async ({ page, baseURL, sandbox }) => {
  await enterAs(page, await makePerson(baseURL, sandbox, 'verified'));
  await page.goto('/products');
});

test('BILL-43 BILL-44 PROD-34 PROD-35 ROUTE-17 ROUTE-21 a checkout is left with a word, or ends on the dashboard in a trial', async ({
  page,
}) => {
  await expect(page.getByText('7-day free trial')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Continue with USDC (Cardano)' })).toBeVisible();
  await chooseAndPay(page, /^Choose: Standard/);
  await page
    .getByRole('link', { name: /back|cancel|return/i })
    .first()
    .click();
  await expect(
    toast(page, 'Subscription was cancelled. You can try again anytime in Settings.'),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/products$/);

  await chooseAndPay(page, /^Choose: Standard/);
  await page.getByRole('button', { name: 'Start trial' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(toast(page, 'Subscription activated successfully! Welcome to Drumbeat!')).toBeVisible();
  await expect(page.getByText('Standard trial · 7 days left')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Standard trial · 7 days left')).toBeVisible();
  await expect(page.getByText('Subscription activated successfully!')).toHaveCount(0);
});

test('PROD-27 PROD-35 Free begins without a card, and gives up the trial as its line said', async ({
  page,
}) => {
  const free = choose(page, /^Choose: Free,/);
  await expect(free).toHaveAccessibleDescription('No card required. Choosing it gives up your free trial.');
  await free.click();
  await expect(page.getByRole('heading', { name: 'No card needed' })).toBeVisible();
  await expect(page.getByLabel(/card/i)).toHaveCount(0);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Subscription activated successfully! Welcome to Drumbeat!')).toBeVisible();
  await page.goto('/products');
  await expect(page.getByRole('heading', { name: /^Free\s*Your plan/ })).toBeVisible();
  await expect(choose(page, /^Change Plan: Free,/)).toHaveAccessibleDescription('You have this plan.');
  await expect(page.getByText('7-day free trial')).toHaveCount(0);
});
