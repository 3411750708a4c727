import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { enterAs, makePerson, PASSWORD } from './support/people.ts';
import { test } from './support/product.ts';
import { auth, toast } from './support/screens.ts';

test('a person downloads their data and deletes the account; the address no longer signs in', async ({
  page,
  baseURL,
  sandbox,
}) => {
  const person = await makePerson(baseURL, sandbox, 'connected');
  await enterAs(page, person);
  await page.goto('/settings');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('drumbeat-data.json');
  const data = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(data).toMatchObject({ user: { email: person.email }, accounts: [{ username: person.username }] });

  await page.getByRole('button', { name: 'Delete account' }).click();
  const ask = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(ask.getByText("Scheduled posts won't be published")).toBeVisible();
  await ask.getByRole('button', { name: 'Delete account' }).click();
  await expect(ask.getByText('Password is required')).toBeVisible();
  await ask.getByLabel('Password', { exact: true }).fill('Wrong-horse-7');
  await ask.getByRole('button', { name: 'Delete account' }).click();
  await expect(ask.getByText("That password isn't correct. Please try again.")).toBeVisible();
  await ask.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await ask.getByRole('button', { name: 'Delete account' }).click();
  await expect(toast(page, "Your account is deleted. We'll confirm it by email.")).toBeVisible();
  await expect(page).toHaveURL('/');
  await sandbox.mailTo(person.email, 'Your Drumbeat account was deleted');
  await page.goto('/auth');
  await auth.email(page).fill(person.email);
  await auth.password(page).fill(PASSWORD);
  await auth.button(page, 'Sign In').click();
  await expect(page.getByRole('alert')).toContainText('Invalid email or password. Please try again.');
});
