import { expect, type Page } from '@playwright/test';
import { isClean } from './support/accessible.ts';
import { planMaintenance } from './support/answers.ts';
import { bringTo, call, enterAs, makePerson, type Person } from './support/people.ts';
import { test } from './support/product.ts';
import { rowsOf } from './support/screens.ts';

const NICHE = 'Gardening';
const card = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { level: 2, name: title }) });
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

/** Adds up what moves on the page from its first moment on. */
async function countShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) (window as unknown as { shifted: number }).shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}

/** How many whole posts are in view without scrolling. */
async function postsInView(page: Page): Promise<number> {
  const boxes = await Promise.all((await rowsOf(page).all()).slice(1).map((row) => row.boundingBox()));
  const { height } = page.viewportSize() ?? { height: 0 };
  return boxes.filter((box) => box && box.y >= 0 && box.y + box.height <= height).length;
}

test.describe.configure({ mode: 'serial' });

let person: Person;
test.beforeAll(async ({ baseURL, sandbox }) => {
  person = await makePerson(baseURL, sandbox, 'in trial', NICHE);
});
test.beforeEach(({ page }) => enterAs(page, person));

test('DASH-01 DASH-02 DASH-06 DASH-16 a first visit is welcomed; without an account the card connects one', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByText('Welcome to Drumbeat')).toBeVisible();
  const { y: before } = (await card(page, 'Connect your X account').boundingBox()) ?? { y: 0 };
  await page.clock.runFor(2_500);
  await expect(page.getByText('Welcome to Drumbeat')).toHaveCount(0);
  await expect(page.getByText('No X account connected yet')).toBeVisible();
  const { y: after } = (await card(page, 'Connect your X account').boundingBox()) ?? { y: 1 };
  expect(after).toBe(before);
  await expect(page.getByRole('region', { name: 'Account status' })).toContainText('No X account');
  await expect(card(page, 'Connect your X account').getByRole('button')).toHaveText('Connect X');
});

test('DASH-18 DASH-19 DASH-20 the card is ready, then writes, then asks for a review, then schedules', async ({
  page,
  sandbox,
}) => {
  await bringTo(person, sandbox, 'connected');
  await sandbox.llmFault({ kind: 'slow', count: 1, delayMs: 3_000, niche: NICHE });
  await page.goto('/dashboard');
  await expect(card(page, 'Ready to write your next 7 days')).toContainText(`@${person.username}`);
  await page.getByRole('switch', { name: 'Skip weekends' }).click({ force: true });
  await press(page, 'Generate posts');
  await expect(card(page, `Writing posts for @${person.username}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Generate posts' })).toHaveCount(0);
  const preview = page.getByRole('dialog', { name: 'Preview Your 7-Day Content Calendar' });
  await expect(preview).toBeVisible({ timeout: 30_000 });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/posts', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await preview.getByRole('button', { name: 'Schedule Now' }).click();
  await expect(
    page.getByRole('heading', { name: 'Scheduling your posts…', includeHidden: true }),
  ).toHaveCount(1);
  release();
  await expect(preview).toHaveCount(0);
  await expect(page.getByText(/^All 14 trial posts are scheduled · more from \d{1,2} \w+/)).toBeVisible();
  person.stage = 'scheduled';
});

for (const { width, height, least } of [
  { width: 1440, height: 900, least: 6 },
  { width: 390, height: 844, least: 2 },
])
  test(`DASH-13 at ${width} × ${height} at least ${least} posts are in view, and nothing moves while it loads`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    // Another journey may plan maintenance at this moment, which everybody is told in a banner.
    await planMaintenance(page, false, null);
    const shifts = await countShifts(page);
    await page.goto('/dashboard');
    await expect(rowsOf(page)).toHaveCount(11);
    await expect(page.getByText(/^Pro trial · 7 days left · \$15\.00 a month/)).toBeVisible();
    await expect(page.getByRole('link', { name: /^Next post in |^A post is / })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => postsInView(page)).toBeGreaterThanOrEqual(least);
    expect(await shifts()).toBeLessThan(0.1);
    const meter = page.getByRole('meter', { name: 'Posts' });
    await expect(meter).toHaveAttribute('aria-valuetext', '14 of 14 to go');
  });

test('DASH-29 a pause makes the card resume; offline nothing is said to have happened', async ({
  page,
  context,
}) => {
  await page.goto('/dashboard');
  await expect(rowsOf(page)).toHaveCount(11);
  await context.setOffline(true);
  await press(page, 'Pause posts');
  await expect(page.getByText('You are offline: posts are NOT paused yet.')).toBeVisible();
  await expect(page.getByText('Posts are paused')).toHaveCount(0);
  await context.setOffline(false);
  await expect(card(page, 'Your posts are paused')).toBeVisible();
  await isClean(page, 'paused');
  await press(page, 'Resume posting');
  await expect(page.getByRole('link', { name: /^Next post in |^A post is / })).toBeVisible();
  expect((await call<{ postsPaused: boolean }>(person, 'GET', '/api/posts/pause-status')).postsPaused).toBe(
    false,
  );
});

test('DASH-06 DASH-12 an account that X took back is named in red, and the card reconnects it', async ({
  page,
  sandbox,
}) => {
  await fetch(`${sandbox.url}/sandbox/x/revoke`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: person.username }),
  });
  await page.goto('/dashboard');
  await press(page, 'Send a test tweet');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Post|Send/ })
    .click();
  await expect(card(page, `Reconnect @${person.username}`).getByRole('button')).toHaveText('Reconnect');
  await expect(page.getByRole('region', { name: 'Account status' })).toContainText('Disconnected');
});

test('DASH-04 DASH-21 DASH-22 a plan that ends is resumed by the card; one that has ended is bought again', async ({
  browser,
  baseURL,
  sandbox,
}) => {
  const again = await makePerson(baseURL, sandbox, 'scheduled');
  const page = await browser.newPage({ baseURL, reducedMotion: 'reduce' });
  await enterAs(page, again);
  await call(again, 'POST', '/api/subscription/cancel', { reason: 'other', feedback: 'A journey.' });
  await page.goto('/dashboard');
  await expect(card(page, 'Resume your plan').getByRole('button', { name: 'Resume plan' })).toBeVisible();
  await sandbox.advanceStripe(again.email, 8);
  await call(again, 'POST', '/api/subscription/sync');
  await page.reload();
  await expect(page.getByText(/^Your plan ended .+ · posts are on hold$/)).toBeVisible();
  await expect(card(page, 'Choose a plan to start posting again')).toBeVisible();
});
