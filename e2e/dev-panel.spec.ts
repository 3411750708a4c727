import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from './support/product.ts';
import { openSignUp } from './support/screens.ts';

test('PLAT-25 nothing of the dev panel is in a production build', async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem('devFlags', '{"skipPayment":true,"skipX":true}'));
  await openSignUp(page);
  await expect(page.getByRole('complementary', { name: 'Development' })).toHaveCount(0);
  const assets = join(import.meta.dirname, '../web/dist/assets');
  for (const name of await readdir(assets)) {
    if (extname(name) !== '.js') continue;
    const code = await readFile(join(assets, name), 'utf8');
    expect(code, name).not.toMatch(/devFlags|Dev panel|Skip payment/);
  }
});
