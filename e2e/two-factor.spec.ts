import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { isClean } from './support/accessible.ts';
import { answerWith } from './support/answers.ts';
import { enterAs, makePerson, PASSWORD, type Person } from './support/people.ts';
import { test } from './support/product.ts';
import { auth, toast } from './support/screens.ts';

test.describe.configure({ mode: 'serial' });

let person: Person;
let key = '';
let backupCodes: string[] = [];

test.beforeAll(async ({ baseURL, sandbox }) => {
  person = await makePerson(baseURL, sandbox, 'in trial');
});

const toggle = (page: Page) => page.getByRole('switch', { name: 'Two-factor authentication' });
const dialog = (page: Page) => page.getByRole('dialog');
const code = (page: Page) => dialog(page).getByLabel('6-digit code');

/** What the authenticator app shows now, or so many steps of 30 seconds later. */
function codeNow(steps = 0): string {
  const timestamp = Date.now() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({ timestamp });
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/auth');
  await auth.email(page).fill(person.email);
  await auth.password(page).fill(PASSWORD);
  await auth.button(page, 'Sign In').click();
  await expect(page.getByRole('dialog', { name: 'Two-factor authentication' })).toBeVisible();
}

async function openSetup(page: Page): Promise<void> {
  await enterAs(page, person);
  await page.goto('/settings');
  await expect(page.getByRole('region', { name: 'Security' })).toBeVisible();
  await expect(toggle(page)).not.toBeChecked();
  await toggle(page).press('Space');
}

test('2FA-24 2FA-25 a setup that cannot be fetched or drawn says so, and can be tried again', async ({
  page,
}) => {
  await answerWith(page, '/api/2fa/setup', 500);
  await answerWith(page, '/api/2fa/qr-code', 500);
  await openSetup(page);
  await expect(dialog(page).getByText('Failed to set up 2FA. Please try again.')).toBeVisible();
  await page.unroute('**/api/2fa/setup');
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(dialog(page).getByText('Failed to generate QR code. Please try again.')).toBeVisible();
  await page.unroute('**/api/2fa/qr-code');
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(dialog(page).getByRole('img', { name: /QR code/ })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(toggle(page)).toBeFocused();
  await expect(toggle(page)).not.toBeChecked();
});

test('2FA-06 2FA-08 2FA-09 2FA-10 2FA-11 two-factor is turned on in settings with QR, backup codes and the first code', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSetup(page);
  const picture = dialog(page).getByRole('img', { name: 'QR code for your authenticator app' });
  await expect(picture).toHaveAttribute('src', /^data:image\/png;base64,/);
  key = (await dialog(page).locator('code').first().textContent()) ?? '';
  await dialog(page).getByRole('button', { name: 'Copy codes' }).click();
  await expect(toast(page, 'Backup codes copied to clipboard!')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  backupCodes = await dialog(page)
    .getByRole('list', { name: 'Backup codes' })
    .getByRole('listitem')
    .allTextContents();
  expect(copied.split('\n')).toEqual(backupCodes);
  expect(backupCodes).toHaveLength(10);
  await isClean(page, 'two-factor setup');

  await code(page).fill('12ab3');
  await expect(code(page)).toHaveValue('123');
  await dialog(page).getByRole('button', { name: 'Enable' }).click();
  await expect(dialog(page).getByText('Please enter a 6-digit code.')).toBeVisible();
  await code(page).fill(codeNow());
  await code(page).press('Enter');
  await expect(toast(page, 'Two-factor authentication is on.')).toBeVisible();
  await expect(toggle(page)).toBeChecked();
  await isClean(page, 'settings with two-factor on');
});

test('AUTH-39 2FA-02 2FA-03 2FA-04 2FA-07 2FA-22 sign-in asks for the code: incomplete, wrong, then right', async ({
  page,
  sandbox,
}) => {
  expect((await sandbox.mailTo(person.email, 'Two-factor authentication is on')).text).toContain(
    person.email,
  );
  await signIn(page);
  await expect(code(page)).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Verify' }).click();
  await expect(dialog(page).getByText('Please enter a 6-digit code.')).toBeVisible();
  await isClean(page, 'two-factor sign-in with a fault');
  await code(page).fill('000000');
  await dialog(page).getByRole('button', { name: 'Verify' }).click();
  await expect(dialog(page).getByText('Invalid verification code. Please try again.')).toBeVisible();
  // The code that enabled it is spent; the next one is taken up to a step early.
  await code(page).fill(`${codeNow(1).replace(/(...)/, '$1 ')}99`);
  await expect(code(page)).toHaveValue(/^\d{6}$/);
  await code(page).press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(toast(page, `Welcome back, ${person.email}!`)).toBeVisible();
});

test('2FA-19 2FA-21 a backup code signs in once and not twice; too many attempts say so', async ({
  page,
}) => {
  await signIn(page);
  await page.getByRole('button', { name: 'Use a backup code' }).click();
  const backup = dialog(page).getByLabel('Backup code', { exact: true });
  await expect(backup).toBeFocused();
  await backup.fill((backupCodes[0] ?? '').replace('-', '').toUpperCase());
  await expect(backup).toHaveValue(backupCodes[0] ?? '');
  await backup.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);

  await signIn(page);
  await page.getByRole('button', { name: 'Use a backup code' }).click();
  await backup.fill(backupCodes[0] ?? '');
  await backup.press('Enter');
  await expect(dialog(page).getByText('Invalid verification code. Please try again.')).toBeVisible();
  await answerWith(page, '/api/auth/signin', 429, { code: 'RATE_LIMIT_EXCEEDED' });
  await backup.press('Enter');
  await expect(dialog(page).getByText('Too many attempts. Please try again later.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(auth.password(page)).toBeFocused();
});

test('2FA-16 two-factor is turned off with the password and a code', async ({ page, sandbox }) => {
  await signIn(page);
  await page.getByRole('button', { name: 'Use a backup code' }).click();
  await dialog(page)
    .getByLabel('Backup code', { exact: true })
    .fill(backupCodes[1] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(toggle(page)).toBeChecked();
  await toggle(page).press('Space');
  await expect(dialog(page).getByLabel('Password', { exact: true })).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Turn off' }).click();
  await expect(dialog(page).getByText('Password is required')).toBeVisible();
  await expect(dialog(page).getByText('Please enter a 6-digit code.')).toBeVisible();
  await isClean(page, 'two-factor off with faults');
  await dialog(page).getByRole('button', { name: 'Use a backup code' }).click();
  await dialog(page)
    .getByLabel('Backup code', { exact: true })
    .fill(backupCodes[2] ?? '');
  await dialog(page).getByLabel('Password', { exact: true }).fill('Wrong-horse-7');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText("That password isn't correct. Please try again.")).toBeVisible();
  await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Two-factor authentication is off.')).toBeVisible();
  await expect(toggle(page)).not.toBeChecked();
  expect((await sandbox.mailTo(person.email, 'is off')).subject).toBe('Two-factor authentication is off');
});
