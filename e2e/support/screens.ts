import { expect, type Locator, type Page } from '@playwright/test';

/** Locators used by several journeys, by the names that people see. The rows of posts, with their heading. */
export const rowsOf = (page: Page): Locator =>
  page
    .getByRole('table', { name: 'Scheduled posts' })
    .getByRole('row')
    .filter({ hasNot: page.getByRole('rowheader') });

export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('list', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: text });

/** Asserts that a toast is shown and was sent only once: equal toasts are merged and counted. */
export async function expectToldOnce(page: Page, text: string | RegExp): Promise<void> {
  await expect(toast(page, text)).toHaveCount(1);
  await expect(toast(page, text)).toHaveAttribute('data-times', '1');
}

/** The dialog that sums up a chosen price and asks how to pay. */
export const paymentChooser = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Choose how to pay' });

/** Chooses a paid price on the plans page and continues to Stripe. */
export async function chooseAndPay(page: Page, price: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: price }).click();
  await paymentChooser(page).getByRole('button', { name: 'Pay with Stripe' }).click();
}

/** The parts of the sign-in and sign-up forms. */
export const auth = {
  email: (page: Page): Locator => page.getByLabel('Email', { exact: true }),
  password: (page: Page): Locator => page.getByLabel('Password', { exact: true }),
  agree: (page: Page): Locator => page.getByRole('checkbox', { name: /Terms of Service/ }),
  /** In each form one of the two buttons submits and the other switches to the other form. */
  button: (page: Page, name: 'Sign In' | 'Sign Up'): Locator =>
    page.locator('form').getByRole('button', { name, exact: true }),
};

export async function openSignUp(page: Page): Promise<void> {
  await page.goto('/auth');
  await auth.button(page, 'Sign Up').click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
}

/** The UTC time some seconds from now, in the format of a date-time input. */
export function utcIn(seconds: number): string {
  return new Date(Date.now() + seconds * 1_000).toISOString().slice(0, 19);
}
