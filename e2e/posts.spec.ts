import { expect, type Page } from '@playwright/test';
import { enterAs, makePerson, type Person } from './support/people.ts';
import { test } from './support/product.ts';

let person: Person | undefined;
test.describe.configure({ mode: 'serial' });
test.beforeEach(async ({ page, baseURL, sandbox }) => {
  person ??= await makePerson(baseURL, sandbox, 'scheduled');
  await enterAs(page, person);
  await page.goto('/dashboard');
});

const rows = (page: Page) => page.getByRole('table', { name: 'Scheduled posts' }).getByRole('row');

test('POST-06 POST-44 the list shows ten posts a page, as people say times', async ({ page }) => {
  await expect(rows(page)).toHaveCount(11);
  await expect(rows(page).nth(1)).toContainText('Pending');
  for (const name of ['Post Content', 'Scheduled Time', 'Status', 'Actions']) {
    await expect(page.getByRole('columnheader', { name })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(rows(page)).toHaveCount(5);
});

test('POST-18 POST-19 POST-27 POST-28 POST-32 one post is edited at a time; a text that is too long cannot be saved', async ({
  page,
}) => {
  await rows(page).nth(1).getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('form', { name: 'Edit post' });
  // Blocked, yet within reach: it says why and does nothing else.
  await rows(page).nth(3).getByRole('button', { name: 'Edit' }).click({ force: true });
  await expect(
    page.getByText('Please save or cancel the current edit before editing another post.'),
  ).toBeVisible();
  await editor.getByLabel('Post content').fill('x'.repeat(281));
  await expect(editor.getByText('281 / 280')).toBeVisible();
  await expect(editor.getByRole('button', { name: 'Save' })).toBeDisabled();
  await editor.getByLabel('Post content').fill('Words of my own, kept.');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();
  await expect(rows(page).nth(1)).toContainText('Words of my own, kept.');
  await page.reload();
  await expect(rows(page).nth(1)).toContainText('Words of my own, kept.');
});

test('a search and a deletion that asks first, in words that name what is lost', async ({ page }) => {
  await page
    .getByRole('searchbox', { name: 'Search posts' })
    .or(page.getByLabel('Search posts'))
    .first()
    .fill('words of my own');
  await expect(rows(page)).toHaveCount(2);
  await rows(page).nth(1).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this post?' });
  await expect(dialog).toContainText('Words of my own, kept.');
  await dialog.getByRole('button', { name: 'Delete post' }).click();
  await expect(rows(page).filter({ hasText: 'Words of my own' })).toHaveCount(0);
});

test('POST-40 POST-42 posts are paused and resumed; each says why it waits', async ({ page }) => {
  await page.getByRole('button', { name: 'Pause posts' }).click();
  await expect(rows(page).nth(1)).toContainText('Waiting: posts are paused');
  await page.getByRole('button', { name: 'Resume posts' }).click();
  await expect(rows(page).nth(1)).not.toContainText('Waiting');
});

test('POST-09 POST-15 POST-16 PUB-02 PUB-13 a failed post says why and is retried, live', async ({
  page,
  sandbox,
}) => {
  await sandbox.xFault({
    kind: 'duplicate',
    count: 1,
    endpoint: 'tweets',
    ...{ username: person?.username },
  });
  const row = rows(page).nth(1);
  const text = (await row.getByRole('cell').first().innerText()).trim().slice(0, 50);
  await row.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('form', { name: 'Edit post' });
  await editor.getByLabel('Scheduled time').fill(new Date(Date.now() + 3_000).toISOString().slice(0, 19));
  await editor.getByRole('button', { name: 'Save' }).click();
  const failed = rows(page).filter({ hasText: text });
  await expect(failed).toContainText('Failed', { timeout: 15_000 });
  await expect(failed).toContainText('X refused this post because the account posted the same text lately.');
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(failed).toContainText('Posted', { timeout: 15_000 });
  await sandbox.tweetsOnceThereAre(1, person?.username ?? '');
});
