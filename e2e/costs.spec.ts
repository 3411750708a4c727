import { expect, type Page } from '@playwright/test';
import { call, connectX, enterAs, makePerson, type Person } from './support/people.ts';
import { test } from './support/product.ts';
import { rowsOf } from './support/screens.ts';

test.describe.configure({ mode: 'serial' });

let person: Person;
test.beforeAll(async ({ baseURL, sandbox }) => {
  person = await makePerson(baseURL, sandbox, 'verified');
  const { url } = await call<{ url: string }>(person, 'POST', '/api/create-checkout-session-no-trial', {
    priceLookupKey: 'standard_monthly',
  });
  await sandbox.completeCheckout(url.split('/').at(-1) ?? '');
  await call(person, 'POST', '/api/subscription/sync');
  await connectX(person, sandbox, person.username);
  for (const word of ['one', 'two', 'three', 'four'])
    await call(person, 'POST', '/api/posts/own', {
      key: crypto.randomUUID(),
      content: `Number ${word} is on example.com/${word}`,
    });
});
test.beforeEach(async ({ page }) => {
  await enterAs(page, person);
  await page.goto('/dashboard');
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'New post' });

test('COST-05 COST-06 a link over the allowance is foretold, refused with what to do, and its words go out without it', async ({
  page,
}) => {
  await page.getByRole('button', { name: 'New post' }).click();
  const dialog = dialogOf(page);
  const words = dialog.getByRole('textbox', { name: `Post as @${person.username}` });
  await words.fill('The fifth is on example.com/five');
  await expect(
    dialog.getByText(
      '1 post has a link: X bills $0.20 for it instead of $0.015, and that is more than your plan has left: 0 of 4.',
    ),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Schedule post' }).click();
  await expect(
    dialog.getByText(
      'The post was not scheduled. Your plan has 4 posts with a link a cycle, and all are used. Remove the link, or choose a plan that has more.',
    ),
  ).toBeVisible();
  await words.fill('The fifth has no link');
  await expect(dialog.getByText(/X bills/)).toBeHidden();
  await dialog.getByRole('button', { name: 'Schedule post' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowsOf(page).filter({ hasText: 'The fifth has no link' })).toBeVisible();
});

test('COST-05 a link that is taken out makes room for another', async ({ page }) => {
  const row = rowsOf(page).filter({ hasText: 'Number one is on example.com' });
  await row.getByRole('button', { name: /^Edit post of / }).click();
  const editor = page.getByRole('form', { name: 'Edit post' });
  await editor.getByLabel('Post content').fill('Number one has none any more');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();

  await page.getByRole('button', { name: 'New post' }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('textbox', { name: /^Post as / }).fill('The sixth is on example.com/six');
  await expect(dialog.getByText(/uses 1 of the 1 left in your plan this cycle\.$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Schedule post' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowsOf(page).filter({ hasText: 'The sixth is on example.com/six' })).toBeVisible();
});

test('COST-04 the plans page says how many posts with a link each plan has', async ({ page }) => {
  await page.goto('/products');
  for (const words of [
    'Posts without links',
    '4 posts with a link each month',
    '40 posts with a link each month',
  ])
    await expect(page.getByText(words)).toBeVisible();
});
