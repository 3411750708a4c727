import { expect, type Page } from '@playwright/test';
import { enterAs, makePerson, type Person } from './support/people.ts';
import { test } from './support/product.ts';
import { toast } from './support/screens.ts';

async function askForOne(page: Page, { username }: Person): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: `X account @${username}` }).click();
  await page.getByRole('menuitem', { name: 'Send a test tweet' }).click();
}

/** Sends one after the question; returns the text that the question showed. */
async function sendOne(page: Page, person: Person): Promise<string> {
  await askForOne(page, person);
  const dialog = page.getByRole('dialog', { name: `Post a test tweet to @${person.username}?` });
  const text = dialog.getByText('Testing Drumbeat: this account is connected');
  await expect(text).toBeVisible();
  const shown = await text.innerText();
  await dialog.getByRole('button', { name: 'Post it now' }).click();
  return shown;
}

test('PUB-16 PUB-19 PUB-20 PUB-21 PUB-22 PUB-23 a test tweet is sent, stands on X, and its link follows; what keeps one from being sent is said', async ({
  page,
  baseURL,
  sandbox,
}) => {
  const person = await makePerson(baseURL, sandbox, 'connected');
  await enterAs(page, person);
  const shown = await sendOne(page, person);
  await expect(toast(page, 'Sending a test tweet to your account...')).toBeVisible();
  await expect(toast(page, 'Test tweet posted successfully!')).toBeVisible();
  await expect(toast(page, 'View your tweet: ')).toContainText(/\/status\/\d+/);
  const [tweet] = await sandbox.tweetsOnceThereAre(1, person.username);
  expect(tweet?.text).toBe(shown);

  await sendOne(page, person);
  await expect(
    toast(page, 'Failed to post test tweet: A test tweet was sent a moment ago. Wait a few seconds.'),
  ).toBeVisible();
  await page.route('**/api/twitter/accounts', async (route) => {
    const answer = await route.fetch();
    const { accounts } = (await answer.json()) as { accounts: object[] };
    await route.fulfill({ json: { accounts: accounts.map((each) => ({ ...each, needs_reconnect: true })) } });
  });
  await askForOne(page, person);
  await expect(toast(page, 'Please connect your Twitter/X account first.')).toBeVisible();
  // An answer that is still on its way would be read from a page that is gone.
  await page.unrouteAll({ behavior: 'wait' });
});
