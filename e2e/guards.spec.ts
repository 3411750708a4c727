import { expect, type Page } from '@playwright/test';
import { listenTo, planMaintenance } from './support/answers.ts';
import { bringTo, enterAs, makePerson, type Person } from './support/people.ts';
import { test } from './support/product.ts';
import { expectToldOnce, toast } from './support/screens.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test.describe('on the way to the dashboard', () => {
  test.describe.configure({ mode: 'serial' });
  let person: Person;
  test.beforeAll(async ({ baseURL, sandbox }) => {
    person = await makePerson(baseURL, sandbox, 'signed up');
  });
  test.beforeEach(({ page }) => enterAs(page, person));

  test('ROUTE-01 ROUTE-04 ROUTE-05 ROUTE-06 ROUTE-08 ROUTE-10 ROUTE-11 ROUTE-15 ROUTE-16 AUTH-10 LAND-12 LAND-15 MNT-10 maintenance comes first, then the verified address, then the plan; then the dashboard is home', async ({
    page,
    baseURL,
    sandbox,
  }) => {
    const isLanding = () =>
      expect(title(page)).toHaveText('A steady beat of posts on X, without writing them.');
    const isDashboard = () =>
      expect(page.getByRole('heading', { name: 'Connect your X account' })).toBeVisible();
    await page.goto('/');
    await isLanding();
    await expect(page).toHaveURL(`${baseURL}/`);
    for (const path of ['/dashboard', '/auth']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/products$/);
      await expect(page.getByRole('dialog', { name: 'Verify your email' })).toBeVisible();
      await expect(page.getByText('Choose a plan to open the dashboard.')).toHaveCount(0);
    }
    await planMaintenance(page, true, null);
    for (const path of ['/dashboard', '/']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/maintenance$/);
    }
    await page.unrouteAll();

    await bringTo(person, sandbox, 'verified');
    await page.goto('/dashboard?status=failed');
    await expect(page).toHaveURL(/\/products$/);
    await expect(page.getByText('Choose a plan to open the dashboard.')).toBeVisible();
    await page.goto('/products');
    await expect(title(page)).toHaveText('Choose a plan');

    await bringTo(person, sandbox, 'in trial');
    for (const path of ['/dashboard', '/']) {
      await page.goto(path);
      await isDashboard();
      await expect(page).toHaveURL(/\/dashboard$/);
    }
    await page.goto('/?token=abc');
    await isLanding();
    await expect(page).toHaveURL(/\/\?token=abc$/);
    await page.getByRole('link', { name: 'Sign In', exact: true }).click();
    await isDashboard();
    await expect(page).toHaveURL(/\/dashboard$/);
    await planMaintenance(page, true, null, true);
    await page.goto('/dashboard');
    await isDashboard();
  });

  test('ROUTE-17 ROUTE-18 ROUTE-19 ROUTE-20 ROUTE-22 ROUTE-23 ACC-36 ACC-42 ACC-43 ACC-44 what other sites send back is told once, then gone from the address', async ({
    page,
  }) => {
    const returns = [
      ['twitter_connected=true', 'X account connected successfully!'],
      ['error=twitter_connection_failed', 'Failed to connect X account. Please try again.'],
      [
        'error=twitter_already_connected&existing_email=a••••@e••••.com',
        'This X account is already linked to another user (a••••@e••••.com). Each X account can be connected to only one Drumbeat account.',
      ],
      [
        'error=twitter_already_connected',
        'This X account is already linked to another user. Each X account can be connected to only one Drumbeat account.',
      ],
      [
        'error=twitter_recently_disconnected',
        'This X account was disconnected recently. Please wait 24 hours before you connect it again.',
      ],
      ['subscription=cancelled', 'Subscription was cancelled. You can try again anytime in Settings.'],
      ['portal_return=true', 'Billing settings updated successfully!'],
    ] as const;
    const calls = listenTo(page);
    for (const [query, words] of returns) {
      await page.goto(`/dashboard?status=failed&${query}`);
      await expectToldOnce(page, words);
      await expect(page).toHaveURL(/\/dashboard\?status=failed$/);
      await expect(page.getByRole('heading', { name: 'Connect your X account' })).toBeVisible();
    }
    // Once for the screen, and at most once more when the stream opens.
    const reads = calls.filter((each) => each === 'GET /api/user').length;
    expect(reads).toBeGreaterThanOrEqual(returns.length);
    expect(reads).toBeLessThanOrEqual(2 * returns.length);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Connect your X account' })).toBeVisible();
    await expect(toast(page, /./)).toHaveCount(0);
  });
});
