import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { ask, PASSWORD } from './support/people.ts';
import { freshEmail, test } from './support/product.ts';
import { auth, openSignUp } from './support/screens.ts';

const WEB = join(import.meta.dirname, '../web');
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

let built: string;
test.beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'drumbeat-dev-build-'));
  const vite = join(import.meta.dirname, '../node_modules/vite/bin/vite.js');
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--mode', 'development', '--outDir', built, '--logLevel', 'error'],
    { cwd: WEB, env: { ...process.env, NODE_ENV: 'development' } },
  );
});
test.afterAll(() => rm(built, { recursive: true, force: true }));

/** The screens come from a development build; the API's answers are real. */
async function openDevBuild(page: Page, path: string): Promise<void> {
  await page.route(
    (url) => !url.pathname.startsWith('/api'),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      const file = extname(pathname) === '' ? '/index.html' : pathname;
      const body = await readFile(join(built, file)).catch(() => undefined);
      if (!body) return route.fulfill({ status: 404 });
      await route.fulfill({ body, contentType: TYPES[extname(file)] ?? 'application/octet-stream' });
    },
  );
  await page.goto(path);
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'Development' });

test('AUTH-48 PLAT-23 PLAT-24 PLAT-25 the dev panel skips payment and connection in the browser; the server decides as always', async ({
  page,
  baseURL,
}) => {
  const logged: string[] = [];
  page.on('console', (message) => void logged.push(message.text()));
  await openDevBuild(page, '/auth');
  await panel(page).getByText('Dev panel').click();
  for (const label of ['Skip X connection', 'Skip payment', 'Verbose logging'])
    await panel(page).getByLabel(label).check();
  await expect(panel(page).getByRole('status')).toHaveText(
    'Development: X connection skipped, payment skipped, calls are logged. The server decides as always.',
  );

  await auth.button(page, 'Sign Up').click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await auth.email(page).fill(freshEmail('developer'));
  await auth.password(page).fill(PASSWORD);
  await auth.agree(page).check();
  await auth.button(page, 'Sign Up').click();
  await expect(page).toHaveURL(`${baseURL}/dashboard`);
  await expect(page.getByRole('button', { name: 'Connect X' })).toHaveCount(0);
  expect(logged.some((line) => /POST .*\/api\/auth\/signup 200 \d+ ms/.test(line))).toBe(true);

  const token = (await page.evaluate(() => sessionStorage.getItem('authToken'))) ?? '';
  const generate = await ask({ baseURL, token }, 'POST', '/api/posts/generate-posts', {
    skipWeekends: false,
  });
  expect(generate.status).toBeGreaterThanOrEqual(400);
  expect((await ask({ baseURL, token }, 'GET', '/api/subscription/payment-method')).body).toEqual({
    hasPaymentMethod: false,
  });
});

test('PLAT-25 nothing of the dev panel is in a production build', async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem('devFlags', '{"skipPayment":true,"skipX":true}'));
  await openSignUp(page);
  await expect(panel(page)).toHaveCount(0);
  const assets = join(WEB, 'dist/assets');
  for (const name of await readdir(assets)) {
    if (extname(name) !== '.js') continue;
    const code = await readFile(join(assets, name), 'utf8');
    expect(code, name).not.toMatch(/devFlags|Dev panel|Skip payment/);
  }
});
