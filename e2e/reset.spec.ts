import { expect, type Page } from '@playwright/test';
import { isClean } from './support/accessible.ts';
import { answerWith, planMaintenance } from './support/answers.ts';
import { ask, enterAs, makePerson, PASSWORD, type Person } from './support/people.ts';
import { test } from './support/product.ts';
import type { Sandbox } from './support/sandbox.ts';
import { auth, toast } from './support/screens.ts';

test.describe.configure({ mode: 'serial' });

const NEW = 'Fresh-horse-8';
let person: Person;
test.beforeAll(async ({ baseURL, sandbox }) => {
  person = await makePerson(baseURL, sandbox, 'in trial');
});

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const fresh = (page: Page) => page.getByLabel('New password', { exact: true });
const again = (page: Page) => page.getByLabel('Confirm new password', { exact: true });

/** The path and token of the link in the latest email. */
async function askForLink(sandbox: Sandbox): Promise<string> {
  const before = (await sandbox.mails(person.email)).length;
  expect((await ask(person, 'POST', '/api/auth/forgot-password', { email: person.email })).status).toBe(200);
  await expect.poll(async () => (await sandbox.mails(person.email)).length).toBeGreaterThan(before);
  const { links } = await sandbox.mailTo(person.email, 'Set a new password for Drumbeat');
  const { pathname, search } = new URL(links[0] ?? '');
  return pathname + search;
}

test('AUTH-20 AUTH-21 AUTH-61 AUTH-62 from sign-in a modal asks for the address, then says to look in the inbox', async ({
  page,
}) => {
  await page.goto('/auth');
  await auth.email(page).fill(person.email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  const modal = dialog(page, 'Reset your password');
  const field = modal.getByLabel('Email');
  const send = modal.getByRole('button', { name: 'Send link' });
  await expect(field).toHaveValue(person.email);
  await field.fill('');
  await send.click();
  await expect(modal.getByText('Please enter your email address.')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('no one@example.com');
  await field.press('Enter');
  await expect(modal.getByText('Please enter a valid email address.')).toBeVisible();
  await isClean(page, 'forgot password with a fault');
  await field.fill(person.email);
  await send.click();
  const sent = dialog(page, 'Check your inbox');
  await expect(sent.getByText(`If ${person.email} has an account`)).toBeVisible();
  await isClean(page, 'check your inbox');
  await page.keyboard.press('Escape');
  await expect(sent).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Forgot password?' })).toBeFocused();
});

test('AUTH-73 a request that fails says so; one too many says how long to wait', async ({ page }) => {
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  const modal = dialog(page, 'Reset your password');
  await modal.getByLabel('Email').fill('anyone@example.com');
  const path = '/api/auth/forgot-password';
  await answerWith(page, path, 500, { message: 'Something went wrong.', code: 'INTERNAL', requestId: 'r-1' });
  await modal.getByRole('button', { name: 'Send link' }).click();
  await expect(modal.getByText('Failed to send reset email. Please try again.')).toBeVisible();
  await expect(modal.getByText('r-1')).toBeVisible();
  await page.unroute(`**${path}`);
  await answerWith(page, path, 429, {
    message: 'Too many attempts. Please wait 12 minutes.',
    code: 'RATE_LIMIT_EXCEEDED',
  });
  await modal.getByRole('button', { name: 'Send link' }).click();
  await expect(modal.getByText('Too many attempts. Please wait 12 minutes.')).toBeVisible();
});

test('AUTH-01 a visitor finds signing in, signing up and resetting on one screen', async ({ page }) => {
  await page.goto('/auth');
  await expect(page.getByRole('heading', { name: 'Sign in to Drumbeat' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await expect(page).toHaveURL(/\/auth$/);
  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
});

test('AUTH-01 AUTH-02 AUTH-78 /reset-password is the same screen in its reset mode: without a link it asks for the address', async ({
  page,
}) => {
  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await expect(page).toHaveTitle('Reset your password · Drumbeat');
  await isClean(page, 'reset password');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  await page.getByRole('button', { name: 'Use another email' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com');
  await page.getByRole('button', { name: 'Back to sign in' }).click();
  await expect(page).toHaveURL('/auth');
  await expect(page.getByRole('heading', { name: 'Sign in to Drumbeat' })).toBeVisible();
});

test('AUTH-03 AUTH-22 AUTH-23 AUTH-24 AUTH-75 a link is checked; one that is not valid says so and leads to a new one', async ({
  page,
}) => {
  for (const path of ['/auth', '/reset-password']) {
    await page.goto(`${path}?token=not-a-real-token`);
    await expect(toast(page, 'Password reset link detected. Please set your new password.')).toBeVisible();
    await expect(dialog(page, 'Link Expired or Invalid')).toBeVisible();
  }
  await isClean(page, 'link invalid');
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page).toHaveURL('/reset-password');
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
});

test('AUTH-22 while the link is checked, and where it cannot be, the dialog says so', async ({ page }) => {
  let answer = () => undefined as undefined;
  const asked = new Promise<void>((resolve) => {
    answer = () => void resolve() as undefined;
  });
  await page.route('**/api/auth/verify-reset-token/*', async (route) => {
    await asked;
    await route.fulfill({ status: 404, json: { message: 'Gone', code: 'NOT_FOUND', requestId: 'r-2' } });
  });
  await page.goto('/auth?token=slow');
  await expect(dialog(page, 'Set a new password').getByText('Checking your link…')).toBeVisible();
  answer();
  await expect(page.getByText('Your link could not be checked.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('AUTH-24 AUTH-64 AUTH-65 AUTH-66 AUTH-67 AUTH-72 AUTH-74 a valid link sets a new password, and signs out everywhere', async ({
  page,
  sandbox,
}) => {
  const link = await askForLink(sandbox);
  await enterAs(page, person);
  await page.goto(link);
  const form = dialog(page, 'Set a new password');
  const save = form.getByRole('button', { name: 'Set new password' });
  await expect(form.getByText(`For ${person.email}.`)).toBeVisible();
  await save.click();
  await expect(form.getByRole('alert')).toHaveText('Please fill in all fields.');
  await fresh(page).fill('Abc-1');
  await again(page).fill('Abc-1');
  await save.click();
  await expect(form.getByRole('alert')).toHaveText('New password must be at least 6 characters long.');
  await fresh(page).fill(NEW);
  await save.click();
  await expect(form.getByRole('alert')).toHaveText('Passwords do not match.');
  await expect(again(page)).toBeFocused();
  await isClean(page, 'new password with a fault');

  await fresh(page).fill('abcdef');
  await again(page).fill('abcdef');
  await save.click();
  await expect(form.getByRole('alert')).toContainText(
    'New password must be 8 to 128 characters with uppercase, lowercase, number and special character.',
  );
  const path = '/api/auth/reset-password';
  await answerWith(page, path, 502);
  await fresh(page).fill(NEW);
  await again(page).fill(NEW);
  await save.click();
  await expect(form.getByRole('alert')).toContainText('Failed to reset password. Please try again.');
  await page.unroute(`**${path}`);

  await again(page).press('Enter');
  await expect(dialog(page, 'Password changed')).toBeVisible();
  await expect(
    toast(page, 'Password reset successfully! You can now sign in with your new password.'),
  ).toBeVisible();
  await isClean(page, 'password changed');
  await page.getByRole('button', { name: 'Sign In' }).last().click();
  await expect(page).toHaveURL('/auth');
  expect((await ask(person, 'GET', '/api/user')).status).toBe(401);

  await auth.email(page).fill(person.email);
  await auth.password(page).fill(PASSWORD);
  await auth.button(page, 'Sign In').click();
  await expect(page.getByRole('alert')).toContainText('Invalid email or password. Please try again.');
  await auth.password(page).fill(NEW);
  await auth.button(page, 'Sign In').click();
  await expect(page).toHaveURL('/dashboard');
});

test('AUTH-22 a link works once: used, it is no longer valid', async ({ page, sandbox }) => {
  const link = await askForLink(sandbox);
  const token = new URLSearchParams(link.split('?')[1]).get('token');
  await page.goto(link);
  await expect(dialog(page, 'Set a new password')).toBeVisible();
  await ask(person, 'POST', '/api/auth/reset-password', { token, newPassword: 'Other-horse-9' });
  await fresh(page).fill(NEW);
  await again(page).fill(NEW);
  await again(page).press('Enter');
  await expect(dialog(page, 'Link Expired or Invalid')).toBeVisible();
});

test('ROUTE-24 during maintenance /reset-password stays open as /auth does; tokens stay valid, that of /verify-email too', async ({
  page,
  baseURL,
  sandbox,
}) => {
  const link = await askForLink(sandbox);
  const fresh = await makePerson(baseURL, sandbox, 'signed up');
  const mail = await sandbox.mailTo(fresh.email, /verify/i);
  const verify = new URL(mail.links.find((each) => each.includes('token=')) ?? '');
  await planMaintenance(page, true, { message: null, startsInMinutes: -1, endsInMinutes: 30 });
  await page.goto(link);
  await expect(dialog(page, 'Set a new password')).toBeVisible();
  for (const path of [verify.pathname + verify.search, '/terms', '/privacy']) {
    await page.goto(path);
    await expect(page).toHaveURL('/maintenance');
  }
  await page.unroute('**/api/maintenance/status');
  await page.goto(link);
  await expect(dialog(page, 'Set a new password')).toBeVisible();
  await page.goto(verify.pathname + verify.search);
  await expect(page.getByRole('heading', { name: 'Email Verified' })).toBeVisible();
});

test('the keyboard alone forgets a password, sets a new one by the link, and signs in with it', async ({
  page,
  sandbox,
}) => {
  const press = (key: string) => page.keyboard.press(key);
  async function tabTo(name: string): Promise<void> {
    const wanted = page.getByRole('button', { name, exact: true }).and(page.locator(':focus'));
    for (let presses = 0; presses < 30 && (await wanted.count()) === 0; presses += 1) await press('Tab');
    await expect(wanted).toBeFocused();
  }
  const before = (await sandbox.mails(person.email)).length;
  await page.goto('/auth');
  await expect(auth.email(page)).toBeVisible();
  await tabTo('Forgot password?');
  await press('Enter');
  await expect(dialog(page, 'Reset your password').getByLabel('Email')).toBeFocused();
  await page.keyboard.type(person.email);
  await press('Enter');
  await expect(dialog(page, 'Check your inbox')).toBeVisible();
  await press('Escape');

  await expect.poll(async () => (await sandbox.mails(person.email)).length).toBeGreaterThan(before);
  const { links } = await sandbox.mailTo(person.email, 'Set a new password for Drumbeat');
  const { pathname, search } = new URL(links[0] ?? '');
  await page.goto(pathname + search);
  await expect(fresh(page)).toBeFocused();
  await expect(fresh(page)).toHaveAccessibleDescription(/at least 8 characters/);
  await page.keyboard.type('Keyed-horse-5');
  await tabTo('Show password');
  await press('Tab');
  await expect(again(page)).toBeFocused();
  await page.keyboard.type('Keyed-horse-5');
  await press('Enter');
  await expect(dialog(page, 'Password changed').getByRole('button', { name: 'Sign In' })).toBeFocused();
  await press('Enter');
  await expect(page).toHaveURL('/auth');

  await auth.email(page).focus();
  await page.keyboard.type(person.email);
  await press('Tab');
  await page.keyboard.type('Keyed-horse-5');
  await press('Enter');
  await expect(page).toHaveURL('/dashboard');
});
