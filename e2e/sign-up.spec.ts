import { expect } from '@playwright/test';
import { PASSWORD } from './support/people.ts';
import { freshEmail, test } from './support/product.ts';
import { auth, openSignUp } from './support/screens.ts';

test('AUTH-18 AUTH-25 AUTH-29 AUTH-49 AUTH-71 who signs up goes on to the plans; the address counts in lower case, and once', async ({
  page,
}) => {
  const email = freshEmail('sign-up');
  await openSignUp(page);
  await auth.email(page).fill(email.toUpperCase());
  await auth.password(page).fill(PASSWORD);
  await auth.agree(page).check();
  await page.getByRole('checkbox', { name: /optional/ }).check();
  const [asked] = await Promise.all([
    page.waitForRequest('**/api/auth/signup'),
    auth.button(page, 'Sign Up').click(),
  ]);
  expect(asked.postDataJSON()).toMatchObject({
    email,
    password: PASSWORD,
    niche: 'Gaming',
    emailConsent: true,
  });
  await expect(page).toHaveURL(/\/products$/);
  await expect(page.getByRole('dialog', { name: 'Verify your email' })).toContainText(email);

  await page.getByRole('button', { name: 'Close and sign out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await openSignUp(page);
  await auth.email(page).fill(email);
  await auth.password(page).fill(PASSWORD);
  await auth.agree(page).check();
  await auth.button(page, 'Sign Up').click();
  await expect(page.getByText('An account with this email already exists.')).toBeVisible();
});
