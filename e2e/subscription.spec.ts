import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { call, enterAs, makePerson, type Person } from './support/people.ts';
import { test } from './support/product.ts';
import { expectToldOnce, toast } from './support/screens.ts';

/** A day as money is dated: '28 Nov', with the year if it is another one. */
const DAY = String.raw`\d{1,2} [A-Z][a-z]{2,3}( \d{4})?`;
const card = (page: Page) => page.getByRole('region', { name: 'Subscription' });
const invoices = (page: Page) => page.getByRole('table', { name: 'Billing history' }).getByRole('row');

async function openSettings(page: Page): Promise<void> {
  await page.goto('/settings');
  await expect(card(page).getByRole('heading', { name: 'Billing history' })).toBeVisible();
}

async function openCancellation(page: Page) {
  await card(page).getByRole('button', { name: 'Cancel subscription' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel your subscription?' });
  await expect(dialog).toBeVisible();
  return { dialog, confirm: () => dialog.getByRole('button', { name: 'Cancel subscription' }).click() };
}

/** Moves the provider's clock, and waits until we know what came of it. */
async function advance(person: Person, sandbox: { advanceStripe: Advance }, days: number): Promise<void> {
  await sandbox.advanceStripe(person.email, days);
  await call(person, 'POST', '/api/subscription/sync');
}
type Advance = (customer: string, days: number) => Promise<void>;

test('BILL-02 BILL-03 BILL-06 BILL-07 BILL-08 BILL-15 BILL-16 BILL-20 BILL-21 BILL-23 BILL-24 BILL-25 BILL-26 BILL-27 BILL-29 BILL-41 BILL-42 BILL-43 a life: trial, paid, upgraded, canceled, resumed, ended, reactivated', async ({
  page,
  baseURL,
  sandbox,
}) => {
  test.slow();
  const person = await makePerson(baseURL, sandbox, 'scheduled');
  await enterAs(page, person);

  await test.step('the trial says what it turns into, and when', async () => {
    await page.goto('/dashboard');
    await expect(
      page.getByText(new RegExp(`^Pro trial · 7 days left · \\$15\\.00 a month from ${DAY}$`)),
    ).toBeVisible();
    await openSettings(page);
    await expect(
      card(page).getByText(new RegExp(`^Your trial ends on ${DAY}; then \\$15\\.00 a month$`)),
    ).toBeVisible();
    await expect(card(page).getByText(/^Visa ending in 4242, expires \d\d\/\d{4}$/)).toBeVisible();
    await sandbox.mailTo(person.email, /^Your Pro trial has started$/);
  });

  await test.step('it is paid: an invoice, its PDF, and the day of the next one', async () => {
    await advance(person, sandbox, 8);
    await openSettings(page);
    await expect(card(page).getByText(new RegExp(`^Renews on ${DAY} for \\$15\\.00$`))).toBeVisible();
    const paid = invoices(page).filter({ hasText: '$15.00' });
    await expect(paid).toHaveCount(1);
    await expect(paid).toContainText('Paid');
    const downloading = page.waitForEvent('download');
    await paid.getByRole('button', { name: /^Download PDF/ }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^drumbeat-\d{4}-\d\d-\d\d\.pdf$/);
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await page.goto('/dashboard');
    await expect(page.getByText(/^Next post in /)).toBeVisible();
    await expect(page.getByText(/trial ·/)).toHaveCount(0);
  });

  await test.step('an upgrade is confirmed in the portal', async () => {
    await page.goto('/settings');
    await card(page).getByRole('link', { name: 'Change Plan' }).click();
    await page.getByRole('button', { name: /^Change Plan: Pro\+/ }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(toast(page, 'Billing settings updated successfully!')).toBeVisible();
    await openSettings(page);
    await expect(card(page).getByText('$25.00 a month')).toBeVisible();
    await sandbox.mailTo(person.email, /^You are now on Pro\+$/);
  });

  await test.step('a cancellation asks why, says what ends, and is confirmed', async () => {
    const { dialog, confirm } = await openCancellation(page);
    await expect(
      dialog.getByText(new RegExp(`^Your Pro\\+ plan ends on ${DAY} and does not renew\\.$`)),
    ).toBeVisible();
    await expect(dialog.getByText(/^14 scheduled posts still go out before then\.$/)).toBeVisible();
    await expect(dialog.getByRole('radio')).toHaveCount(8);
    await confirm();
    await expect(dialog.getByText('Please select a reason for cancellation')).toBeVisible();
    await dialog.getByRole('radio', { name: 'Taking a break' }).check();
    await dialog.getByRole('textbox').fill('Back in spring.');
    await confirm();
    await expect(dialog).toHaveCount(0);
    await expect(
      card(page).getByText(new RegExp(`^Ends on ${DAY}; posts before then still go out$`)),
    ).toBeVisible();
    await sandbox.mailTo(person.email, /^Your Pro\+ plan ends on /);
  });

  await test.step('it resumes from the dashboard, at once', async () => {
    await page.goto('/dashboard');
    await expect(
      page.getByText(/^Your plan ends .+\. Posts scheduled before then will still go out\.$/),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Resume plan' }).click();
    await expect(page.getByText(/^Your plan ends /)).toHaveCount(0);
    await sandbox.mailTo(person.email, /^Your Pro\+ plan continues$/);
    await openSettings(page);
    await expect(card(page).getByText(new RegExp(`^Renews on ${DAY} for \\$25\\.00$`))).toBeVisible();
  });

  await test.step('canceled once more, it ends with its period', async () => {
    await call(person, 'POST', '/api/subscription/cancel', { reason: 'temporary_pause' });
    await advance(person, sandbox, 40);
    await page.goto('/dashboard');
    await expect(page.getByText(/^Your plan ended .+ · posts are on hold$/)).toBeVisible();
    await expect(page.getByText('Your subscription is canceled, so no posts will go out.')).toBeVisible();
    await sandbox.mailTo(person.email, /^Your Pro\+ plan has ended$/);
    await openSettings(page);
    await expect(card(page).getByText(new RegExp(`^Ended on ${DAY}; posts are on hold$`))).toBeVisible();
  });

  await test.step('it is reactivated by a checkout of the same plan', async () => {
    await card(page).getByRole('button', { name: 'Reactivate' }).click();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expectToldOnce(page, 'Subscription activated successfully! Welcome to Drumbeat!');
    await expect(page.getByText(/^Your plan ended /)).toHaveCount(0);
    await openSettings(page);
    await expect(card(page).getByText('$25.00 a month')).toBeVisible();
    await expect(card(page).getByText(new RegExp(`^Renews on ${DAY} for \\$25\\.00$`))).toBeVisible();
  });
});

test('BILL-05 BILL-36 BILL-37 BILL-38 a payment fails, posts still go out, and a new card mends it', async ({
  page,
  baseURL,
  sandbox,
}) => {
  test.slow();
  const person = await makePerson(baseURL, sandbox, 'scheduled');
  await enterAs(page, person);

  await test.step('the failure names the day on which posts stop, on each screen and by email', async () => {
    await sandbox.setCard(person.email, 'fails');
    await advance(person, sandbox, 8);
    await page.goto('/dashboard');
    await expect(page.getByText(/^Payment failed · posts go out until /)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Your last payment failed' })).toBeVisible();
    await openSettings(page);
    await expect(
      card(page).getByText(new RegExp(`^Payment failed; posts go out until ${DAY}$`)),
    ).toBeVisible();
    await expect(invoices(page).filter({ hasText: 'Due' })).toHaveCount(1);
    await sandbox.mailTo(person.email, /^Your payment for Pro failed$/);
  });

  await test.step('a new card is charged at once, and all is well', async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Update payment method' }).click();
    await page.getByRole('button', { name: 'Save card' }).click();
    await expect(toast(page, 'Billing settings updated successfully!')).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByText(/^Next post in /)).toBeVisible();
    await expect(page.getByText(/payment failed/i)).toHaveCount(0);
    await openSettings(page);
    await expect(card(page).getByText(new RegExp(`^Renews on ${DAY} for \\$15\\.00$`))).toBeVisible();
    await expect(invoices(page).filter({ hasText: 'Due' })).toHaveCount(0);
    await sandbox.mailTo(person.email, /^Your payment went through$/);
  });
});
