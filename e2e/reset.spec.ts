import { expect, type Page } from '@playwright/test';
import { isClean } from './support/accessible.ts';
import { ask, makePerson, PASSWORD } from './support/people.ts';
import { test } from './support/product.ts';
import { auth, toast } from './support/screens.ts';

const NEW = 'Fresh-horse-8';
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const fresh = (page: Page) => page.getByLabel('New password', { exact: true });
const again = (page: Page) => page.getByLabel('Confirm new password', { exact: true });

test('AUTH-03 AUTH-20 AUTH-21 AUTH-22 AUTH-24 AUTH-74 AUTH-75 with the keyboard alone, a new password is set by the mailed link, which works once; every session ends', async ({
  page,
  baseURL,
  sandbox,
}) => {
  const person = await makePerson(baseURL, sandbox, 'in trial');
  const press = (key: string) => page.keyboard.press(key);
  async function tabTo(name: string): Promise<void> {
    const wanted = page.getByRole('button', { name, exact: true }).and(page.locator(':focus'));
    for (let presses = 0; presses < 30 && (await wanted.count()) === 0; presses += 1) await press('Tab');
    await expect(wanted).toBeFocused();
  }
  await page.goto('/auth');
  await expect(auth.email(page)).toBeVisible();
  await tabTo('Forgot password?');
  await press('Enter');
  await expect(dialog(page, 'Reset your password').getByLabel('Email')).toBeFocused();
  await isClean(page, 'forgot password');
  await page.keyboard.type(person.email);
  await press('Enter');
  await expect(dialog(page, 'Check your inbox')).toBeVisible();
  await press('Escape');
  await expect(page.getByRole('button', { name: 'Forgot password?' })).toBeFocused();

  const { links } = await sandbox.mailTo(person.email, 'Set a new password for Drumbeat');
  const { pathname, search } = new URL(links[0] ?? '');
  await page.goto(pathname + search);
  await expect(toast(page, 'Password reset link detected. Please set your new password.')).toBeVisible();
  await expect(page).toHaveURL(pathname);
  await expect(fresh(page)).toBeFocused();
  await expect(fresh(page)).toHaveAccessibleDescription(/at least 8 characters/);
  await isClean(page, 'new password');
  await page.reload();
  await expect(fresh(page)).toBeFocused();
  await page.keyboard.type(NEW);
  await tabTo('Show password');
  await press('Tab');
  await expect(again(page)).toBeFocused();
  await page.keyboard.type(NEW);
  await press('Enter');
  await expect(dialog(page, 'Password changed').getByRole('button', { name: 'Sign In' })).toBeFocused();
  await expect(
    toast(page, 'Password reset successfully! You can now sign in with your new password.'),
  ).toBeVisible();
  await press('Enter');
  await expect(page).toHaveURL('/auth');
  expect((await ask(person, 'GET', '/api/user')).status).toBe(401);

  for (const [password, address] of [
    [PASSWORD, '/auth'],
    [NEW, '/dashboard'],
  ] as const) {
    await auth.email(page).fill(person.email);
    await auth.password(page).focus();
    await page.keyboard.type(password);
    await press('Enter');
    if (password === PASSWORD) {
      await expect(page.getByRole('alert')).toContainText('Invalid email or password. Please try again.');
      await auth.password(page).fill('');
    }
    await expect(page).toHaveURL(address);
  }
  await page.goto(pathname + search);
  await expect(dialog(page, 'Link Expired or Invalid')).toBeVisible();
});
