import { expect, type Page } from '@playwright/test';
import { answerWith } from './support/answers.ts';
import { PASSWORD } from './support/people.ts';
import { freshEmail, test } from './support/product.ts';
import { auth, openSignUp, toast } from './support/screens.ts';

const chips = (page: Page) => page.getByRole('radiogroup').getByRole('radio');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search niches' });

test('AUTH-04 AUTH-05 AUTH-06 switching the mode clears errors, agreement and the shown password', async ({
  page,
}) => {
  await openSignUp(page);
  await auth.email(page).fill('bad');
  await auth.email(page).blur();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await auth.agree(page).check();
  await page.getByRole('button', { name: 'Show password' }).click();
  await auth.button(page, 'Sign In').click();
  await expect(page.getByRole('heading', { name: 'Sign in to Drumbeat' })).toBeVisible();
  await expect(page.getByText('Please enter a valid email address')).toHaveCount(0);
  await expect(auth.password(page)).toHaveAttribute('type', 'password');
  await expect(auth.email(page)).toHaveValue('bad');
  await auth.button(page, 'Sign Up').click();
  await expect(page.getByText('Please enter a valid email address')).toHaveCount(0);
  await expect(auth.agree(page)).not.toBeChecked();
  await expect(auth.password(page)).toHaveAttribute('type', 'password');
});

test('AUTH-13 AUTH-14 AUTH-17 AUTH-18 AUTH-34 AUTH-35 AUTH-36 AUTH-37 the button waits for address, agreement and a strong password', async ({
  page,
}) => {
  await openSignUp(page);
  const button = auth.button(page, 'Sign Up');
  await expect(auth.password(page)).toHaveAccessibleDescription(/at least 8 characters/);
  await expect(button).toBeDisabled();
  await auth.email(page).fill(freshEmail('rules'));
  await auth.password(page).fill(PASSWORD);
  await expect(button).toBeDisabled();
  await auth.agree(page).check();
  await expect(page.getByRole('checkbox', { name: /optional/ })).not.toBeChecked();
  await expect(button).toBeEnabled();
  const weak = [
    'Abcde-7',
    'correct-horse-7',
    'CORRECT-HORSE-7',
    'Correct-horse-x',
    'CorrectHorse7',
    `Aa7-${'x'.repeat(125)}`,
  ];
  for (const password of weak) {
    await auth.password(page).fill(password);
    await expect(button, password).toBeDisabled();
  }
  await auth.password(page).fill(`Aa7-${'x'.repeat(124)}`);
  await expect(button).toBeEnabled();
  await auth.email(page).fill('');
  await expect(button).toBeDisabled();

  await auth.password(page).fill(PASSWORD);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(auth.password(page)).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(auth.password(page)).toHaveAttribute('type', 'password');
});

test('AUTH-33 AUTH-38 Enter does not submit; what submits without the agreement is told that it is needed', async ({
  page,
}) => {
  let calls = 0;
  await page.route('**/api/auth/signup', (route) => {
    calls += 1;
    return route.abort();
  });
  await openSignUp(page);
  await auth.email(page).fill(freshEmail('enter'));
  await auth.password(page).fill(PASSWORD);
  await auth.agree(page).check();
  for (const field of [auth.email(page), auth.password(page), search(page), auth.agree(page)]) {
    await field.press('Enter');
  }
  await expect(auth.button(page, 'Sign Up')).toBeEnabled();
  await auth.agree(page).uncheck();
  // Submits as a password manager does, without the disabled button.
  await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
  await expect(page.getByText('You must agree to the Terms of Service to create an account.')).toBeVisible();
  expect(calls).toBe(0);
});

test('AUTH-15 AUTH-16 AUTH-19 NICHE-07 NICHE-08 NICHE-09 a niche is picked from chips or by a search', async ({
  page,
}) => {
  await openSignUp(page);
  await expect(page.getByText('Niche: Gaming')).toBeVisible();
  await expect(chips(page)).toHaveCount(8);
  await expect(page.getByRole('radio', { name: 'Gaming', exact: true })).toBeChecked();
  await search(page).fill('p');
  await expect(page.getByRole('radiogroup', { name: 'Suggested niches' })).toBeVisible();
  await expect(chips(page)).toHaveCount(8);

  const asked = page.waitForRequest('**/api/niches/search?*');
  await search(page).fill('photog');
  expect(new URL((await asked).url()).searchParams.get('limit')).toBe('20');
  await expect(page.getByRole('radiogroup', { name: 'Matching niches' })).toBeVisible();
  await page.getByText('Photography', { exact: true }).click();
  await expect(page.getByText('Niche: Photography')).toBeVisible();
  await search(page).fill('zzzzqq');
  await expect(
    page.getByText('No matches. You can request a new niche after signing up from Settings → Niche.'),
  ).toBeVisible();
  await expect(page.getByText('Niche: Photography')).toBeVisible();
});

test.describe('creating an account', () => {
  const email = freshEmail('sign-up');

  async function fillIn(page: Page, address: string): Promise<void> {
    await openSignUp(page);
    await auth.email(page).fill(address);
    await auth.password(page).fill(PASSWORD);
    await auth.agree(page).check();
  }

  test('AUTH-18 AUTH-25 AUTH-29 AUTH-49 who signs up goes on to the plans; the address counts in lower case', async ({
    page,
  }) => {
    await fillIn(page, email.toUpperCase());
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
  });

  test('AUTH-69 AUTH-71 an address that has an account is refused in words, as is a lost connection', async ({
    page,
  }) => {
    await fillIn(page, email);
    await auth.button(page, 'Sign Up').click();
    await expect(page.getByText('An account with this email already exists.')).toBeVisible();
    await expect(auth.email(page)).toBeFocused();
    await page.route('**/api/auth/signup', (route) => route.abort('internetdisconnected'));
    await auth.button(page, 'Sign Up').click();
    await expect(page.getByText('Network error. Please check your connection and try again.')).toBeVisible();
  });

  test('AUTH-50 AUTH-51 AUTH-52 AUTH-53 PROD-46 with the plans page off, the refused checkout ends at the overlay in words', async ({
    page,
  }) => {
    await answerWith(page, '/api/public/flags', 200, {
      flags: {
        plans_enabled: false,
        cardano_enabled: false,
        cardano_pricing: { currency: 'USDC', priceUsd: 5 },
      },
    });
    await fillIn(page, freshEmail('no-plans'));
    const [refused] = await Promise.all([
      page.waitForResponse('**/api/create-checkout-session'),
      auth.button(page, 'Sign Up').click(),
    ]);
    expect(await refused.json()).toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
    await expect(
      toast(page, 'Account created! Please complete your subscription in Settings.'),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/products$/);
    await expect(page.getByRole('dialog', { name: 'Verify your email' })).toBeVisible();
    await expect(page.getByText('$7.00', { exact: true })).toBeAttached();
  });
});
