import { expect, type Page } from '@playwright/test';
import { enableCardano } from './support/answers.ts';
import { enterAs, makePerson, PASSWORD, type Person } from './support/people.ts';
import { test } from './support/product.ts';
import { auth, paymentChooser, toast } from './support/screens.ts';

const usdc = (page: Page) => page.getByRole('button', { name: 'Continue with USDC (Cardano)' });
const disabled = (page: Page) => page.getByText('Cardano billing is disabled. Please use Stripe.');

test.describe.configure({ mode: 'serial' });
let person: Person;
test.beforeAll(async ({ baseURL, sandbox }) => {
  person = await makePerson(baseURL, sandbox, 'verified');
});

test('CRYP-01 CRYP-02 a visitor signs in first, and comes to the page that was asked for', async ({
  page,
}) => {
  await page.goto('/onboarding/payment');
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fonboarding%2Fpayment$/);
  await page.goto('/billing/crypto');
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fbilling%2Fcrypto$/);
  await auth.email(page).fill(person.email);
  await auth.password(page).fill(PASSWORD);
  await auth.button(page, 'Sign In').click();
  await expect(page).toHaveURL(/\/billing\/crypto$/);
  await expect(page.getByRole('heading', { name: 'Cardano billing' })).toBeVisible();
});

test('CRYP-03 CRYP-07 CRYP-09 PROD-45 with the flag off, as it is at first, USDC is in sight and says that it is off', async ({
  page,
}) => {
  await enterAs(page, person);
  await page.goto('/billing/crypto');
  await expect(disabled(page)).toBeVisible();
  await page.goto('/onboarding/payment');
  await expect(page).toHaveURL(/\/products$/);
  await usdc(page).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Blockchain billing is not enabled yet.' }),
  ).toBeVisible();
  await expect(toast(page, 'Blockchain billing is not enabled yet.')).toHaveCount(1);
  await expect(page).toHaveURL(/\/products$/);
});

test('CRYP-01 CRYP-02 CRYP-04 CRYP-05 CRYP-06 CRYP-08 CRYP-10 CRYP-11 PROD-12 with the flag on each way leads to the crypto page, which takes no payment', async ({
  page,
}) => {
  await enterAs(page, person);
  await enableCardano(page);
  await page.goto('/products');
  await usdc(page).click();
  await expect(page).toHaveURL(/\/billing\/crypto$/);
  const main = page.getByRole('main');
  await expect(main.getByText('5 USDC per month', { exact: true })).toBeVisible();
  await expect(main.getByRole('listitem').getByRole('heading')).toHaveText([
    'Connect a CIP-30 wallet',
    'Fund the contract',
    'Auto-claim the monthly fee',
  ]);
  await expect(main.getByText('Coming soon', { exact: true })).toBeVisible();
  await expect(disabled(page)).toHaveCount(0);
  await expect(main.getByRole('button')).toHaveCount(0);

  await main.getByRole('link', { name: 'Choose another payment method' }).click();
  await expect(page).toHaveURL(/\/onboarding\/payment$/);
  await page.getByRole('button', { name: 'Pay with USDC (Cardano)' }).click();
  await expect(page).toHaveURL(/\/billing\/crypto$/);
  await page.goBack();
  await page.getByRole('button', { name: 'Pay with Stripe' }).click();
  await expect(page).toHaveURL(/\/products$/);

  await page.getByRole('button', { name: /^Choose: Pro,/ }).click();
  await paymentChooser(page).getByRole('button', { name: 'Pay with USDC (Cardano)' }).click();
  await expect(page).toHaveURL(/\/billing\/crypto$/);
});
