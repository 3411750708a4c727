import { expect } from '@playwright/test';
import { call, connectX, enterAs, makePerson } from './support/people.ts';
import { test } from './support/product.ts';
import { rowsOf } from './support/screens.ts';

test('COST-05 COST-06 a link over the allowance is foretold, refused with what to do, and its words go out without it', async ({
  page,
  baseURL,
  sandbox,
}) => {
  const person = await makePerson(baseURL, sandbox, 'verified');
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
  await enterAs(page, person);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'New post' }).click();
  const dialog = page.getByRole('dialog', { name: 'New post' });
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
