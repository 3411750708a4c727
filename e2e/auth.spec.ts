import { expect, type Page } from '@playwright/test';
import { enterAs, makePerson, PASSWORD, type Person } from './support/people.ts';
import { freshEmail, test } from './support/product.ts';

const email = (page: Page) => page.getByLabel('Email', { exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const submit = (page: Page, name: 'Sign In' | 'Sign Up') => page.getByRole('button', { name, exact: true });
const toOther = (page: Page, name: 'Sign In' | 'Sign Up') => page.getByRole('button', { name }).last();

async function openSignUp(page: Page): Promise<void> {
  await page.goto('/auth');
  await toOther(page, 'Sign Up').click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
}

test.describe('signing in', () => {
  let person: Person;
  test('AUTH-30 AUTH-31 AUTH-32 AUTH-70 what is missing or wrong is said beside its field', async ({
    page,
  }) => {
    await page.goto('/auth');
    await submit(page, 'Sign In').click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await expect(page.getByText('Password is required')).toBeVisible();
    await expect(email(page)).toBeFocused();
    await email(page).fill('no one@example');
    await email(page).blur();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await email(page).fill('nobody@example.com');
    await password(page).fill('wrong');
    await submit(page, 'Sign In').click();
    await expect(page.getByText('Invalid email or password. Please try again.')).toBeVisible();
  });

  test('AUTH-26 AUTH-27 AUTH-29 AUTH-44 AUTH-45 AUTH-46 AUTH-47 SHELL-06 a person signs in, is greeted once, and signs out', async ({
    page,
    baseURL,
    sandbox,
  }) => {
    person = await makePerson(baseURL, sandbox, 'in trial');
    await page.goto('/auth');
    await page.evaluate(() => sessionStorage.setItem('dismissedBanners', '["trial"]'));
    await email(page).fill(person.email.toUpperCase());
    await password(page).fill(PASSWORD);
    await password(page).press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText(`Welcome back, ${person.email}!`)).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('authToken'))).toMatch(/^[\w-]{43}$/);
    expect(await page.evaluate(() => sessionStorage.getItem('dismissedBanners') ?? '[]')).not.toContain(
      'trial',
    );
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Connect your X account' })).toBeVisible();
    await expect(page.getByText('Welcome back')).toHaveCount(0);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(`${baseURL}/`);
    expect(await page.evaluate(() => sessionStorage.getItem('authToken'))).toBeNull();
  });

  test('AUTH-07 AUTH-08 the redirect leads on inside the site, and never out of it', async ({
    page,
    baseURL,
    sandbox,
  }) => {
    person ??= await makePerson(baseURL, sandbox, 'in trial');
    await enterAs(page, person);
    await page.goto('/auth?redirect=%2Fproducts');
    await expect(page).toHaveURL(/\/products$/);
    for (const target of ['//evil.example', '/\\evil.example', 'https://evil.example', '/a://b']) {
      await page.goto(`/auth?redirect=${encodeURIComponent(target)}`);
      await expect(page).toHaveURL(/\/dashboard$/);
    }
  });

  test('AUTH-69 a network failure says so', async ({ page }) => {
    await page.goto('/auth');
    await email(page).fill('somebody@example.com');
    await password(page).fill('whatever');
    await page.route('**/api/auth/signin', (route) => route.abort('connectionreset'));
    await submit(page, 'Sign In').click();
    await expect(page.getByText('Network error. Please check your connection and try again.')).toBeVisible();
  });
});

test.describe('signing up', () => {
  test('AUTH-01 AUTH-04 AUTH-05 AUTH-06 AUTH-13 AUTH-14 switching the mode clears errors, agreement and the shown password', async ({
    page,
  }) => {
    await openSignUp(page);
    await email(page).fill('bad');
    await email(page).blur();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await page.getByRole('checkbox', { name: /Terms of Service/ }).check();
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password(page)).toHaveAttribute('type', 'text');
    await toOther(page, 'Sign In').click();
    await toOther(page, 'Sign Up').click();
    await expect(page.getByText('Please enter a valid email address')).toHaveCount(0);
    await expect(page.getByRole('checkbox', { name: /Terms of Service/ })).not.toBeChecked();
    await expect(password(page)).toHaveAttribute('type', 'password');
  });

  test('AUTH-17 AUTH-18 AUTH-34 AUTH-38 the button waits for everything that is asked, and Enter does not press it', async ({
    page,
  }) => {
    await openSignUp(page);
    await expect(submit(page, 'Sign Up').first()).toBeDisabled();
    await email(page).fill(freshEmail('enter'));
    await password(page).fill('Correct-horse');
    await page.getByRole('checkbox', { name: /Terms of Service/ }).check();
    await expect(submit(page, 'Sign Up').first()).toBeDisabled();
    await password(page).fill(PASSWORD);
    await expect(submit(page, 'Sign Up').first()).toBeEnabled();
    await password(page).press('Enter');
    await email(page).press('Enter');
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /optional/ })).not.toBeChecked();
  });

  test('AUTH-15 AUTH-16 AUTH-19 NICHE-07 NICHE-09 a niche is picked from chips or by a search', async ({
    page,
  }) => {
    await openSignUp(page);
    await expect(page.getByText('Niche: Gaming')).toBeVisible();
    const chips = page.getByRole('radiogroup', { name: 'Suggested niches' }).getByRole('radio');
    await expect(chips).toHaveCount(8);
    const search = page.getByRole('searchbox', { name: 'Search niches' });
    await search.fill('p');
    await expect(chips).toHaveCount(8);
    await search.fill('photog');
    await page.getByRole('radio', { name: 'Photography' }).first().check({ force: true });
    await expect(page.getByText('Niche: Photography')).toBeVisible();
    await search.fill('zzzzqq');
    await expect(
      page.getByText('No matches. You can request a new niche after signing up from Settings → Niche.'),
    ).toBeVisible();
  });

  test('AUTH-71 an address that has an account is refused in words', async ({ page, baseURL, sandbox }) => {
    const person = await makePerson(baseURL, sandbox, 'signed up');
    await openSignUp(page);
    await email(page).fill(person.email);
    await password(page).fill(PASSWORD);
    await page.getByRole('checkbox', { name: /Terms of Service/ }).check();
    await submit(page, 'Sign Up').first().click();
    await expect(page.getByText('An account with this email already exists.')).toBeVisible();
  });
});
