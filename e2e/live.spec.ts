import { expect, type Page } from '@playwright/test';
import { ask, call, enterAs, makePerson, type Person } from './support/people.ts';
import { test } from './support/product.ts';
import { rowsOf, toast } from './support/screens.ts';

const modal = (page: Page) => page.getByRole('dialog', { name: 'Connect Twitter/X Account' });

/** Authorizes an account of that name in the popup that this press opens. */
async function authorizeAs(page: Page, press: string, username: string): Promise<void> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    modal(page).getByRole('button', { name: press }).click(),
  ]);
  await popup.getByLabel('Somebody else').fill(username);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Authorize app' }).click();
  await closed;
}

/** Two tabs of one person, both on the dashboard with their streams open. */
async function twoTabs(page: Page, person: Person): Promise<Page> {
  const second = await page.context().newPage();
  for (const tab of [page, second]) {
    await enterAs(tab, person);
    const stream = tab.waitForResponse((answer) => answer.url().includes('/api/posts/stream'));
    await tab.goto('/dashboard');
    await stream;
    await expect(rowsOf(tab).first()).toBeVisible();
  }
  return second;
}

test('two tabs agree: what one changes the other shows by itself', async ({ page, baseURL, sandbox }) => {
  const person = await makePerson(baseURL, sandbox, 'scheduled');
  const second = await twoTabs(page, person);
  const { posts } = await call<{ posts: { id: string }[] }>(person, 'GET', '/api/posts');
  await call(person, 'PUT', `/api/posts/${posts[0]?.id}`, { content: 'Written in another place' });
  for (const tab of [page, second])
    await expect(rowsOf(tab).filter({ hasText: 'Written in another place' })).toHaveCount(1);
  await call(person, 'DELETE', `/api/posts/${posts[0]?.id}`);
  for (const tab of [page, second])
    await expect(rowsOf(tab).filter({ hasText: 'Written in another place' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Pause posts' }).first().click();
  await expect(second.getByRole('button', { name: 'Resume posts' }).first()).toBeVisible();
});

test('X takes its permission back, and another account is authorized: the open page asks what is meant', async ({
  page,
  baseURL,
  sandbox,
}) => {
  const person = await makePerson(baseURL, sandbox, 'scheduled');
  const { username } = person;
  const second = await twoTabs(page, person);
  await sandbox.revoke(username);
  expect(await ask(person, 'POST', '/api/test-tweet')).toMatchObject({ body: { code: 'X_NOT_CONNECTED' } });
  for (const tab of [page, second])
    await expect(tab.getByRole('button', { name: 'Reconnect', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Reconnect', exact: true }).click();
  await expect(modal(page)).toContainText(`make sure you are signed in as @${username}`);
  await authorizeAs(page, 'Continue to Connect', `${username}_o`);
  const told = modal(page).getByRole('alert');
  await expect(told).toContainText(`X authorized @${username}_o`);
  await expect(told.getByRole('button', { name: `Add @${username}_o as a new account` })).toBeVisible();
  const { accounts } = await call<{ accounts: object[] }>(person, 'GET', '/api/twitter/accounts');
  expect(accounts).toHaveLength(1);
  await authorizeAs(page, `Try @${username} again`, username);
  await expect(toast(page, 'X account connected successfully!')).toBeVisible();
  for (const tab of [page, second])
    await expect(tab.getByRole('button', { name: 'Reconnect', exact: true })).toHaveCount(0);
});

test('a month on Pro+ with days of one’s own: edits survive a reload, a post is moved, all are scheduled', async ({
  page,
  baseURL,
  sandbox,
}) => {
  test.slow();
  const person = await makePerson(baseURL, sandbox, 'verified');
  const { url } = await call<{ url: string }>(person, 'POST', '/api/create-checkout-session-no-trial', {
    priceLookupKey: 'pro_plus_monthly',
  });
  await sandbox.completeCheckout(url.split('/').at(-1) ?? '');
  await call(person, 'POST', '/api/subscription/sync');
  const { authUrl } = await call<{ authUrl: string }>(person, 'POST', '/api/oauth/x/authorize');
  await fetch(await sandbox.approve(authUrl, person.username));
  await enterAs(page, person);
  await page.goto('/dashboard');
  for (const day of ['Monday', 'Tuesday', 'Thursday'])
    await page.getByRole('button', { name: day, exact: true }).click();
  await page.getByRole('button', { name: 'Generate posts' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview Your Monthly Content Calendar' });
  await expect(preview).toBeVisible({ timeout: 90_000 });
  await expect(preview.getByRole('heading', { name: /^(Mon|Tue|Thu|Sat|Sun) / })).toHaveCount(0);
  const posts = preview.getByRole('article');
  const count = await posts.count();
  expect(count).toBeGreaterThan(10);

  await posts
    .first()
    .getByRole('button', { name: /^Edit the post at/ })
    .click();
  await preview.getByLabel('Post content').fill('My own first post of the month');
  await preview.getByRole('button', { name: 'Done' }).click();
  await posts
    .last()
    .getByRole('button', { name: /^Remove the post at/ })
    .click();
  await page.reload();
  await expect(preview.getByText('My own first post of the month')).toBeVisible();
  await expect(posts).toHaveCount(count - 1);

  await posts
    .first()
    .getByRole('button', { name: /^Move the post at/ })
    .click();
  const time = preview.getByLabel('New time');
  const moved = `${(await time.inputValue()).slice(0, 11)}21:45`;
  await time.fill(moved);
  await preview.getByRole('button', { name: 'Done' }).click();
  await preview.getByRole('button', { name: 'Schedule Now' }).click();
  await expect(preview).toBeHidden();
  const saved = await call<{ posts: { content: string; scheduledTimeLocal: string }[] }>(
    person,
    'GET',
    '/api/posts',
  );
  expect(saved.posts).toHaveLength(count - 1);
  expect(
    saved.posts.find((post) => post.content === 'My own first post of the month')?.scheduledTimeLocal,
  ).toContain(moved);
});
