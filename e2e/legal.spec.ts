import { expect, type Page } from '@playwright/test';
import { makePerson } from './support/people.ts';
import { test } from './support/product.ts';
import { auth, openSignUp } from './support/screens.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('LEGAL-01 LEGAL-03 LEGAL-04 LEGAL-05 LEGAL-06 LEGAL-10 the terms say what the service asks for and promises', async ({
  page,
}) => {
  await page.goto('/terms');
  await expect(title(page)).toHaveText('Terms of Service');
  for (const fact of [
    'When a price changes, we tell you at least 30 days before it applies to you.',
    'Fees are non-refundable.',
    'Drumbeat is not for children under 13',
    'We may use analytics',
  ]) {
    await expect(page.getByText(fact)).toBeVisible();
  }
});

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

test('LEGAL-07 who reads them while signing up goes back to sign-up, and finds what they had typed', async ({
  page,
}) => {
  await openSignUp(page);
  await auth.email(page).fill('reader@example.com');
  for (const name of ['Terms of Service', 'Privacy Policy']) {
    await page.locator('form').getByRole('link', { name }).click();
    await expect(title(page)).toHaveText(name);
    await page.getByRole('link', { name: 'Back to Sign Up' }).click();
    await expect(page).toHaveURL(/\/auth$/);
    await expect(title(page)).toHaveText('Create your account');
    await expect(auth.email(page)).toHaveValue('reader@example.com');
  }
});

test('LEGAL-08 LEGAL-09 LEGAL-10 LEGAL-11 everybody else goes back home, which for who is signed in is the dashboard', async ({
  page,
  baseURL,
  sandbox,
}) => {
  for (const path of ['/terms', '/privacy']) {
    await page.goto(path);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL(`${baseURL}/`);
  }
  const person = await makePerson(baseURL, sandbox, 'in trial');
  await page.evaluate((token) => sessionStorage.setItem('authToken', token), person.token);
  for (const name of ['Terms of Service', 'Privacy Policy']) {
    await page.goto('/dashboard');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await expect(title(page)).toHaveText(name);
    await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  }
});
