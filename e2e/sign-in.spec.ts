import { expect, type Page } from '@playwright/test';
import { answerWith, listenTo, planMaintenance } from './support/answers.ts';
import { enterAs, makePerson, PASSWORD, type Person, signInAnew } from './support/people.ts';
import { test } from './support/product.ts';
import { auth, rowsOf, toast } from './support/screens.ts';

let person: Person;
test.beforeAll(async ({ baseURL, sandbox }) => {
  person = await makePerson(baseURL, sandbox, 'scheduled');
});

async function signIn(page: Page, email = person.email, password = PASSWORD): Promise<void> {
  await auth.email(page).fill(email);
  await auth.password(page).fill(password);
  await auth.button(page, 'Sign In').click();
}

test('AUTH-30 AUTH-31 AUTH-32 what is missing or malformed is said beside its field, on leaving it and on submitting', async ({
  page,
}) => {
  await page.goto('/auth');
  await auth.email(page).focus();
  await auth.email(page).blur();
  await expect(page.getByText('Email is required')).toBeVisible();
  for (const malformed of [
    'no one@example.com',
    'a@b@example.com',
    'someone@example',
    'someone.example.com',
  ]) {
    await auth.email(page).fill(malformed);
    await auth.email(page).blur();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  }
  await auth.email(page).fill('someone@example.com');
  await auth.email(page).blur();
  await expect(page.getByText('Please enter a valid email address')).toHaveCount(0);
  await auth.email(page).fill('');
  await auth.button(page, 'Sign In').click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(auth.email(page)).toBeFocused();
});

test('AUTH-70 wrong credentials are refused in the same words, whether or not the address is known', async ({
  page,
}) => {
  await page.goto('/auth');
  for (const email of [person.email, 'nobody@example.com']) {
    await signIn(page, email, 'wrong');
    await expect(page.getByRole('alert')).toContainText('Invalid email or password. Please try again.');
    await page.reload();
  }
});

test('AUTH-68 AUTH-69 what else goes wrong is said in the words of the answer, or in ours', async ({
  page,
}) => {
  await page.goto('/auth');
  const path = '/api/auth/signin';
  const alert = page.getByRole('alert');
  await answerWith(page, path, 429, { message: 'Too many attempts. Wait 15 minutes.', code: 'RATE_LIMIT' });
  await signIn(page);
  await expect(alert).toContainText('Too many attempts. Wait 15 minutes.');
  await page.unroute(`**${path}`);
  await answerWith(page, path, 500);
  await auth.button(page, 'Sign In').click();
  await expect(alert).toContainText('An unexpected error occurred. Please try again.');
  await page.unroute(`**${path}`);
  await page.route(`**${path}`, (route) => route.abort('connectionreset'));
  await auth.button(page, 'Sign In').click();
  await expect(alert).toContainText('Network error. Please check your connection and try again.');
  await expect(auth.email(page)).toHaveValue(person.email);
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

test('AUTH-07 AUTH-44 the redirect parameter leads on to the requested page after sign-in', async ({
  page,
}) => {
  await page.goto('/dashboard?status=failed');
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fdashboard%3Fstatus%3Dfailed$/);
  await signIn(page);
  await expect(page).toHaveURL(/\/dashboard\?status=failed$/);
});

test('AUTH-07 AUTH-08 AUTH-09 AUTH-11 a redirect never leaves the site; a token in the address stops it', async ({
  page,
  baseURL,
}) => {
  await signInAnew(person);
  await enterAs(page, person);
  await page.goto('/auth?redirect=%2Fproducts');
  await expect(page).toHaveURL(`${baseURL}/products`);
  const outside = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/a://b',
    '/\t/evil.example',
    'products',
  ];
  for (const target of outside) {
    await page.goto(`/auth?redirect=${encodeURIComponent(target)}`);
    await expect(page, target).toHaveURL(`${baseURL}/dashboard`);
  }
  await page.goto('/auth');
  await expect(page).toHaveURL(`${baseURL}/dashboard`);
  await page.goto('/auth?token=abc');
  await expect(page.getByRole('heading', { name: 'Sign in to Drumbeat' })).toBeVisible();
  // The token is taken out of the address bar.
  await expect(page).toHaveURL(`${baseURL}/auth`);
});

test('AUTH-43 MNT-09 during maintenance one may sign in, and is then told of it', async ({ page }) => {
  await planMaintenance(page, true, null);
  await page.goto('/auth');
  await signIn(page);
  await expect(page).toHaveURL(/\/maintenance$/);
  await expect(page.getByRole('heading', { name: 'Down for Maintenance' })).toBeVisible();
});
