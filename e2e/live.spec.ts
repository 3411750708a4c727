import { expect, type Page } from '@playwright/test';
import { ask, call, enterAs, makePerson, type Person } from './support/people.ts';
import { test } from './support/product.ts';
import { rowsOf, toast } from './support/screens.ts';

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

test('PUB-19 two tabs agree on edits, a pause and a lost connection, and signing out in one ends both', async ({
  page,
  baseURL,
  sandbox,
}) => {
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

  await sandbox.revoke(person.username);
  expect(await ask(person, 'POST', '/api/test-tweet')).toMatchObject({ body: { code: 'X_NOT_CONNECTED' } });
  for (const tab of [page, second])
    await expect(tab.getByRole('button', { name: 'Reconnect', exact: true })).toBeVisible();
  await second.getByRole('button', { name: `X account @${person.username}` }).click();
  await second.getByRole('menuitem', { name: 'Send a test tweet' }).click();
  await expect(toast(second, 'Please connect your Twitter/X account first.')).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await second.getByRole('button', { name: 'Resume posts' }).first().click();
  await expect(second).toHaveURL('/auth');
  await expect(toast(second, 'Your session has ended. Please sign in again.')).toBeVisible();
});
