import { expect, type Page } from '@playwright/test';
import { ask, connectX, enterAs, makePerson } from './support/people.ts';
import { test } from './support/product.ts';
import { toast } from './support/screens.ts';

const overlay = (page: Page) => page.getByRole('dialog', { name: 'Verify your email' });

test('VEM-02 VEM-04 VEM-12 VEM-17 VEM-18 VEM-19 VEM-22 VEM-30 the mailed link verifies without a session; the first tab learns of it by itself', async ({
  page,
  browser,
  baseURL,
  sandbox,
}) => {
  const person = await makePerson(baseURL, sandbox, 'signed up');
  await enterAs(page, person);
  await page.goto('/products');
  const refresh = overlay(page).getByRole('button', { name: 'I have verified – Refresh' });
  await refresh.click();
  await expect(
    overlay(page).getByText('Still not verified. Please click the link in your email.'),
  ).toBeVisible();

  const { links } = await sandbox.mailTo(person.email, /verify/i);
  const link = links.find((each) => each.includes('token=')) ?? '';
  const elsewhere = await browser.newContext();
  const tab = await elsewhere.newPage();
  for (const visit of ['first', 'second']) {
    await tab.goto(link);
    await expect(tab.getByRole('heading', { name: 'Email Verified' }), visit).toBeVisible();
    await expect(tab).toHaveURL(/\/verify-email$/);
    if (visit === 'first')
      await expect(toast(page, 'Email verified! You can now choose a plan.')).toBeVisible();
    await tab.reload();
    await expect(tab.getByRole('heading', { name: 'Email Verified' }), `${visit}, reloaded`).toBeVisible();
  }
  await tab.getByRole('link', { name: 'Choose a Plan' }).click();
  await expect(tab).toHaveURL(/\/products$/);
  await expect(tab.getByRole('button', { name: /^Choose: Pro,/ })).toBeVisible();
  await elsewhere.close();

  await expect(overlay(page)).toHaveCount(0);
  await expect(page.getByText('Your email address is not verified yet.')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Choose: Pro,/ })).toBeVisible();
  await connectX(person, sandbox, person.username);
  expect(await ask(person, 'GET', '/api/oauth/x/status')).toMatchObject({ status: 200 });
});
