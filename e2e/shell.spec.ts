import { expect, type Page } from '@playwright/test';
import { listenTo } from './support/answers.ts';
import { call, enterAs, makePerson, PASSWORD, type Person } from './support/people.ts';
import { test } from './support/product.ts';
import { auth, rowsOf, toast } from './support/screens.ts';

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const tokenOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('authToken'));

let person: Person;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ baseURL, sandbox }) => {
  person = await makePerson(baseURL, sandbox, 'scheduled');
});

test('PLAT-15 PLAT-17 SHELL-01 SHELL-02 SHELL-04 SHELL-06 SHELL-07 SHELL-08 SHELL-10 USER-14 AUTH-26 AUTH-27 AUTH-28 AUTH-40 AUTH-41 AUTH-44 AUTH-46 a person signs in to a loaded dashboard, opens the plans from the sidebar, and signs out', async ({
  page,
  baseURL,
}) => {
  await page.goto('/auth');
  const calls = listenTo(page);
  await auth.email(page).fill(person.email.toUpperCase());
  await auth.password(page).fill(PASSWORD);
  await auth.password(page).press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(toast(page, `Welcome back, ${person.email}!`)).toBeVisible();
  const token = await tokenOf(page);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await expect(page.getByText('Pro trial · 7 days left')).toBeVisible();
  await expect.poll(() => calls).toContain('POST /api/twitter/profile/refresh');
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(11);
  await expect(page.getByText('Welcome back')).toHaveCount(0);

  await expect(sidebar(page).getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(sidebar(page)).toContainText(person.email);
  await expect(page.getByRole('button', { name: /^X account/ })).toContainText(person.username);
  const { posts } = await call<{ posts: Record<string, string>[] }>(person, 'GET', '/api/posts');
  expect(posts[0]).toMatchObject({
    id: expect.stringMatching(/^\d+$/),
    status: 'Pending',
    scheduledTime: expect.stringMatching(/Z$/),
  });
  const battery = page.getByRole('meter', { name: 'Posts' });
  await expect(battery).toHaveAttribute('aria-valuetext', `${posts.length} of ${posts.length} to go`);
  const picture = sidebar(page).locator('img');
  await expect(picture).toHaveAttribute('src', new RegExp(person.username));
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await sidebar(page).getByRole('link', { name: 'Products' }).click();
  await expect(page).toHaveURL(/\/products$/);
  // A screen reader announces the new screen by its title.
  const announced = page.getByRole('status').filter({ hasText: '· Drumbeat' });
  await expect.poll(async () => (await announced.innerText()) === (await page.title())).toBe(true);
  await sidebar(page).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${baseURL}/`);
  expect(await tokenOf(page)).toBeNull();
  // The screen does not wait for the server to end the session.
  const headers = { authorization: `Bearer ${token}` };
  await expect.poll(async () => (await fetch(`${baseURL}/api/user`, { headers })).status).toBe(401);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/auth$/);
});

test('PLAT-21 PLAT-22 PLAT-28 a lost connection and a broken screen each say so, with a button that loads the page again', async ({
  page,
  context,
}) => {
  await enterAs(page, person);
  await page.goto('/dashboard');
  await expect(rowsOf(page)).toHaveCount(11);
  await context.setOffline(true);
  const banner = page.getByRole('alert').filter({ hasText: 'No Internet Connection' });
  await expect(banner).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(11);
  // The page is loaded again; if there is still no connection, the browser shows its own error.
  const asked = page.waitForRequest((request) => request.isNavigationRequest());
  await banner.getByRole('button', { name: 'Retry' }).click();
  await asked;
  await context.setOffline(false);
  await page.goto('/dashboard');
  await expect(rowsOf(page)).toHaveCount(11);
  await expect(banner).toHaveCount(0);

  await page.route('**/assets/legal*', (route) => route.abort());
  await sidebar(page).getByRole('link', { name: 'Terms of Service' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByText('A part of Drumbeat could not be loaded.')).toBeVisible();
  await expect(page.getByText(/\bat .+:\d+:\d+/)).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Something went wrong');
});
