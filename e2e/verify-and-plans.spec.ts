import { expect } from '@playwright/test';
import { enterAs, makePerson } from './support/people.ts';
import { test } from './support/product.ts';

test('VEM-01 VEM-02 VEM-03 VEM-05 VEM-06 VEM-07 a link that is missing its token, or is not known, is told apart', async ({
  page,
}) => {
  await page.goto('/verify-email');
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
  await expect(page.getByText('Invalid verification link.')).toBeVisible();
  await page.goto('/verify-email?token=unknown');
  await expect(page.getByText('Verification link is invalid or expired.')).toBeVisible();
  await expect(page).toHaveURL(/\/verify-email$/);
  await page.getByRole('link', { name: 'Go to Sign In' }).click();
  await expect(page).toHaveURL(/\/auth$/);
});

test('VEM-13 VEM-14 VEM-15 VEM-16 VEM-19 VEM-27 ROUTE-04 an unverified person meets the overlay, until they verify or leave', async ({
  page,
  baseURL,
  sandbox,
}) => {
  const person = await makePerson(baseURL, sandbox, 'signed up');
  await sandbox.mailTo(person.email, /verify/i);
  await enterAs(page, person);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/products$/);
  const overlay = page.getByRole('dialog', { name: 'Verify your email' });
  await expect(overlay).toContainText(person.email);
  await expect(
    overlay
      .getByText(/You can send the email again in \d+ s/)
      .or(overlay.getByRole('button', { name: 'Resend verification email' })),
  ).toBeVisible();
  await overlay.getByRole('button', { name: 'I have verified – Refresh' }).click();
  await expect(page.getByText('Still not verified. Please click the link in your email.')).toBeVisible();
  expect((await sandbox.mails(person.email)).length).toBeLessThanOrEqual(2);
  await overlay.getByRole('button', { name: /close|sign out/i }).click();
  await expect(page).toHaveURL(/\/auth$/);
  expect(await page.evaluate(() => sessionStorage.getItem('authToken'))).toBeNull();
});

test('PROD-01 PROD-02 PROD-03 PROD-05 PROD-06 PROD-07 PROD-09 PROD-10 PROD-45 a visitor sees the plans, and signs in to choose one', async ({
  page,
}) => {
  await page.goto('/products');
  await expect(page.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();
  const names = [
    'Choose: Free, Free',
    'Choose: Standard, $7.00 USD / month',
    'Choose: Pro, $15.00 USD / month',
    'Choose: Pro+, $25.00 USD / month',
  ];
  const choose = page.getByRole('button', { name: /^Choose: / });
  await expect(choose).toHaveCount(4);
  for (const [index, name] of names.entries()) await expect(choose.nth(index)).toHaveAccessibleName(name);
  await choose.nth(2).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Please sign in to continue.' })).toBeVisible();
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fproducts$/);
});

test('PROD-08 BILL-14 BILL-40 BILL-44 ROUTE-05 ROUTE-17 ROUTE-21 ROUTE-22 plans lead to checkout, and later to the portal, and back with a word', async ({
  page,
  baseURL,
  sandbox,
}) => {
  const person = await makePerson(baseURL, sandbox, 'verified');
  await enterAs(page, person);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/products$/);
  await page.goto('/products?subscription=cancelled');
  await expect(
    page.getByText('Subscription was cancelled. You can try again anytime in Settings.'),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/products$/);
  await page.getByRole('button', { name: /^Choose: Standard/ }).click();
  await page.getByRole('button', { name: 'Start trial' }).click();
  await expect(page.getByText('Subscription activated successfully! Welcome to Drumbeat!')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto('/products');
  await page.getByRole('button', { name: /^Change Plan: Pro,/ }).click();
  await expect(page).toHaveURL(/4\d{3}|127\.0\.0\.1|localhost/);
  await page
    .getByRole('link', { name: /return|back/i })
    .first()
    .click();
  await expect(page.getByText('Billing settings updated successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/products$/);
});
