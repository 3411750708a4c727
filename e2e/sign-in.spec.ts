import { expect } from '@playwright/test';
import { listenTo } from './support/answers.ts';
import { makePerson, PASSWORD, type Person } from './support/people.ts';
import { test } from './support/product.ts';
import { auth, rowsOf, toast } from './support/screens.ts';

let person: Person;
test.beforeAll(async ({ baseURL, sandbox }) => {
  person = await makePerson(baseURL, sandbox, 'scheduled');
});

test('AUTH-26 AUTH-27 AUTH-28 AUTH-29 AUTH-40 AUTH-41 AUTH-42 AUTH-44 AUTH-45 AUTH-46 AUTH-47 SHELL-06 a person signs in, is greeted once, finds everything loaded, and signs out', async ({
  page,
  baseURL,
}) => {
  await page.goto('/auth');
  await page.evaluate(() => sessionStorage.setItem('dismissedBanners', '["trial"]'));
  const calls = listenTo(page);
  await auth.email(page).fill(person.email.toUpperCase());
  await auth.password(page).fill(PASSWORD);
  const [asked] = await Promise.all([
    page.waitForRequest('**/api/auth/signin'),
    auth.password(page).press('Enter'),
  ]);
  expect(asked.postDataJSON()).toEqual({ email: person.email, password: PASSWORD });
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(toast(page, `Welcome back, ${person.email}!`)).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('authToken'))).toMatch(/^[\w-]{43}$/);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await expect(page.getByText('Pro trial · 7 days left')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('dismissedBanners'))).toBeNull();
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText(person.email);
  await expect(rowsOf(page)).toHaveCount(11);
  await expect.poll(() => calls).toContain('POST /api/twitter/profile/refresh');

  await page.reload();
  await expect(rowsOf(page)).toHaveCount(11);
  await expect(page.getByText('Welcome back')).toHaveCount(0);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${baseURL}/`);
  expect(await page.evaluate(() => sessionStorage.getItem('authToken'))).toBeNull();
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/auth$/);
});
