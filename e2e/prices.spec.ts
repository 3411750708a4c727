import { expect, test } from '@playwright/test';
import { isClean } from './support/accessible.ts';
import { enterAs, makePerson } from './support/people.ts';
import { type RunningProduct, runProduct } from './support/run-product.ts';
import { createSandbox } from './support/sandbox.ts';
import { chooseAndPay, paymentChooser } from './support/screens.ts';

// Its own product, because further prices would appear in the journeys that run at the same time.
let product: RunningProduct;
test.beforeAll(async () => {
  product = await runProduct();
});
test.afterAll(() => product.stop());

/** Adds a price at the payment provider, as its owner does in the dashboard there. */
async function addPrice(fields: Record<string, string>): Promise<void> {
  const answer = await fetch(`${product.sandboxUrl}/v1/prices`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer sk_test_sandbox',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields),
  });
  if (!answer.ok) throw new Error(`The price was not made: ${await answer.text()}`);
}

test('PROD-05 PROD-06 a year and a currency without cents: listed in order, summed up, and charged as they are', async ({
  page,
}) => {
  await addPrice({
    product: 'prod_standard',
    currency: 'usd',
    unit_amount: '7000',
    'recurring[interval]': 'year',
  });
  await addPrice({
    product: 'prod_pro',
    currency: 'jpy',
    unit_amount: '2200',
    'recurring[interval]': 'month',
  });
  const person = await makePerson(product.url, createSandbox(product.sandboxUrl), 'verified');
  await enterAs(page, person);
  const buttons = page.getByRole('button', { name: /^Choose: / });
  await expect(async () => {
    await page.goto(`${product.url}/products`);
    await expect(buttons).toHaveCount(6, { timeout: 2_000 });
  }).toPass();
  const names = await buttons.evaluateAll((all) => all.map((one) => one.ariaLabel));
  expect(names).toEqual([
    'Choose: Free, Free',
    'Choose: Standard, $7.00 USD / month',
    'Choose: Standard, $70.00 USD / year',
    'Choose: Pro, $15.00 USD / month',
    'Choose: Pro, ¥2,200 JPY / month',
    'Choose: Pro+, $25.00 USD / month',
  ]);
  await expect(page.getByText('Save 17%')).toHaveCount(1);
  await isClean(page, 'plans by months and years');

  await page.getByRole('button', { name: 'Choose: Pro, ¥2,200 JPY / month' }).click();
  await expect(paymentChooser(page).getByRole('definition').nth(1)).toHaveText('¥2,200 JPY / month');
  await expect(paymentChooser(page).getByRole('definition').last()).toHaveText(
    /^¥2,200 on \d+ [A-Z][a-z]{2}/,
  );
  await page.keyboard.press('Escape');
  await chooseAndPay(page, 'Choose: Pro, ¥2,200 JPY / month');
  await expect(page.getByText(/¥\s?2,?200(?!\.)/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Start trial' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Subscription activated successfully! Welcome to Drumbeat!')).toBeVisible();
  await page.goto(`${product.url}/products`);
  await expect(page.getByText(/^You have this plan\. ?Next charge ¥2,200 on/)).toBeVisible();
});
