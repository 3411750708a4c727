import { expect, type Page } from '@playwright/test';
import { listenTo } from './support/answers.ts';
import { ask, enterAs, makePerson, type Person } from './support/people.ts';
import { test } from './support/product.ts';
import { expectToldOnce, toast } from './support/screens.ts';

const modal = (page: Page) => page.getByRole('dialog', { name: 'Connect Twitter/X Account' });
const go = (page: Page) => modal(page).getByRole('button', { name: 'Continue to Connect' });
const connect = (page: Page) => page.getByRole('button', { name: 'Connect X', exact: true });
/** What the dialog says of an attempt that connected nothing. */
const problem = (page: Page) => modal(page).getByRole('alert');
const account = (page: Page, username: string) =>
  page.getByRole('menuitem', { name: new RegExp(`^@${username} `) });
const menuOf = (page: Page, username: string) =>
  page.getByRole('button', { name: `X account @${username}`, exact: true });

let person: Person;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ baseURL, sandbox }) => {
  person = await makePerson(baseURL, sandbox, 'in trial');
});
test.beforeEach(async ({ page }) => {
  await enterAs(page, person);
  await page.goto('/dashboard');
});

/** Opens the popup, and gives X's page once it is there. */
async function openX(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), go(page).click()]);
  await popup.getByRole('button', { name: 'Authorize app' }).waitFor();
  return popup;
}

async function authorizeAs(page: Page, username: string): Promise<void> {
  const popup = await openX(page);
  await popup.getByLabel('Somebody else').fill(username);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Authorize app' }).click();
  await closed;
}

test('ACC-03 ACC-04 ACC-05 ACC-08 ACC-33 ACC-48 the popup is 600 by 800; closing it shows no message; cancelling on X shows one, in the popup as in this tab', async ({
  page,
}) => {
  await page.evaluate(() => {
    const { open } = window;
    window.open = (...given) => {
      document.body.dataset.features = given[2];
      return open.apply(window, given);
    };
  });
  await connect(page).click();
  const popup = await openX(page);
  await expect(page.locator('body')).toHaveAttribute('data-features', /width=600\b.*height=800\b/);
  await expect(modal(page).getByRole('button', { name: 'Connecting...' })).toBeVisible();
  await expect(popup.getByRole('heading', { name: 'Drumbeat wants to access your X account' })).toBeVisible();
  await popup.close();
  await expect(go(page)).toBeVisible();
  await expect(toast(page, /./)).toHaveCount(0);

  const again = await openX(page);
  await again.getByRole('button', { name: 'Cancel' }).click();
  await expect(problem(page)).toHaveText('You cancelled on X. Nothing was connected.');
  expect((await ask(person, 'GET', '/api/oauth/x/status')).body).toEqual({ connected: false });

  await page.evaluate(() => Object.assign(window, { open: () => null }));
  await go(page).click();
  await problem(page).getByRole('button', { name: 'Open X in this tab' }).click();
  await expect(page.getByRole('button', { name: 'Authorize app' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(toast(page, 'You cancelled on X. Nothing was connected.')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('ACC-07 ACC-11 ACC-22 ACC-32 ACC-41 ACC-46 DASH-38 PUB-16 PUB-20 PUB-21 PUB-22 an account is connected and sends a test tweet; a second one joins, and the switch between them survives a reload', async ({
  page,
  sandbox,
}) => {
  const calls = listenTo(page);
  await connect(page).click();
  await authorizeAs(page, person.username);
  await expectToldOnce(page, 'X account connected successfully!');
  await expect(modal(page)).toHaveCount(0);
  await expect.poll(() => calls).toContain('POST /api/twitter/profile/refresh');
  await expect(page.getByRole('heading', { name: 'Ready to write your next 7 days' })).toBeVisible();

  await menuOf(page, person.username).click();
  await page.getByRole('menuitem', { name: 'Send a test tweet' }).click();
  const question = page.getByRole('dialog', { name: `Post a test tweet to @${person.username}?` });
  const text = await question.getByText('Testing Drumbeat: this account is connected').innerText();
  await question.getByRole('button', { name: 'Post it now' }).click();
  await expect(toast(page, 'Sending a test tweet to your account...')).toBeVisible();
  await expect(toast(page, 'Test tweet posted successfully!')).toBeVisible();
  await expect(toast(page, 'View your tweet: ')).toContainText(/\/status\/\d+/);
  const [tweet] = await sandbox.tweetsOnceThereAre(1, person.username);
  expect(tweet?.text).toBe(text);

  // Removes the toast of the first connection.
  await page.reload();

  const second = `${person.username}_2`;
  await menuOf(page, person.username).click();
  await page.getByRole('menuitem', { name: 'Add X account' }).click();
  await authorizeAs(page, second);
  await expect(toast(page, 'X account connected successfully!')).toBeVisible();
  const [shown, other] = (await menuOf(page, second).isVisible())
    ? [second, person.username]
    : [person.username, second];
  await menuOf(page, shown).click();
  // It shows at once; a reload before the server has it would undo it.
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await account(page, other).click();
  await expect(menuOf(page, other)).toBeVisible();
  await saved;
  await page.reload();
  await expect(menuOf(page, other)).toBeVisible();
});
