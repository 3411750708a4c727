import { expect, type Page } from '@playwright/test';
import { answerWith } from './support/answers.ts';
import { enterAs, makePerson, type Person } from './support/people.ts';
import { test } from './support/product.ts';
import { chooseAndPay, paymentChooser, toast } from './support/screens.ts';

const choose = (page: Page, name: RegExp = /^Choose: /) => page.getByRole('button', { name });

interface Catalogue {
  products: { prices: { id: string; active: boolean; unit_amount: number }[] }[];
}

test('PROD-01 PROD-02 PROD-03 PROD-05 PROD-06 PROD-07 PROD-09 PROD-10 PROD-45 a visitor sees the plans, and has to sign in to choose one', async ({
  page,
}) => {
  await page.goto('/products');
  await expect(page.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();
  const names = [
    'Choose: Free, Free',
    'Choose: Standard, $7.00 USD / month',
    'Choose: Pro, $15.00 USD / month',
    'Choose: Pro+, $25.00 USD / month',
  ];
  await expect(choose(page)).toHaveCount(4);
  for (const [index, name] of names.entries()) {
    await expect(choose(page).nth(index)).toHaveAccessibleName(name);
  }
  const plans = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) });
  await expect(plans.getByRole('heading')).toHaveText(['Free', 'Standard', 'Pro', 'Pro+']);
  for (const plan of await plans.all()) await expect(plan.getByRole('paragraph').first()).not.toBeEmpty();

  await choose(page).nth(2).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Please sign in to continue.' })).toBeVisible();
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fproducts$/);
});

test('PROD-04 PROD-05 only active prices are listed, the cheapest first', async ({ page }) => {
  await page.route('**/api/products', async (route) => {
    const response = await route.fetch();
    const { products } = (await response.json()) as Catalogue;
    const pro = products[2];
    const price = pro?.prices[0];
    if (pro && price) {
      pro.prices = [
        { ...price, id: 'dear', unit_amount: 4_250 },
        { ...price, id: 'old', unit_amount: 100, active: false },
        { ...price, id: 'cheap', unit_amount: 900 },
      ];
    }
    await route.fulfill({ response, json: { products } });
  });
  await page.goto('/products');
  await expect(choose(page, /: Pro,/)).toHaveCount(2);
  await expect(choose(page, /: Pro,/).first()).toHaveAccessibleName('Choose: Pro, $9.00 USD / month');
  await expect(choose(page, /: Pro,/).last()).toHaveAccessibleName('Choose: Pro, $42.50 USD / month');
});

test('PLAT-13 plans that could not be loaded say so, with the request to quote, and are asked for again', async ({
  page,
}) => {
  const body = { message: 'The database is away.', code: 'UNAVAILABLE', requestId: 'request-of-the-plans' };
  await page.route('**/api/products', (route) => route.fulfill({ status: 500, json: body }));
  await page.goto('/products');
  const box = page.getByRole('alert').filter({ hasText: 'The plans could not be loaded.' });
  await expect(box).toContainText('The database is away.');
  await expect(box).toContainText('Request ID request-of-the-plans');
  await page.unroute('**/api/products');
  await box.getByRole('button', { name: 'Try again' }).click();
  await expect(choose(page)).toHaveCount(4);
});

test.describe('who is signed in', () => {
  test.describe.configure({ mode: 'serial' });
  let person: Person;
  test.beforeAll(async ({ baseURL, sandbox }) => {
    person = await makePerson(baseURL, sandbox, 'verified');
  });
  test.beforeEach(({ page }) => enterAs(page, person));

  test('BILL-30 BILL-31 a checkout that does not start says why', async ({ page }) => {
    const path = '/api/create-checkout-session';
    await page.goto('/products');
    await answerWith(page, path, 502, { message: 'Stripe does not answer.', code: 'PROVIDER_FAILED' });
    await chooseAndPay(page, /^Choose: Pro,/);
    const dialog = paymentChooser(page);
    const pay = dialog.getByRole('button', { name: 'Pay with Stripe' });
    await expect(dialog.getByRole('alert')).toContainText('Stripe does not answer.');
    await answerWith(page, path, 502);
    await pay.click();
    await expect(dialog.getByRole('alert')).toContainText('Unable to start Stripe checkout');
    await answerWith(page, path, 401, { message: 'Sign in.', code: 'UNAUTHENTICATED' });
    await pay.click();
    await expect(toast(page, 'Please sign in again to continue to checkout.')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  test('PROD-11 PROD-12 CRYP-12 the chooser sums up the price; Enter goes on to Stripe, Escape back to the plans', async ({
    page,
  }) => {
    await page.goto('/products');
    const pro = choose(page, /^Choose: Pro,/);
    await expect(pro).toHaveAccessibleDescription(
      /^Card needed\. First charge \$15\.00 on \d+ [A-Z][a-z]{2}/,
    );
    await pro.click();
    const dialog = paymentChooser(page);
    await expect(dialog.getByRole('definition').first()).toHaveText('Pro');
    await expect(dialog.getByRole('definition').nth(1)).toHaveText('$15.00 USD / month');
    await expect(dialog.getByRole('button', { name: 'Pay with USDC (Cardano)' })).toBeDisabled();
    await expect(dialog.getByRole('button', { name: 'Pay with Stripe' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(pro).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Pay with Stripe' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Start trial' })).toBeVisible();
  });

  test('BILL-43 BILL-44 PROD-34 PROD-35 ROUTE-17 ROUTE-21 a checkout is left with a word, or ends on the dashboard in a trial', async ({
    page,
  }) => {
    await page.goto('/products');
    await expect(page.getByText('7-day free trial')).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Continue with USDC (Cardano)' })).toBeVisible();
    await chooseAndPay(page, /^Choose: Standard/);
    await page
      .getByRole('link', { name: /back|cancel|return/i })
      .first()
      .click();
    await expect(
      toast(page, 'Subscription was cancelled. You can try again anytime in Settings.'),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/products$/);

    await chooseAndPay(page, /^Choose: Standard/);
    await page.getByRole('button', { name: 'Start trial' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(toast(page, 'Subscription activated successfully! Welcome to Drumbeat!')).toBeVisible();
    await expect(page.getByText('Standard trial · 7 days left')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Standard trial · 7 days left')).toBeVisible();
    await expect(page.getByText('Subscription activated successfully!')).toHaveCount(0);
  });

  test('PROD-08 BILL-34 BILL-35 BILL-40 ROUTE-17 ROUTE-22 with a plan the button opens the billing portal, and coming back is told', async ({
    page,
  }) => {
    const change = choose(page, /^Change Plan: Pro,/);
    await page.goto('/products');
    await expect(choose(page, /^Change Plan: /)).toHaveCount(4);
    await answerWith(page, '/api/create-portal-session', 409, { message: 'x', code: 'PORTAL_NOT_READY' });
    await change.click();
    await expect(
      toast(page, 'Billing portal is being set up. Please try again in a few minutes.'),
    ).toBeVisible();
    await answerWith(page, '/api/create-portal-session', 500);
    await change.click();
    await expect(toast(page, 'Failed to open billing portal')).toBeVisible();
    await page.unrouteAll();
    await change.click();
    await expect(page.getByRole('heading', { name: 'Confirm your updates' })).toBeVisible();
    await page.getByRole('link', { name: /Return to Drumbeat/ }).click();
    await expect(toast(page, 'Billing settings updated successfully!')).toBeVisible();
    await expect(page).toHaveURL(/\/products$/);
  });

  test('DASH-04 a plan that is cancelled in the portal runs on, and the dashboard says until when', async ({
    page,
  }) => {
    await page.goto('/products');
    // The plan that one has opens the portal at its front page.
    await choose(page, /^Change Plan: Standard,/)
      .first()
      .click();
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    await expect(page.getByText(/Your plan ends on/)).toBeVisible();
    await page.getByRole('link', { name: /Return to Drumbeat/ }).click();
    await expect(toast(page, 'Billing settings updated successfully!')).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(
      page.getByText(/Your plan ends .+\. Posts scheduled before then will still go out\./),
    ).toBeVisible();
  });
});

test('PROD-27 PROD-35 Free begins without a card, and gives up the trial as its line said', async ({
  page,
  baseURL,
  sandbox,
}) => {
  await enterAs(page, await makePerson(baseURL, sandbox, 'verified'));
  await page.goto('/products');
  const free = choose(page, /^Choose: Free,/);
  await expect(free).toHaveAccessibleDescription('No card needed. Choosing it gives up your free trial.');
  await free.click();
  await expect(page.getByRole('heading', { name: 'No card needed' })).toBeVisible();
  await expect(page.getByLabel(/card/i)).toHaveCount(0);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Subscription activated successfully! Welcome to Drumbeat!')).toBeVisible();
  await page.goto('/products');
  await expect(page.getByRole('heading', { name: /^Free\s*Your plan/ })).toBeVisible();
  await expect(choose(page, /^Change Plan: Free,/)).toHaveAccessibleDescription('You have this plan.');
  await expect(page.getByText('7-day free trial')).toHaveCount(0);
});
