import { expect, type Page } from '@playwright/test';
import { planMaintenance } from './support/answers.ts';
import { bringTo, enterAs, makePerson } from './support/people.ts';
import { test } from './support/product.ts';
import { expectToldOnce, toast } from './support/screens.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

const isDashboard = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Connect your X account' })).toBeVisible();

test('ROUTE-01 ROUTE-04 ROUTE-05 ROUTE-06 ROUTE-08 ROUTE-10 ROUTE-11 ROUTE-15 ROUTE-16 ROUTE-17 ROUTE-19 ROUTE-22 ROUTE-23 LAND-12 LAND-15 MNT-10 ACC-36 ACC-43 maintenance comes first, then the verified address, then the plan; a return from another site shows one message', async ({
  page,
  baseURL,
  sandbox,
}) => {
  const person = await makePerson(baseURL, sandbox, 'signed up');
  await enterAs(page, person);
  const isLanding = () =>
    expect(title(page)).toHaveText('A steady beat of posts on X, without writing them.');
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
    await isDashboard(page);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
  await page.goto('/?token=abc');
  await isLanding();
  await expect(page).toHaveURL(/\/\?token=abc$/);
  await page.getByRole('link', { name: 'Sign In', exact: true }).click();
  await isDashboard(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  await planMaintenance(page, true, null, true);
  await page.goto('/dashboard');
  await isDashboard(page);
  await page.unrouteAll();
  const returns = [
    ['error=twitter_connection_failed', 'Failed to connect X account. Please try again.'],
    [
      'error=twitter_already_connected&existing_email=a••••@e••••.com',
      'This X account is already linked to another user (a••••@e••••.com). Each X account can be connected to only one Drumbeat account.',
    ],
    ['portal_return=true', 'Billing settings updated successfully!'],
  ] as const;
  for (const [query, words] of returns) {
    await page.goto(`/dashboard?status=failed&${query}`);
    await expectToldOnce(page, words);
    await expect(page).toHaveURL(/\/dashboard\?status=failed$/);
    await isDashboard(page);
  }
  await page.reload();
  await isDashboard(page);
  await expect(toast(page, /./)).toHaveCount(0);
});
