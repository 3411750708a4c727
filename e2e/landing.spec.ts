import { expect, type Page } from '@playwright/test';
import { test } from './support/product.ts';

const spinner = (page: Page) => page.getByRole('status').getByText('Loading');
const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('LAND-01 LAND-02 a visitor sees a spinner until the first second of the navigation is over, then the landing page', async ({
  page,
}) => {
  await page.clock.install();
  await page.addInitScript(() => {
    // The script begins 400 ms after the navigation, and the page's own second without a script never ends, however
    // busy this machine is.
    Object.defineProperty(performance, 'now', { value: () => 400 });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { animation-play-state: paused !important }');
    document.adoptedStyleSheets.push(sheet);
  });
  await page.goto('/');
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.reload();
  await expect(spinner(page)).toBeVisible();
  await page.clock.runFor(590);
  await expect(spinner(page)).toBeVisible();
  await expect(title(page)).toHaveCount(0);
  await expect(page.getByText('Slept badly and a long session planned?')).toBeHidden();
  await page.clock.runFor(10);
  await expect(title(page)).toBeVisible();
  await expect(spinner(page)).toHaveCount(0);
});

test('LAND-03 LAND-04 LAND-05 LAND-06 LAND-07 LAND-08 LAND-09 LAND-10 LAND-11 LAND-13 LAND-14 LEGAL-10 the landing page shows features and prices, each link works, and nothing is loaded from other companies', async ({
  page,
  baseURL,
}) => {
  const strangers: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== baseURL) strangers.push(request.url());
  });
  const header = page.getByRole('banner');
  const hero = page.locator('section', { has: title(page) });
  const ways = [
    { within: header, button: 'Sign In', url: /\/auth$/, heading: 'Sign in to Drumbeat' },
    { within: hero, button: 'Get Started for Free', url: /\/auth$/, heading: 'Create your account' },
    { within: page, button: 'Start Free Trial', url: /\/auth$/, heading: 'Create your account' },
    { within: page, button: 'View Plans', url: /\/products$/, heading: 'Choose a plan' },
  ];
  await page.goto('/');
  for (const { within, button, url, heading } of ways) {
    await within.getByRole('link', { name: button, exact: true }).click();
    await expect(page).toHaveURL(url);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await page.goBack();
    await expect(title(page)).toHaveText('A steady beat of posts on X, without writing them.');
  }

  await expect(page.getByText('Made for people and small businesses')).toBeVisible();
  const features = page.getByRole('region', { name: 'What it does while you work' });
  await expect(features.getByRole('heading', { level: 3 })).toHaveText([
    'AI-Powered Content',
    'Smart Scheduling',
    'Consistent Growth',
  ]);
  const cards = page.getByRole('region', { name: 'Pricing' }).getByRole('article');
  await expect(cards.getByRole('heading')).toHaveText(['Free Trial', 'Plans']);
  await expect(cards.first().getByRole('link', { name: 'Start Free Trial' })).toBeVisible();
  await expect(cards.last()).toContainText('From $7 / month');
  await expect(cards.last().getByRole('link', { name: 'View Plans' })).toBeVisible();

  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Support' })).toHaveAttribute(
    'href',
    'mailto:help@real.example',
  );
  for (const [name, path] of [
    ['Terms of Service', '/terms'],
    ['Privacy Policy', '/privacy'],
  ] as const) {
    await footer.getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(title(page)).toHaveText(name);
    await expect(page.getByRole('link', { name: 'help@real.example' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(footer).toBeVisible();
  }
  await page.waitForLoadState('networkidle');
  expect(strangers).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});
