import { expect, type Page } from '@playwright/test';
import { isClean } from './support/accessible.ts';
import { bringTo, call, enterAs, makePerson, type Person, signInAnew } from './support/people.ts';
import { test } from './support/product.ts';
import { rowsOf } from './support/screens.ts';

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const products = (page: Page) => sidebar(page).getByRole('link', { name: 'Products' });

let person: Person;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ baseURL, sandbox }) => {
  person = await makePerson(baseURL, sandbox, 'verified');
});
test.beforeEach(({ page }) => enterAs(page, person));

const pulse = (page: Page) => products(page).evaluate((link) => getComputedStyle(link).animationName);

test('SHELL-04 SHELL-08 SHELL-14 without a plan the Products entry pulses, and an icon stands for the person', async ({
  page,
  sandbox,
}) => {
  await page.goto('/products');
  await expect(sidebar(page)).toContainText(person.email);
  expect(await pulse(page)).not.toBe('none');
  await expect(sidebar(page).getByRole('img')).toHaveCount(0);
  await expect(sidebar(page).locator('img')).toHaveCount(0);
  await bringTo(person, sandbox, 'scheduled');
});

test('PLAT-15 PLAT-17 SHELL-01 SHELL-02 SHELL-04 SHELL-06 SHELL-07 SHELL-08 SHELL-10 USER-14 the dashboard has the person, the connection and the posts; the sidebar leads through the app and signs out', async ({
  page,
  baseURL,
}) => {
  await page.goto('/dashboard');
  await expect(sidebar(page).getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(sidebar(page)).toContainText(person.email);
  await expect(page.getByRole('button', { name: /^X account/ })).toContainText(person.username);
  await expect(rowsOf(page)).toHaveCount(11);
  const { posts } = await call<{ posts: Record<string, string>[] }>(person, 'GET', '/api/posts');
  expect(posts[0]).toMatchObject({
    id: expect.stringMatching(/^\d+$/),
    status: 'Pending',
    scheduledTime: expect.stringMatching(/Z$/),
  });
  const battery = page.getByRole('meter', { name: 'Posts' });
  await expect(battery).toHaveAttribute('aria-valuenow', '100');
  await expect(battery).toHaveAttribute('aria-valuetext', `${posts.length} of ${posts.length} to go`);
  await expect(battery).toHaveAttribute('data-colour', 'green');

  const picture = sidebar(page).locator('img');
  await expect(picture).toHaveAttribute('src', new RegExp(person.username));
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await products(page).click();
  await expect(page).toHaveURL(/\/products$/);
  await expect(products(page)).toHaveAttribute('aria-current', 'page');
  // Who cannot see the new screen hears its title.
  const announced = page.getByRole('status').filter({ hasText: '· Drumbeat' });
  await expect.poll(async () => (await announced.innerText()) === (await page.title())).toBe(true);
  expect(await pulse(page)).toBe('none');
  for (const name of ['Terms of Service', 'Privacy Policy']) {
    await expect(sidebar(page).getByRole('link', { name })).toBeVisible();
  }
  const { token } = person;
  await sidebar(page).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${baseURL}/`);
  expect(await page.evaluate(() => sessionStorage.getItem('authToken'))).toBeNull();
  // The screen does not wait for the server to end the session.
  const headers = { authorization: `Bearer ${token}` };
  await expect.poll(async () => (await fetch(`${baseURL}/api/user`, { headers })).status).toBe(401);
  await signInAnew(person);
});

test('PLAT-21 without a connection a banner says so, with a retry that loads the page again', async ({
  page,
  context,
}) => {
  await page.goto('/dashboard');
  await expect(rowsOf(page)).toHaveCount(11);
  await context.setOffline(true);
  const banner = page.getByRole('alert').filter({ hasText: 'No Internet Connection' });
  await expect(banner).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(11);
  await isClean(page, 'offline');
  // The page is loaded again; if there is still no connection, the browser shows its own error.
  const asked = page.waitForRequest((request) => request.isNavigationRequest());
  await banner.getByRole('button', { name: 'Retry' }).click();
  await asked;
  await context.setOffline(false);
  await page.goto('/dashboard');
  await expect(rowsOf(page)).toHaveCount(11);
  await expect(banner).toHaveCount(0);
});

test('PLAT-22 PLAT-28 where a screen breaks, one is told without internals, and can refresh', async ({
  page,
}) => {
  await page.goto('/products');
  await expect(page.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();
  await page.route('**/assets/terms*', (route) => route.abort());
  await sidebar(page).getByRole('link', { name: 'Terms of Service' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByText('A part of Drumbeat could not be loaded.')).toBeVisible();
  await expect(page.getByText(/\bat .+:\d+:\d+/)).toHaveCount(0);
  await isClean(page, 'a broken screen');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Something went wrong');
});
