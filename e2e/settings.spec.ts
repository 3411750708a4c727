import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { isClean } from './support/accessible.ts';
import { answerWith } from './support/answers.ts';
import { ask, call, enterAs, makePerson, PASSWORD, type Person, signInAnew } from './support/people.ts';
import { test } from './support/product.ts';
import { auth, toast } from './support/screens.ts';

test.describe.configure({ mode: 'serial' });

const NEW = 'Fresh-horse-8';
let person: Person;
test.beforeAll(async ({ baseURL, sandbox }) => {
  person = await makePerson(baseURL, sandbox, 'connected');
});
test.beforeEach(async ({ page }) => {
  await enterAs(page, person);
  await page.goto('/settings');
  await expect(card(page, 'Profile')).toBeVisible();
});

const card = (page: Page, name: string) => page.getByRole('region', { name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const sessions = (page: Page) => page.getByRole('list', { name: 'Signed-in sessions' }).getByRole('listitem');

test('SHELL-11 ROUTE-09 settings have their cards, each with what holds, and an index', async ({ page }) => {
  for (const name of ['Profile', 'Security', 'Niche', 'Subscription', 'Notifications', 'Your data'])
    await expect(card(page, name)).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Two-factor authentication' })).not.toBeChecked();
  await expect(sessions(page).first()).toContainText('This session');
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Your data' })
    .click();
  await expect(page).toHaveURL('/settings#data');
  await expect(card(page, 'Your data')).toBeInViewport();
  await isClean(page, 'settings');
});

test('SET-03 SET-09 SET-11 SET-12 SET-13 the profile shows the email and changes the password in a modal', async ({
  page,
}) => {
  const email = card(page, 'Profile').getByLabel('Email');
  await expect(email).toHaveValue(person.email);
  await expect(email).not.toBeEditable();
  await page.getByRole('button', { name: 'Change password' }).click();
  const modal = dialog(page, 'Change password');
  const save = modal.getByRole('button', { name: 'Change password' });
  const field = (name: string) => modal.getByLabel(name, { exact: true });
  const says = (text: string) => expect(modal.getByRole('alert')).toContainText(text);
  await save.click();
  await says('Please fill in all fields.');
  await field('Current password').fill('Wrong-horse-7');
  await field('New password').fill('short');
  await field('Confirm new password').fill('other');
  await save.click();
  await says(
    'New password must be 8 to 128 characters with uppercase, lowercase, number and special character.',
  );
  await field('New password').fill(NEW);
  await save.click();
  await says('New passwords do not match.');
  await isClean(page, 'change password with a fault');
  await field('Confirm new password').fill(NEW);
  await save.click();
  await says('Current password is incorrect.');
  await field('Current password').fill(NEW);
  await save.click();
  await says('New password must be different from current password.');
  await field('Current password').fill(PASSWORD);
  await field('Confirm new password').press('Enter');
  await expect(toast(page, 'Password changed successfully!')).toBeVisible();
  await expect(modal).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Change password' })).toBeFocused();
  await call(person, 'POST', '/api/auth/change-password', { currentPassword: NEW, newPassword: PASSWORD });
});

test('sessions are listed and signed out, one and all others', async ({ page }) => {
  const others: Person[] = [1, 2].map(() => ({ ...person }));
  for (const other of others) await signInAnew(other);
  await page.reload();
  await expect(sessions(page)).toHaveCount(3);
  await page
    .getByRole('button', { name: /^Sign out (?!all)/ })
    .first()
    .click();
  await expect(toast(page, 'The session has been signed out.')).toBeVisible();
  await expect(sessions(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Sign out all others' }).click();
  await expect(toast(page, 'All other sessions have been signed out.')).toBeVisible();
  await expect(sessions(page)).toHaveCount(1);
  for (const other of others) expect((await ask(other, 'GET', '/api/user')).status).toBe(401);
  await answerWith(page, '/api/auth/sessions', 500, { requestId: 'r-3' });
  await page.reload();
  await expect(page.getByText('Your sessions could not be loaded.')).toBeVisible({ timeout: 20_000 });
});

test('SHELL-12 USER-16 NICHE-14 NICHE-15 NICHE-18 the niche is saved once it is another, and the dashboard shows it', async ({
  page,
}) => {
  const niche = card(page, 'Niche');
  const save = niche.getByRole('button', { name: 'Save niche' });
  await expect(save).toBeDisabled();
  await niche.getByRole('searchbox').fill('trav');
  await niche.getByText('Travel', { exact: true }).click();
  await answerWith(page, '/api/user?*', 502, {}, 'PATCH');
  await save.click();
  await expect(toast(page, 'Failed to update niche')).toBeVisible();
  await page.unroute('**/api/user?*');
  await save.click();
  await expect(toast(page, /Niche updated\. \d+ niche changes left until /)).toBeVisible();
  await expect(save).toBeDisabled();
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(page.getByText('Travel').first()).toBeVisible();
});

test('NICHE-10 NICHE-19 NICHE-21 NICHE-24 SET-05 who misses a niche asks for it', async ({ page }) => {
  await card(page, 'Niche').getByRole('searchbox').fill('urban foraging');
  await expect(page.getByText('No matches. You can request a new niche below.')).toBeVisible();
  await page.getByRole('button', { name: 'Request a new niche' }).click();
  const form = dialog(page, 'Request a new niche');
  const send = form.getByRole('button', { name: 'Send request' });
  await send.click();
  await expect(form.getByText('Please name the niche.')).toBeVisible();
  await isClean(page, 'request a niche with a fault');
  await form.getByLabel('Name of the niche').fill('gaming');
  await send.click();
  await expect(form.getByRole('alert')).toContainText(
    'Gaming is already in the list. You can choose it above.',
  );
  await form.getByLabel('Name of the niche').fill('Urban Foraging');
  await answerWith(page, '/api/niches/request', 502);
  await send.click();
  await expect(form.getByRole('alert')).toContainText('Failed to submit niche request. Please try again.');
  await page.unroute('**/api/niches/request');
  await send.click();
  await expect(toast(page, "Thank you! We'll review “Urban Foraging” and add it if it fits.")).toBeVisible();
  await expect(form).toHaveCount(0);
});

test('SET-07 SET-14 SET-16 consent to marketing email is given and withdrawn; a failure puts it back', async ({
  page,
}) => {
  const consent = page.getByRole('switch', { name: 'Tips and product news by email' });
  await expect(consent).not.toBeChecked();
  await consent.press('Space');
  await expect(toast(page, "You'll get tips and product news.")).toBeVisible();
  await page.reload();
  await expect(consent).toBeChecked();
  await answerWith(page, '/api/user/preferences?*', 500, {}, 'PATCH');
  await consent.press('Space');
  await expect(toast(page, 'Failed to update email notifications preference')).toBeVisible();
  await expect(consent).toBeChecked();
  await page.unroute('**/api/user/preferences?*');
  await consent.press('Space');
  await expect(toast(page, "You won't get tips or product news any more.")).toBeVisible();
  await expect(consent).not.toBeChecked();
});

test('one’s own data is downloaded as a file', async ({ page }) => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('drumbeat-data.json');
  const data = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(data).toMatchObject({ user: { email: person.email }, accounts: [{ username: person.username }] });
});

test('the account is deleted after the password; nothing of it opens any more', async ({ page, sandbox }) => {
  await page.getByRole('button', { name: 'Delete account' }).click();
  const ask = dialog(page, 'Delete your account?');
  await expect(ask.getByText("Scheduled posts won't be published")).toBeVisible();
  await isClean(page, 'delete account');
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
