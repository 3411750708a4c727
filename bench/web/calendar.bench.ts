/// <reference lib="dom" />
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { readNumbers } from '../support/options.ts';
import { startDatabase } from '../support/postgres.ts';
import { atMost, type Report, rounded } from '../support/report.ts';
import { startApi } from '../support/server-process.ts';
import { median } from '../support/statistics.ts';
import { answerFor } from './canned-answers.ts';
import { openBrowser } from './visit.ts';

const POSTS = 500;
const LIST_CODE = 'kB of JavaScript for the dashboard as a list';
const ALL_CODE = 'kB of JavaScript with the calendar';
const FIRST_PAINT = 'ms to the first paint of the month';

/** Interactions on the calendar, each measured from the key press or click to the next paint. */
const interactions: readonly { name: string; act: (page: Page) => Promise<void> }[] = [
  { name: 'next month', act: (page) => page.getByRole('button', { name: 'Next month' }).click() },
  { name: 'open a menu', act: (page) => page.keyboard.press('Shift+F10') },
  { name: 'close it', act: (page) => page.keyboard.press('Escape') },
  { name: 'pick up', act: (page) => page.keyboard.press('m') },
  { name: 'carry', act: (page) => page.keyboard.press('ArrowRight') },
  { name: 'drop', act: (page) => page.keyboard.press('Enter') },
  { name: 'previous month', act: (page) => page.getByRole('button', { name: 'Previous month' }).click() },
  { name: 'week', act: (page) => page.getByText('Week', { exact: true }).click() },
  { name: 'month', act: (page) => page.getByText('Month', { exact: true }).click() },
];

/** Milliseconds from an interaction to its paint, according to the browser's event timing (in steps of 8). */
async function timeOf(page: Page, act: (page: Page) => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const found: number[] = [];
    Object.assign(window, { found });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) found.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  await act(page);
  await page.evaluate(() => new Promise((done) => setTimeout(done, 400)));
  return page.evaluate(() => Math.max(0, ...(window as unknown as { found: number[] }).found));
}

/** A new browser context of a person with the posts, and the compressed bytes of the scripts it loaded. */
async function openDashboard(browser: Browser, url: string): Promise<{ page: Page; scripts: () => number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1500 }, locale: 'en-GB' });
  const page = await context.newPage();
  await page.addInitScript(() => sessionStorage.setItem('authToken', 'token'));
  await page.route('**/api/**', async (route) => {
    const answer = answerFor(route.request().method(), route.request().url(), POSTS);
    await (answer ? route.fulfill({ json: answer }) : route.fulfill({ status: 404, json: {} }));
  });
  const scripts = await countScripts(context, page);
  await page.goto(`${url}/dashboard`);
  await page.getByRole('table', { name: 'Scheduled posts' }).waitFor();
  await page.waitForLoadState('networkidle');
  return { page, scripts };
}

type Note = (name: string, value: number) => void;

/** Opens the list, then the calendar, and navigates in it. */
async function measure(browser: Browser, url: string, note: Note): Promise<void> {
  const { page, scripts } = await openDashboard(browser, url);
  note(LIST_CODE, scripts() / 1000);
  note(FIRST_PAINT, await firstPaint(page));
  await page.waitForLoadState('networkidle');
  note(ALL_CODE, scripts() / 1000);
  for (const { name, act } of interactions) {
    // In the next month, because what is left of the current one depends on the day.
    if (name === 'open a menu') await page.locator('[data-post-options]').nth(10).focus();
    note(name, await timeOf(page, act));
  }
  await page.context().close();
}

/** The calendar with 500 posts in a real browser: loaded code, the month's first paint, and interactions. */
export async function calendar(args: string[], tell: (line: string) => void): Promise<Report> {
  const { rounds } = readNumbers(args, { rounds: 5 });
  const database = await startDatabase();
  const browser = await openBrowser();
  const found = new Map<string, number[]>();
  const middle = (name: string): number => median(found.get(name) ?? []);
  try {
    const settings = { databaseUrl: database.url, sandboxPort: 1, smtpPort: 2, folder: database.folder };
    const api = await startApi(settings);
    try {
      for (let round = 0; round < rounds; round += 1) {
        await measure(browser, api.url, (name, value) =>
          found.set(name, [...(found.get(name) ?? []), value]),
        );
        tell(`round ${round + 1} of ${rounds}`);
      }
    } finally {
      await api.stop();
    }
  } finally {
    await browser.close();
    await database.stop();
  }
  const slowest = Math.max(...interactions.map(({ name }) => middle(name)));
  return {
    name: 'calendar',
    setting: { posts: POSTS, rounds },
    columns: ['what', 'median', 'worst'],
    rows: [...found].map(([name, all]) => [name, rounded(median(all)), rounded(Math.max(...all))]),
    verdicts: [
      atMost(LIST_CODE, middle(LIST_CODE), 200),
      atMost(ALL_CODE, middle(ALL_CODE), 290),
      atMost(FIRST_PAINT, middle(FIRST_PAINT), 600),
      atMost('ms from the slowest interaction to its paint', slowest, 100),
    ],
  };
}

/** Adds up the transferred size of the scripts that a page loads. */
async function countScripts(context: BrowserContext, page: Page): Promise<() => number> {
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const requests = new Set<string>();
  let bytes = 0;
  network.on('Network.responseReceived', ({ requestId, response }) => {
    if (new URL(response.url).pathname.endsWith('.js')) requests.add(requestId);
  });
  network.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (requests.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}

/** Milliseconds from switching to the calendar, whose code is not loaded yet, until its posts are painted. */
function firstPaint(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const began = performance.now();
    document.querySelector<HTMLElement>('input[value="calendar"]')?.click();
    while (document.querySelectorAll('[data-date] [data-post]').length === 0) {
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return performance.now() - began;
  });
}
