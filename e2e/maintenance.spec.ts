import { expect, test } from '@playwright/test';
import { call, enterAs, makePerson, type Person } from './support/people.ts';
import { type RunningProduct, runProduct } from './support/run-product.ts';
import { createSandbox } from './support/sandbox.ts';
import { toast } from './support/screens.ts';
import { grant } from './support/staff.ts';

// Its own product, because maintenance would close a shared one to the journeys that run at the same time.
let product: RunningProduct;
let customer: Person;
let admin: Person;

test.beforeAll(async () => {
  product = await runProduct();
  const sandbox = createSandbox(product.sandboxUrl);
  customer = await makePerson(product.url, sandbox, 'in trial');
  admin = await makePerson(product.url, sandbox, 'in trial');
  await grant(admin, 'admin', product.dataDir);
});
test.afterAll(() => product.stop());

test('MNT-06 MNT-07 MNT-08 MNT-09 MNT-10 MNT-20 MNT-22 MNT-31 a window that staff begin closes the open page, not theirs, and its end opens it again', async ({
  page,
  browser,
}) => {
  await enterAs(page, customer);
  await page.goto(`${product.url}/dashboard`);
  await expect(page.getByRole('button', { name: 'Connect X' })).toBeVisible();

  await page.getByRole('button', { name: 'Connect X' }).click();
  const next = page.getByRole('button', { name: 'Continue to Connect' });
  await expect(next).toBeVisible();

  const startsAt = new Date(Date.now() - 60_000).toISOString();
  const message = 'We move house.';
  await call(admin, 'POST', '/api/maintenance/schedule', { startsAt, message });
  // The next call closes the page. One that the page makes by itself may come first, and takes the button away.
  await next.click({ timeout: 2_000 }).catch(() => undefined);
  await expect(page).toHaveURL(/\/maintenance$/);
  await expect(toast(page, 'Service is under maintenance. Please check back soon.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Down for Maintenance' })).toBeVisible();
  await expect(page.getByText(message)).toBeVisible();

  const staffPage = await browser.newPage();
  await enterAs(staffPage, admin);
  await staffPage.goto(`${product.url}/dashboard`);
  await expect(staffPage.getByRole('button', { name: 'Connect X' })).toBeVisible();
  await staffPage.close();

  const { windows } = await call<{ windows: { id: string }[] }>(admin, 'GET', '/api/maintenance/list');
  await call(admin, 'POST', '/api/maintenance/cancel', { id: windows[0]?.id });
  await expect
    .poll(async () => {
      await page.goto(`${product.url}/dashboard`);
      return new URL(page.url()).pathname;
    })
    .toBe('/dashboard');
  await expect(page.getByRole('button', { name: 'Connect X' })).toBeVisible();
});
