import { expect } from '@playwright/test';
import { enterAs, makePerson, type Person } from './support/people.ts';
import { test } from './support/product.ts';

test('ROUTE-12 any other path is not found, and leads home', async ({ page, baseURL }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL(`${baseURL}/`);
});

test('ROUTE-03 ROUTE-07 ROUTE-25 the dashboard asks a visitor to sign in; plans and legal pages do not', async ({
  page,
}) => {
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/auth$/);
  for (const path of ['/products', '/terms', '/privacy']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
});

test.describe('the shell', () => {
  let person: Person | undefined;
  test.beforeEach(async ({ page, baseURL, sandbox }) => {
    person ??= await makePerson(baseURL, sandbox, 'connected');
    await enterAs(page, person);
  });

  test('SHELL-01 SHELL-02 SHELL-03 SHELL-07 SHELL-08 the sidebar leads through the app and shows who one is', async ({
    page,
  }) => {
    await page.goto('/dashboard');
    const sidebar = page.getByRole('navigation').first();
    await expect(sidebar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
    await sidebar.getByRole('link', { name: 'Products' }).click();
    await expect(page).toHaveURL(/\/products$/);
    await expect(page.getByText(person?.email ?? '').first()).toBeVisible();
    await expect(page.locator(`img[src*="${person?.username}"]`).first()).toBeVisible();
  });

  test('SHELL-02 on a phone the sidebar is a menu that slides in', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('link', { name: 'Products' }).click();
    await expect(page).toHaveURL(/\/products$/);
    await expect(page.getByRole('button', { name: 'Close menu' })).toBeHidden();
  });

  test('PLAT-21 without a connection a banner says so', async ({ page, context }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: /Ready to write/ })).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText('No Internet Connection')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('No Internet Connection')).toBeHidden();
  });

  test('ACC-12 ACC-40 disconnecting asks first, and says when it is done', async ({
    page,
    baseURL,
    sandbox,
  }) => {
    const leaving = await makePerson(baseURL, sandbox, 'connected');
    await page.addInitScript((token) => sessionStorage.setItem('authToken', token), leaving.token);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: new RegExp(`@${leaving.username}`) }).click();
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.getByRole('menuitem', { name: /Disconnect/ }).click();
    await expect(page.getByText('X account disconnected.')).toHaveCount(0);
    await page.getByRole('button', { name: new RegExp(`@${leaving.username}`) }).click();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('menuitem', { name: /Disconnect/ }).click();
    await expect(page.getByText('X account disconnected.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Connect X' })).toBeVisible();
  });
});
