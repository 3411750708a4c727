import { expect, type Locator, type Page } from '@playwright/test';
import { listenTo, planMaintenance } from './support/answers.ts';
import { enterAs, makePerson, type Person } from './support/people.ts';
import { test } from './support/product.ts';
import { rowsOf, toast, utcIn } from './support/screens.ts';

const editorOf = (page: Page) => page.getByRole('form', { name: 'Edit post' });
const press = (row: Locator, action: string) =>
  row.getByRole('button', { name: new RegExp(`^${action} post of `) });

/** A blocked button can still be focused: pressed, it says why and does nothing else. */
const pressBlocked = (row: Locator, name: string) => press(row, name).press('Enter');

/** The main hue of a chip's words, in degrees: 0 is red, 60 yellow, 120 green, 180 cyan. */
async function hueOf(row: Locator, status: string): Promise<number> {
  const chip = row.locator(`[data-status="${status}"]`);
  const [red = 0, green = 0, blue = 0] = await chip.evaluate((element) =>
    (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number),
  );
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue);
  if (most === red) return (60 * ((green - blue) / span) + 360) % 360;
  return most === green ? 60 * ((blue - red) / span) + 120 : 60 * ((red - green) / span) + 240;
}

/** How many whole posts are in view without scrolling. */
async function postsInView(page: Page): Promise<number> {
  const boxes = await Promise.all((await rowsOf(page).all()).slice(1).map((row) => row.boundingBox()));
  const { height } = page.viewportSize() ?? { height: 0 };
  return boxes.filter((box) => box && box.y >= 0 && box.y + box.height <= height).length;
}

async function textOf(row: Locator): Promise<string> {
  return (await row.getByRole('cell').first().getByRole('paragraph').first().innerText()).trim();
}

/** Edits the row's post to be due in a moment; gives the row as it is found from then on. */
async function makeDue(page: Page, row: Locator, seconds: number): Promise<Locator> {
  const text = await textOf(row);
  await press(row, 'Edit').click();
  await editorOf(page).getByLabel('Scheduled time').fill(utcIn(seconds));
  await editorOf(page).getByRole('button', { name: 'Save' }).click();
  await expect(editorOf(page)).toBeHidden();
  return rowsOf(page).filter({ hasText: text.split('\n')[0] ?? text });
}

test.describe.configure({ mode: 'serial' });

let person: Person;
test.beforeAll(async ({ baseURL, sandbox }) => {
  person = await makePerson(baseURL, sandbox, 'scheduled');
});
test.beforeEach(async ({ page }) => {
  await enterAs(page, person);
  await page.goto('/dashboard');
  await expect(rowsOf(page)).toHaveCount(11);
});

test('POST-01 POST-06 POST-44 DASH-28 DASH-33 DASH-34 DASH-35 the list has four columns and ten posts a page, of which several are in view; on a phone each post is a card', async ({
  page,
}) => {
  await expect(page.getByRole('columnheader')).toHaveText([
    'Post Content',
    'Scheduled Time',
    'Status',
    'Actions',
  ]);
  const row = rowsOf(page).nth(1);
  await expect(row).toContainText('Pending');
  expect(await hueOf(row, 'Pending')).toBeGreaterThan(25);
  expect(await hueOf(row, 'Pending')).toBeLessThan(65);
  const pages = page.getByRole('navigation', { name: 'Pages of posts' });
  await expect(pages).toContainText('1–10 of 14');
  await pages.getByRole('button', { name: 'Next page' }).click();
  await expect(rowsOf(page)).toHaveCount(5);
  await page.reload();
  await expect(pages).toContainText('Page 2 of 2');

  // Another journey may plan maintenance at this moment, which everybody is told in a banner.
  await planMaintenance(page, false, null);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/dashboard');
  await expect(rowsOf(page)).toHaveCount(11);
  await expect.poll(() => postsInView(page)).toBeGreaterThanOrEqual(6);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => postsInView(page)).toBeGreaterThanOrEqual(2);
  const card = rowsOf(page).nth(1);
  await expect(card).toContainText('Pending');
  await expect(press(card, 'Edit')).toBeVisible();
  const { width = 0 } = (await card.boundingBox()) ?? {};
  expect(width).toBeLessThanOrEqual(390);
  const columns = await card
    .getByRole('cell')
    .evaluateAll((cells) => cells.slice(0, 2).map((cell) => cell.getBoundingClientRect().bottom));
  expect(columns[0]).not.toBe(columns[1]);
});

test('POST-19 POST-40 POST-41 POST-46 POST-48 DASH-29 an edit, a deletion and a pause survive a reload; an undone deletion does not', async ({
  page,
}) => {
  await press(rowsOf(page).nth(1), 'Edit').click();
  await editorOf(page).getByRole('textbox', { name: 'Post content' }).fill('Words of my own, kept.');
  await editorOf(page).getByLabel('Scheduled time').fill(utcIn(1_800));
  await editorOf(page).getByRole('button', { name: 'Save' }).click();
  await expect(editorOf(page)).toHaveCount(0);
  await expect(toast(page, 'Post saved.')).toBeVisible();
  await page.reload();
  const row = rowsOf(page).filter({ hasText: 'Words of my own, kept.' });
  await expect(row).toContainText('Pending');
  const saved = await row.getByRole('time').getAttribute('datetime');
  expect(Math.abs(Date.parse(saved ?? '') - Date.now() - 1_800_000)).toBeLessThan(60_000);

  await press(row, 'Delete').click();
  const undo = page.getByRole('button', { name: /^Undo: restore post of / });
  await undo.click();
  await expect(press(row, 'Edit')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1–10 of 14')).toBeVisible();
  const answered = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await press(row, 'Delete').click();
  await expect(undo).toBeVisible();
  await answered;
  await page.getByRole('button', { name: 'Pause posts' }).click();
  // The first row still offers to undo the deletion.
  await expect(rowsOf(page).nth(2)).toContainText('Waiting: posts are paused');
  await page.reload();
  await expect(page.getByText('1–10 of 13')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(rowsOf(page).nth(1)).toContainText('Waiting: posts are paused');
  await page.getByRole('button', { name: 'Resume posts' }).click();
  await expect(rowsOf(page).nth(1)).not.toContainText('Waiting');
});

test('POST-07 POST-08 POST-09 POST-12 POST-13 POST-14 POST-15 POST-16 POST-30 POST-31 PUB-02 PUB-03 PUB-13 a failed post says why and is retried, each state shows live, and a posted one cannot be changed', async ({
  page,
  sandbox,
}) => {
  const calls = listenTo(page);
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(11);
  const opening = () => calls.filter((each) => /sse|stream/.test(each)).join(', then ');
  await expect.poll(opening).toContain('POST /api/sse/token, then GET /api/posts/stream');

  await sandbox.xFault({ kind: 'duplicate', count: 2, endpoint: 'tweets', username: person.username });
  const row = await makeDue(page, rowsOf(page).nth(1), 3);
  await expect(row).toContainText('Failed', { timeout: 15_000 });
  expect(Math.round(await hueOf(row, 'Failed')) % 360).toBeLessThan(15);
  await expect(row).toContainText('X refused this post because you posted the same text recently.');
  await expect(row).toContainText('DUPLICATE_TWEET');
  await press(row, 'Retry').click();
  await expect(toast(page, 'You cannot post the same tweet twice.')).toBeVisible({ timeout: 15_000 });
  await expect(row).toContainText('Failed (1 retry)');
  await press(row, 'Retry').click();
  await expect(row).toContainText('Posted', { timeout: 15_000 });
  const green = await hueOf(row, 'Posted');
  expect(green).toBeGreaterThan(100);
  expect(green).toBeLessThan(170);
  await expect(row.getByRole('link', { name: /View on X/ })).toHaveAttribute('href', /\/status\/\d+$/);
  await sandbox.tweetsOnceThereAre(1, person.username);

  await expect(press(row, 'Retry')).toHaveCount(0);
  await expect(press(row, 'Edit')).toHaveCount(0);
  await press(row, 'More').click();
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
  await expect(toast(page, 'Cannot edit a post that has already been published.')).toBeVisible();
  await press(row, 'More').click();
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await expect(toast(page, 'Posted posts cannot be changed')).toBeVisible();

  await sandbox.xFault({
    kind: 'duplicate',
    delayMs: 4_000,
    endpoint: 'tweets',
    username: person.username,
  });
  const other = await makeDue(page, rowsOf(page).filter({ hasText: 'Pending' }).first(), 2);
  await expect(other).toContainText('Processing', { timeout: 15_000 });
  const cyan = await hueOf(other, 'Processing');
  expect(cyan).toBeGreaterThan(170);
  expect(cyan).toBeLessThan(205);
  await pressBlocked(other, 'Edit');
  await expect(
    toast(page, 'Post is still being processed. Please wait a moment before editing.'),
  ).toBeVisible();
  await expect(other).toContainText('Failed');
});
