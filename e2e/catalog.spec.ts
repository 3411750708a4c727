import { expect, test } from '@playwright/test';
import { isClean } from './support/accessible.ts';
import { enterAs, makePerson } from './support/people.ts';
import { type RunningProduct, runProduct } from './support/run-product.ts';
import { createSandbox } from './support/sandbox.ts';
import { chooseAndPay, toast } from './support/screens.ts';
import { grant } from './support/staff.ts';

const PRICE = /^Choose: Pro, \$149\.00 USD \/ year/;

// Its own product, because other journeys count the prices of the shared one.
let product: RunningProduct;
test.beforeAll(async () => {
  product = await runProduct();
});
test.afterAll(() => product.stop());

test('ADM-CAT-01 ADM-CAT-07 ADM-CAT-08 ADM-CON-37 a price that an admin adds is on the plans page, is bought, and leaves it', async ({
  page,
  browser,
}) => {
  const sandbox = createSandbox(product.sandboxUrl);
  const admin = await makePerson(product.url, sandbox, 'verified');
  const buyer = await makePerson(product.url, sandbox, 'verified');
  await grant(admin, 'admin', product.dataDir);
  await enterAs(page, admin);
  await page.goto(`${product.url}/admin?open=catalog`);
  await page.getByRole('button', { name: 'Sync with Stripe' }).click();
  await expect(toast(page, 'Catalog synchronized.')).toBeVisible();
  await page.getByRole('button', { name: 'Add price to Pro', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Add price' });
  await form.getByLabel('Amount in cents').fill('14900');
  await form.getByLabel('Interval', { exact: true }).selectOption('year');
  await form.getByLabel('Reason').fill('A year for those who stay');
  await isClean(page, 'the price form');
  await form.getByRole('button', { name: 'Add price' }).click();
  await expect(toast(page, '$149.00 USD / year added.')).toBeVisible();
  const row = page
    .getByRole('table', { name: 'Prices of Pro', exact: true })
    .getByRole('row', { name: /year/ });
  await expect(row).toContainText('On the plans page');

  const shop = await browser.newContext();
  const plans = await shop.newPage();
  await enterAs(plans, buyer);
  await plans.goto(`${product.url}/products`);
  await chooseAndPay(plans, PRICE);
  await plans.getByRole('button', { name: 'Start trial' }).click();
  await expect(plans.getByText('Pro trial · 7 days left')).toBeVisible();
  await shop.close();

  await row.getByRole('button', { name: 'Deactivate' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Subscribers on this price keep it and are charged as before.');
  await dialog.getByLabel('Reason').fill('It was a trial of ours');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(row).toContainText('Inactive');
  await page.goto(`${product.url}/products`);
  await expect(page.getByRole('button', { name: /^Choose: Pro,/ })).toHaveCount(1);
  await expect(page.getByRole('button', { name: PRICE })).toHaveCount(0);
});
