import { expect } from '@playwright/test';
import { enterAs, makePerson } from './support/people.ts';
import { test } from './support/product.ts';

test('LAND-01 LAND-02 the landing page shows a spinner for a second, then its content, and nothing moves after', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const started = Date.now();
  await page.goto('/');
  await expect(page.getByRole('status').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(Date.now() - started).toBeGreaterThanOrEqual(1_000);
  await page.waitForLoadState('networkidle');
  const shift = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, each) => sum + each, 0),
  );
  expect(shift).toBeLessThan(0.01);
});

test('LAND-03 LAND-04 Sign In leads to /auth, to sign in', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('LAND-05 LAND-06 LAND-07 LAND-08 LAND-09 LAND-10 LAND-11 LAND-13 LAND-14 its parts and where they lead', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Get Started for Free' }).first()).toHaveAttribute(
    'href',
    '/auth',
  );
  await expect(page.getByText('people and small businesses')).toBeVisible();
  const features = ['AI-Powered Content', 'Smart Scheduling', 'Consistent Growth'];
  for (const title of features)
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Start Free Trial' })).toHaveAttribute('href', '/auth');
  await expect(page.getByRole('link', { name: 'View Plans' })).toHaveAttribute('href', '/products');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms');
  await expect(footer.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy');
  await expect(footer.getByRole('link', { name: 'Support' })).toHaveAttribute('href', /^mailto:.+@/);
});

test('LAND-12 LAND-15 who is verified goes on to the dashboard; who is not, or brings a token, stays', async ({
  browser,
  baseURL,
  sandbox,
}) => {
  const verified = await makePerson(baseURL, sandbox, 'in trial');
  const unverified = await makePerson(baseURL, sandbox, 'signed up');
  const open = async (person: typeof verified, path: string) => {
    const page = await (await browser.newContext({ baseURL })).newPage();
    await enterAs(page, person);
    await page.goto(path);
    return page;
  };
  await expect(await open(verified, '/')).toHaveURL(/\/dashboard$/);
  const staying = await open(unverified, '/');
  await expect(staying.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(staying).toHaveURL(`${baseURL}/`);
  const withToken = await open(verified, '/?token=abc');
  await expect(withToken.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(withToken).toHaveURL(/\/\?token=abc$/);
});
