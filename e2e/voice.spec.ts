import { expect } from '@playwright/test';
import { isClean } from './support/accessible.ts';
import { call, enterAs, makePerson } from './support/people.ts';
import { test } from './support/product.ts';
import { toast } from './support/screens.ts';

const openings = ['this morning', 'again today', 'no lie', 'as ever', 'somehow', 'at last'];
const subjects = ['the dough', 'my old oven', 'that rye loaf', 'the scale', 'our starter'];

/** An archive as X gives it: posts of a baker who writes in lower case and never shouts, a repost and a reply. */
function archiveOf(count: number): Buffer {
  const own = Array.from({ length: count }, (_, at) => ({
    full_text: `${openings[at % 6]} ${subjects[(at * 3) % 5]} took its time - batch ${at + 1}`,
    created_at: 'Sat Nov 21 09:00:00 +0000 2026',
  }));
  const others = [
    { full_text: 'RT @miller: flour is in', created_at: 'Sat Nov 21 09:00:00 +0000 2026' },
    {
      full_text: '@miller thank you',
      in_reply_to_status_id: '5',
      created_at: 'Sat Nov 21 09:00:00 +0000 2026',
    },
  ];
  const entries = [...own, ...others].map((tweet) => ({ tweet }));
  return Buffer.from(`window.YTD.tweets.part0 = ${JSON.stringify(entries, null, 2)}`);
}

test('voice import: an archive makes a profile, which survives a reload, and drafts say how near they are', async ({
  page,
  baseURL,
  sandbox,
}) => {
  const person = await makePerson(baseURL, sandbox, 'connected');
  await call(person, 'PATCH', '/api/user', { niche: 'Coffee' });
  await enterAs(page, person);
  await page.goto('/dashboard');
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Edit voice' }).click();
  await expect(page.getByRole('heading', { name: 'Voice', level: 1 })).toBeVisible();
  await isClean(page, 'a voice without a profile');

  await page.getByRole('button', { name: 'Import posts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import your posts' });
  const choose = (name: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/javascript', buffer });
  await choose('tweets.js', Buffer.from('alert("not an archive")'));
  await expect(dialog.getByText('This is not the tweets.js of an X archive.')).toBeVisible();
  await isClean(page, 'an import with a fault');
  await choose('tweets.js', archiveOf(80));
  await expect(dialog.getByText(/^80 posts found\. 2 others are left out/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Make profile' }).click();
  await expect(toast(page, 'The profile is made from 80 posts.')).toBeVisible();

  await page.reload();
  await expect(page.getByText('You never use exclamation marks.')).toBeVisible();
  await expect(page.getByText('You never begin with a capital letter.')).toBeVisible();
  await page.getByText('Figures').click();
  await isClean(page, 'a voice with a profile');

  await page.goto('/dashboard');
  await page
    .getByRole('main')
    .getByRole('button', { name: /Generate/ })
    .first()
    .click();
  const preview = page.getByRole('dialog', { name: /^Preview Your/ });
  const near = preview.getByText(/^\d+% like you$/);
  await expect(near.first()).toBeVisible({ timeout: 30_000 });
  await near.first().click();
  await expect(preview.getByText('You never begin with a capital letter').first()).toBeVisible();
  await expect(preview.getByText(/^Together \d+% like you$/)).toBeVisible();
  await isClean(page, 'a preview with nearness');
});
