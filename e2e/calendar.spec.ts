import { expect, type Locator, type Page } from '@playwright/test';
import { isClean } from './support/accessible.ts';
import { call, enterAs, makePerson, type Person } from './support/people.ts';
import { test } from './support/product.ts';
import { expectToldOnce } from './support/screens.ts';

interface Post {
  id: string;
  content: string;
  scheduledTime: string;
  status: string;
}

const DAY_MS = 86_400_000;
const dayOf = (iso: string): string => iso.slice(0, 10);
const nextDay = (iso: string): string => dayOf(new Date(Date.parse(iso) + DAY_MS).toISOString());

const eventOf = (page: Page, post: Post): Locator => page.locator(`[data-post="${post.id}"]`);
const cellOf = (page: Page, day: string): Locator => page.locator(`[data-date="${day}"][role="cell"]`);
const eventIn = (page: Page, day: string, post: Post): Locator =>
  cellOf(page, day).locator(`[data-post="${post.id}"]`);

/** The middle of an element, in pixels of the window. */
async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not on the page.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function dragByMouse(page: Page, from: Locator, to: Locator): Promise<void> {
  const start = await middleOf(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  const end = await middleOf(to);
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
}

// The device is elsewhere than the person plans: days and times follow the person's zone, which is UTC here.
test.use({ viewport: { width: 1440, height: 1500 }, timezoneId: 'America/St_Johns' });
test.describe.configure({ mode: 'serial' });

let person: Person;
const postsNow = async (): Promise<Post[]> =>
  (await call<{ posts: Post[] }>(person, 'GET', '/api/posts')).posts;

/** The pending post of that number, soonest first. */
async function pending(number: number): Promise<Post> {
  const waiting = (await postsNow()).filter((post) => post.status === 'Pending');
  const post = waiting.sort((a, b) => a.scheduledTime.localeCompare(b.scheduledTime))[number];
  if (!post) throw new Error('There are too few posts.');
  return post;
}
async function timeOf(post: Post): Promise<string | undefined> {
  return (await postsNow()).find(({ id }) => id === post.id)?.scheduledTime;
}
/** Takes a post off a day that has as many as the plan allows. */
async function makeRoomOn(day: string): Promise<void> {
  const planned = (await postsNow()).filter((post) => dayOf(post.scheduledTime) === day);
  if (planned.length > 1) await call(person, 'DELETE', `/api/posts/${planned[0]?.id}`);
}
const openMonthOf = (page: Page, post: Post): Promise<unknown> =>
  page.goto(`/dashboard?view=calendar&day=${dayOf(post.scheduledTime)}`);

test.beforeAll(async ({ baseURL, sandbox }) => {
  person = await makePerson(baseURL, sandbox, 'scheduled');
});
test.beforeEach(async ({ page }) => {
  await enterAs(page, person);
});

test('CAL-01 CAL-02 CAL-03 CAL-06 CAL-07 DASH-25 month, week and day: the address keeps the view, and axe finds nothing', async ({
  page,
}) => {
  await page.goto('/dashboard');
  await page.getByRole('radiogroup', { name: 'Posts as' }).getByText('Calendar').click();
  await expect(page).toHaveURL(/view=calendar/);
  await expect(page.locator('[data-date][role="cell"]')).toHaveCount(42);
  await page.reload();
  await expect(page.locator('[data-date][role="cell"]')).toHaveCount(42);
  await page.getByRole('radiogroup', { name: 'Calendar view' }).getByText('Week').click();
  await expect(page.getByText('All day')).toBeVisible();
  await expect(page.locator('[data-time="09:30:00"]').first()).toBeAttached();
  await expect(page.locator('[class*="_now_"]').first()).toBeAttached();
  await page.getByRole('radiogroup', { name: 'Calendar view' }).getByText('Day').click();
  const title = page.getByRole('heading', { level: 3, name: /^\w+day \d+ \w+ \d{4}$/ });
  const today = await title.innerText();
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(title).not.toHaveText(today);
  await page.getByRole('button', { name: 'Previous day' }).click();
  await expect(title).toHaveText(today);
  await page.getByRole('button', { name: 'Next day' }).click();
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(title).toHaveText(today);
  await expect(page).not.toHaveURL(/day=/);
  for (const span of ['month', 'week']) {
    const post = await pending(2);
    await page.goto(`/dashboard?view=calendar&span=${span}&day=${dayOf(post.scheduledTime)}`);
    await expect(eventOf(page, post).first()).toBeVisible();
    await isClean(page, `calendar by ${span}`);
  }
});

test('CAL-08 CAL-10 a post dragged to a day with room keeps its clock, shows it at once, and can be undone', async ({
  page,
}) => {
  const post = await pending(3);
  const target = nextDay(post.scheduledTime);
  await openMonthOf(page, post);
  await eventOf(page, post).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await dragByMouse(page, eventOf(page, post), cellOf(page, target));
  await expectToldOnce(
    page,
    /Your plan allows 2 posts a day\. .+ is full: move or delete one of its posts first\./,
  );
  await expect(eventIn(page, dayOf(post.scheduledTime), post)).toBeVisible();
  expect(await timeOf(post)).toBe(post.scheduledTime);

  await makeRoomOn(target);
  await dragByMouse(page, eventOf(page, post), cellOf(page, target));
  await expect(eventIn(page, target, post)).toBeVisible();
  await expectToldOnce(page, /^Moved to /);
  expect(await timeOf(post)).toBe(target + post.scheduledTime.slice(10));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(eventIn(page, dayOf(post.scheduledTime), post)).toBeVisible();
  await expectToldOnce(page, /^Back at /);
  expect(await timeOf(post)).toBe(post.scheduledTime);
});

/** A finger that rests on an element until it is picked up, and carries it to another one. */
async function dragByTouch(
  page: Page,
  from: Locator,
  to: Locator,
  isLifted: () => Promise<void>,
): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  const put = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const start = await middleOf(from);
  await put('touchStart', [start]);
  await isLifted();
  const end = await middleOf(to);
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await put('touchMove', [
      { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part },
    ]);
  }
  await put('touchEnd', []);
}

test.describe('by touch', () => {
  test.use({ hasTouch: true });

  test('CAL-10 a finger that rests on a post carries it to another day, in the month and in the list of a phone', async ({
    page,
  }) => {
    const post = await pending(6);
    const target = nextDay(post.scheduledTime);
    await makeRoomOn(target);
    await openMonthOf(page, post);
    await dragByTouch(page, eventOf(page, post), cellOf(page, target), () =>
      expect(eventOf(page, post).first()).not.toHaveCSS('box-shadow', 'none'),
    );
    await expect(eventIn(page, target, post)).toBeVisible();
    await expectToldOnce(page, /^Moved to /);
    expect(await timeOf(post)).toBe(target + post.scheduledTime.slice(10));

    await page.setViewportSize({ width: 390, height: 1200 });
    const listed = await pending(7);
    const nextTarget = nextDay(listed.scheduledTime);
    await makeRoomOn(nextTarget);
    await openMonthOf(page, listed);
    const day = page.locator(`button[data-day="${nextTarget}"]`);
    await dragByTouch(page, eventOf(page, listed), day, () =>
      expect(eventOf(page, listed)).toHaveAttribute('data-lifted'),
    );
    await expectToldOnce(page, /^Moved to /);
    expect(await timeOf(listed)).toBe(nextTarget + listed.scheduledTime.slice(10));
    await day.click();
    await expect(eventOf(page, listed)).toBeVisible();
  });
});
