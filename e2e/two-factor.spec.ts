import { expect, type Page } from '@playwright/test';
import { isClean } from './support/accessible.ts';
import { enterAs, makePerson, PASSWORD } from './support/people.ts';
import { test } from './support/product.ts';
import { auth, toast } from './support/screens.ts';
import { codeOf } from './support/staff.ts';

const toggle = (page: Page) => page.getByRole('switch', { name: 'Two-factor authentication' });
const dialog = (page: Page) => page.getByRole('dialog');
const code = (page: Page) => dialog(page).getByLabel('6-digit code');
const backup = (page: Page) => dialog(page).getByLabel('Backup code', { exact: true });

test('2FA-02 2FA-06 2FA-08 2FA-09 2FA-10 2FA-11 2FA-16 2FA-19 two-factor is turned on, asked for at sign-in, and turned off', async ({
  page,
  context,
  baseURL,
  sandbox,
}) => {
  const person = await makePerson(baseURL, sandbox, 'in trial');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enterAs(page, person);
  await page.goto('/settings');
  await expect(toggle(page)).not.toBeChecked();
  await toggle(page).press('Space');
  const picture = dialog(page).getByRole('img', { name: 'QR code for your authenticator app' });
  await expect(picture).toHaveAttribute('src', /^data:image\/png;base64,/);
  const key = (await dialog(page).locator('code').first().textContent()) ?? '';
  await dialog(page).getByRole('button', { name: 'Copy codes' }).click();
  await expect(toast(page, 'Backup codes copied to clipboard!')).toBeVisible();
  const list = dialog(page).getByRole('list', { name: 'Backup codes' });
  const backupCodes = await list.getByRole('listitem').allTextContents();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n')).toEqual(backupCodes);
  expect(backupCodes).toHaveLength(10);
  await isClean(page, 'two-factor setup');
  await code(page).fill(await codeOf(key));
  await code(page).press('Enter');
  await expect(toast(page, 'Two-factor authentication is on.')).toBeVisible();
  await expect(toggle(page)).toBeChecked();
  const { text } = await sandbox.mailTo(person.email, 'Two-factor authentication is on');
  expect(text).toContain(person.email);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/auth');
  await auth.email(page).fill(person.email);
  await auth.password(page).fill(PASSWORD);
  await auth.button(page, 'Sign In').click();
  await expect(page.getByRole('dialog', { name: 'Two-factor authentication' })).toBeVisible();
  await expect(code(page)).toBeFocused();
  await code(page).fill('000000');
  await code(page).press('Enter');
  await expect(dialog(page).getByText('Invalid verification code. Please try again.')).toBeVisible();
  // The code that enabled it is spent, and the app's next one takes up to half a minute.
  await page.getByRole('button', { name: 'Use a backup code' }).click();
  await backup(page).fill((backupCodes[0] ?? '').replace('-', '').toUpperCase());
  await backup(page).press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.getByRole('link', { name: 'Settings' }).click();
  await toggle(page).press('Space');
  await dialog(page).getByRole('button', { name: 'Use a backup code' }).click();
  await backup(page).fill(backupCodes[1] ?? '');
  await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Two-factor authentication is off.')).toBeVisible();
  await expect(toggle(page)).not.toBeChecked();
  const { subject } = await sandbox.mailTo(person.email, 'is off');
  expect(subject).toBe('Two-factor authentication is off');
});
