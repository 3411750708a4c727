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

test('LAND-03 LAND-04 LAND-05 LAND-06 LAND-07 LAND-08 LAND-09 LAND-10 LAND-11 LAND-13 LAND-14 it tells what it does and what it costs, and each button leads where it says', async ({
  page,
}) => {
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
  for (const card of await features.getByRole('listitem').all()) {
    await expect(card.getByRole('paragraph')).not.toBeEmpty();
  }
  const cards = page.getByRole('region', { name: 'Pricing' }).getByRole('article');
  await expect(cards.getByRole('heading')).toHaveText(['Free Trial', 'Plans']);
  await expect(cards.first()).toContainText('14 AI-generated posts');
  await expect(cards.first().getByRole('link', { name: 'Start Free Trial' })).toBeVisible();
  await expect(cards.last()).toContainText('From $7 / month');
  await expect(cards.first()).toContainText('Card required, first charge after 7 days');
  await expect(cards.last().getByRole('list', { name: 'Prices' }).getByRole('listitem')).toHaveText([
    /^Free\$0\d posts a week/,
    /^Standard\$7 \/ month\d posts? a day/,
    /^Pro\$15 \/ month\d posts? a day/,
    /^Pro\+\$25 \/ month\d posts? a day/,
  ]);
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
});

test('the page is never from a cache, its files for ever: compressed, and with no header that only pages heed', async ({
  baseURL,
}) => {
  const page = await fetch(baseURL);
  expect(page.headers.get('cache-control')).toBe('no-cache');
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^' ]+';/);
  const file = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1];
  const { status, headers } = await fetch(`${baseURL}${file}`, { headers: { 'accept-encoding': 'br' } });
  expect(status).toBe(200);
  expect(headers.get('content-encoding')).toBe('br');
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBeNull();
  const none = await fetch(`${baseURL}/assets/none.js`);
  expect(none.status).toBe(404);
  expect(none.headers.get('content-security-policy')).not.toBeNull();
  const icon = await fetch(`${baseURL}/favicon.svg`);
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(icon.headers.get('cache-control')).toBe('no-cache');
  const asBuilt = await fetch(`${baseURL}/index.html`);
  expect(await asBuilt.text()).toContain('<meta name="support-email" content="help@real.example"');
  const besideTheFiles = await fetch(`${baseURL}/assets/..%2F.pages%2Fpages.json`);
  expect(besideTheFiles.status).toBe(404);
});
