import { expect } from '@playwright/test';
import { isClean } from './support/accessible.ts';
import { call, enterAs, makePerson } from './support/people.ts';
import { test } from './support/product.ts';
import { toast } from './support/screens.ts';

test('GEN-71 GEN-72 a scheduled post is written again with a hint, taken back, written again and saved', async ({
  page,
  baseURL,
  sandbox,
}) => {
  const person = await makePerson(baseURL, sandbox, 'scheduled', 'Coffee');
  await enterAs(page, person);
  await page.goto('/dashboard');
  await page
    .getByRole('button', { name: /^Edit post of/ })
    .first()
    .click();
  const form = page.getByRole('form', { name: 'Edit post' });
  const field = form.getByRole('textbox', { name: 'Post content' });
  const old = await field.inputValue();

  const writeAgain = async (hint: string): Promise<string> => {
    const before = await field.inputValue();
    await form.getByRole('button', { name: 'Write again' }).click();
    await page.getByRole('menuitem', { name: 'With a hint…' }).click();
    await page.getByRole('textbox', { name: 'What should change?' }).fill(hint);
    await page.keyboard.press('Enter');
    await expect(field).not.toHaveValue(before);
    return field.inputValue();
  };

  await test.step('a question, as the hint asks, with the old text one press away', async () => {
    expect(await writeAgain('end with a question')).toMatch(/\?$/);
    await expect(form.getByText('Rewritten.')).toBeVisible();
    await isClean(page, 'an editor with a new version');
    await form.getByRole('button', { name: 'Undo' }).click();
    await expect(field).toHaveValue(old);
  });

  await test.step('nothing changed until it is saved; then it is there after a reload', async () => {
    const { posts } = await call<{ posts: { content: string }[] }>(person, 'GET', '/api/posts');
    expect(posts.map(({ content }) => content)).toContain(old);
    const text = await writeAgain('end with a question');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Post saved.')).toBeVisible();
    await page.reload();
    await expect(page.getByText(text.split('\n')[0] ?? '').first()).toBeVisible();
  });
});
