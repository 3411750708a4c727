import { expect, type Page } from '@playwright/test';
import { answerWith, listenTo } from './support/answers.ts';
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

test('ACC-03 ACC-04 ACC-05 ACC-08 ACC-33 ACC-48 the popup is 600 by 800; closed by hand, it ends in silence; cancelled on X, it says so, as in this tab', async ({
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

test('ACC-07 ACC-09 ACC-11 ACC-22 ACC-26 ACC-32 ACC-45 ACC-46 DASH-38 a connection is told once, and its picture is read; a second one joins it, and one switches between them', async ({
  page,
}) => {
  const calls = listenTo(page);
  await connect(page).click();
  await authorizeAs(page, person.username);
  await expectToldOnce(page, 'X account connected successfully!');
  await expect(modal(page)).toHaveCount(0);
  await expect.poll(() => calls).toContain('POST /api/twitter/profile/refresh');
  await expect(page.getByRole('heading', { name: 'Ready to write your next 7 days' })).toBeVisible();

  await menuOf(page, person.username).click();
  await page.getByRole('menuitem', { name: 'Refresh profile picture' }).click();
  await expect(toast(page, 'Profile picture refreshed successfully!')).toBeVisible();
  await answerWith(page, '/api/twitter/profile/refresh', 502);
  await menuOf(page, person.username).click();
  await page.getByRole('menuitem', { name: 'Refresh profile picture' }).click();
  await expect(toast(page, 'Failed to refresh profile picture. Please try again.')).toBeVisible();
  await page.unrouteAll();
  // Takes the words of the first connection away.
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
  if (other === second) {
    await menuOf(page, second).click();
    await account(page, person.username).click();
    await expect(menuOf(page, person.username)).toBeVisible();
  }
});

test('ACC-12 ACC-29 ACC-30 ACC-31 ACC-40 ACC-41 ACC-42 ACC-43 ACC-44 disconnecting asks first, and that account stays away for 24 hours; one of somebody else is refused', async ({
  page,
  baseURL,
  sandbox,
}) => {
  const { username } = person;
  const disconnect = async (answer: 'accept' | 'dismiss') => {
    const asked = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog[answer]();
      return dialog.message();
    });
    await menuOf(page, username).click();
    await page.getByRole('menuitem', { name: `Disconnect @${username}` }).click();
    return asked;
  };
  const calls = listenTo(page);
  expect(await disconnect('dismiss')).toContain('you can only connect it again after 24 hours');
  await expect(menuOf(page, username)).toBeVisible();
  expect(calls).not.toContain('POST /api/oauth/x/disconnect');
  await answerWith(page, '/api/oauth/x/disconnect', 500);
  await disconnect('accept');
  await expect(toast(page, 'Failed to disconnect X account. Please try again.')).toBeVisible();
  await page.unrouteAll();
  await disconnect('accept');
  await expect(toast(page, 'X account disconnected.')).toBeVisible();
  await expect(menuOf(page, username)).toHaveCount(0);

  await menuOf(page, `${person.username}_2`).click();
  await page.getByRole('menuitem', { name: 'Add X account' }).click();
  await authorizeAs(page, person.username);
  await expect(problem(page)).toContainText(
    'This X account was disconnected recently. Please wait 24 hours before you connect it again.',
  );

  const holder = await makePerson(baseURL, sandbox, 'connected');
  await authorizeAs(page, holder.username);
  const told = problem(page);
  await expect(told).toContainText('This X account is already linked to another user (p••••@e••••.com).');
  await expect(told).toContainText('Each X account can be connected to only one Drumbeat account.');
  await expect(page.getByText(holder.email)).toHaveCount(0);
});
