import { expect } from '@playwright/test';
import { isClean } from './support/accessible.ts';
import { enableCardano, planMaintenance } from './support/answers.ts';
import { bringTo, enterAs, makePerson, type Person } from './support/people.ts';
import { test } from './support/product.ts';
import { auth, openSignUp, paymentChooser, rowsOf } from './support/screens.ts';

test('axe finds nothing on what a visitor sees', async ({ page }) => {
  test.slow();
  for (const path of ['/', '/terms', '/verify-email', '/nowhere']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await isClean(page, path);
  }
  await openSignUp(page);
  await expect(page.getByRole('radio')).toHaveCount(8);
  await auth.email(page).fill('bad');
  await auth.email(page).blur();
  await isClean(page, 'sign-up with a fault');
  await page.goto('/products');
  await expect(page.getByRole('button', { name: /^Choose: / })).toHaveCount(4);
  await isClean(page, 'plans for a visitor');
  await planMaintenance(page, true, { message: null, startsInMinutes: -1, endsInMinutes: 30 });
  await page.goto('/maintenance');
  await expect(page.getByRole('heading', { name: 'Down for Maintenance' })).toBeVisible();
  await isClean(page, 'maintenance');
});

test.describe('in the app', () => {
  test.describe.configure({ mode: 'serial' });
  let person: Person;
  test.beforeAll(async ({ baseURL, sandbox }) => {
    person = await makePerson(baseURL, sandbox, 'signed up');
  });
  test.beforeEach(({ page }) => enterAs(page, person));

  test('axe finds nothing on the way to a connected account', async ({ page, sandbox }) => {
    await page.goto('/products');
    await expect(page.getByRole('dialog', { name: 'Verify your email' })).toBeVisible();
    await isClean(page, 'verify overlay');
    await bringTo(person, sandbox, 'verified');
    await page.goto('/products');
    await page.getByRole('button', { name: /^Choose: Pro,/ }).click();
    await expect(paymentChooser(page)).toBeVisible();
    await isClean(page, 'payment chooser');
    await enableCardano(page);
    await page.goto('/billing/crypto');
    await expect(page.getByRole('heading', { name: 'Cardano billing' })).toBeVisible();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    await isClean(page, 'Cardano billing');
    await page.unrouteAll();
    await bringTo(person, sandbox, 'in trial');
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Connect X' }).click();
    await expect(page.getByRole('dialog', { name: 'Connect Twitter/X Account' })).toBeVisible();
    await isClean(page, 'connect modal');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await isClean(page, 'dashboard without an account');
    await bringTo(person, sandbox, 'connected');
  });

  test('axe finds nothing on the generation and the posts', async ({ page }) => {
    test.slow();
    await page.goto('/dashboard');
    await page.getByRole('switch', { name: 'Skip weekends' }).click({ force: true });
    await page.getByRole('button', { name: 'Generate posts' }).click();
    const preview = page.getByRole('dialog', { name: 'Preview Your 7-Day Content Calendar' });
    await expect(preview).toBeVisible({ timeout: 30_000 });
    await preview
      .getByRole('button', { name: /^Edit the post at/ })
      .first()
      .click();
    await isClean(page, 'preview');
    await preview.getByRole('button', { name: 'Schedule Now' }).click();
    await expect(preview).toHaveCount(0);

    const press = (name: RegExp) => rowsOf(page).nth(1).getByRole('button', { name }).click();
    await page.goto('/dashboard');
    await expect(rowsOf(page)).toHaveCount(11);
    await isClean(page, 'dashboard');
    await press(/^Edit post of/);
    await page.getByRole('textbox', { name: 'Post content' }).fill('x'.repeat(281));
    await isClean(page, 'editor');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await press(/^More post of/);
    await page.getByRole('menuitem', { name: 'Select' }).click();
    await expect(page.getByRole('region', { name: 'Selected posts' })).toBeVisible();
    // The bar of the selection lies over the rows that scroll below it.
    await isClean(page, 'selection', 'whole');
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByRole('button', { name: 'New post' }).click();
    await expect(page.getByRole('dialog', { name: 'New post' })).toBeVisible();
    await isClean(page, 'new post');
  });

  test('axe finds nothing on the settings and a dialog with a form', async ({ page }) => {
    test.slow();
    for (const [path, heading] of [
      ['/settings/facts', 'Facts'],
      ['/voice', 'Voice'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
      await isClean(page, path);
    }
    await page.goto('/settings');
    const card = page.getByRole('region', { name: 'Subscription' });
    await expect(card.getByRole('table').or(card.getByText('No invoices yet.'))).toBeVisible();
    await isClean(page, 'settings with a subscription');
    await card.getByRole('button', { name: 'Cancel subscription' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel your subscription?' });
    await dialog.getByRole('radio', { name: 'Other' }).check();
    await isClean(page, 'cancellation');
  });
});
