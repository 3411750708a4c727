import { expect, type Page } from '@playwright/test';
import { answerWith, listenTo, planMaintenance } from './support/answers.ts';
import { bringTo, enterAs, makePerson, type Person } from './support/people.ts';
import { test } from './support/product.ts';
import { expectToldOnce, toast } from './support/screens.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const closed = (page: Page) => page.getByRole('heading', { name: 'Down for Maintenance' });

test('ROUTE-12 any other path is not found, for anyone, and leads home', async ({ page, baseURL }) => {
  for (const path of ['/nowhere', '/dashboard2', '/terms/of/service']) {
    await page.goto(path);
    await expect(title(page)).toHaveText('Page not found');
  }
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL(`${baseURL}/`);
});

test('ROUTE-03 ROUTE-07 ROUTE-25 AUTH-77 a visitor may read landing, sign-in, plans and legal pages; the dashboard asks to sign in', async ({
  page,
}) => {
  for (const path of ['/', '/auth', '/products', '/terms', '/privacy']) {
    await page.goto(path);
    await expect(title(page)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/auth$/);
});

test.describe('during maintenance', () => {
  test('ROUTE-01 MNT-01 MNT-02 MNT-03 MNT-04 MNT-09 every screen but sign-in gives way to the notice', async ({
    page,
  }) => {
    await planMaintenance(page, true, { message: 'We move house.', startsInMinutes: -5, endsInMinutes: 55 });
    for (const path of ['/', '/products', '/verify-email?token=abc', '/terms', '/privacy', '/dashboard']) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/maintenance$/);
      await expect(closed(page)).toBeVisible();
    }
    await expect(page.getByText('We move house.')).toBeVisible();
    await expect(page.getByText('Estimated completion:').getByRole('time')).toBeVisible();
    await page.goto('/auth');
    await expect(title(page)).toHaveText('Sign in to Drumbeat');
    await expect(page).toHaveURL(/\/auth$/);
  });

  test('MNT-03 MNT-04 MNT-05 MNT-06 the notice asks every 30 seconds, and leads home when it is over', async ({
    page,
    baseURL,
  }) => {
    await page.clock.install();
    await planMaintenance(page, true, { message: null, startsInMinutes: -5, endsInMinutes: null });
    await page.goto('/maintenance');
    await expect(
      page.getByText('We are performing scheduled maintenance. Please check back soon.'),
    ).toBeVisible();
    await expect(page.getByText('Estimated completion:')).toHaveCount(0);
    const calls = listenTo(page);
    await page.clock.runFor(30_000);
    await expect.poll(() => calls).toEqual(['GET /api/maintenance/status']);
    await planMaintenance(page, false, null);
    await page.clock.runFor(30_000);
    await expect(page).toHaveURL(`${baseURL}/`);
  });

  test('MNT-12 MNT-31 a status that cannot be had counts as no maintenance', async ({ page }) => {
    for (const status of [500, 503]) {
      await answerWith(page, '/api/maintenance/status', status);
      await page.goto('/terms');
      await expect(title(page)).toHaveText('Terms of Service');
      await expect(page).toHaveURL(/\/terms$/);
    }
  });
});

test.describe('on the way to the dashboard', () => {
  test.describe.configure({ mode: 'serial' });
  let person: Person;
  test.beforeAll(async ({ baseURL, sandbox }) => {
    person = await makePerson(baseURL, sandbox, 'signed up');
  });
  test.beforeEach(({ page }) => enterAs(page, person));

  test('ROUTE-04 ROUTE-06 ROUTE-16 AUTH-10 maintenance comes first, then the verified address, then the plan', async ({
    page,
    sandbox,
  }) => {
    for (const path of ['/dashboard', '/auth']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/products$/);
      await expect(page.getByRole('dialog', { name: 'Verify your email' })).toBeVisible();
      await expect(page.getByText('Choose a plan to open the dashboard.')).toHaveCount(0);
    }
    await planMaintenance(page, true, null);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/maintenance$/);
    await page.unrouteAll();
    await bringTo(person, sandbox, 'verified');
  });

  test('ROUTE-05 ROUTE-08 ROUTE-10 ROUTE-16 without a plan the dashboard leads to the plans, with a notice and a plain address', async ({
    page,
    sandbox,
  }) => {
    await page.goto('/dashboard?status=failed');
    await expect(page).toHaveURL(/\/products$/);
    await expect(page.getByText('Choose a plan to open the dashboard.')).toBeVisible();
    await page.goto('/products');
    await expect(title(page)).toHaveText('Choose a plan');
    await bringTo(person, sandbox, 'in trial');
  });

  test('ROUTE-08 ROUTE-11 ROUTE-15 MNT-10 who is in trial sees the dashboard; staff see it during maintenance too', async ({
    page,
  }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Connect your X account' })).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    await planMaintenance(page, true, null, true);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Connect your X account' })).toBeVisible();
  });

  test('MNT-07 MNT-08 a call that is refused for maintenance leads to the notice, with a toast', async ({
    page,
  }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('button', { name: 'Connect X' })).toBeVisible();
    await planMaintenance(page, true, null);
    await answerWith(page, '/api/oauth/x/authorize', 503, { message: 'Closed.', code: 'MAINTENANCE' });
    await page.getByRole('button', { name: 'Connect X' }).click();
    await page.getByRole('button', { name: 'Continue to Connect' }).click();
    await expect(page).toHaveURL(/\/maintenance$/);
    await expect(toast(page, 'Service is under maintenance. Please check back soon.')).toBeVisible();
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

  test('a session that the server has ended leads to sign-in, in words', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('button', { name: 'Connect X' })).toBeVisible();
    await answerWith(page, '/api/oauth/x/authorize', 401, { message: 'x', code: 'UNAUTHENTICATED' });
    await page.getByRole('button', { name: 'Connect X' }).click();
    await page.getByRole('button', { name: 'Continue to Connect' }).click();
    await expect(toast(page, 'Your session has ended. Please sign in again.')).toBeVisible();
    await expect(page).toHaveURL(/\/auth$/);
  });
});
