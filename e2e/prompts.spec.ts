import { expect } from '@playwright/test';
import { isClean } from './support/accessible.ts';
import { call, enterAs, makePerson } from './support/people.ts';
import { test } from './support/product.ts';
import { expectToldOnce } from './support/screens.ts';
import { grant } from './support/staff.ts';

type Seen = { prompts: { messages: { role: string; content: string }[] }[] };

test('ADM-PRM-01 ADM-PRM-05 ADM-PRM-13 a prompt is edited, published and used by the next generation', async ({
  page,
  baseURL,
  sandbox,
}) => {
  const staff = await makePerson(baseURL, sandbox, 'verified');
  const customer = await makePerson(baseURL, sandbox, 'connected');
  await grant(staff, 'admin');
  await enterAs(page, staff);
  await page.goto('/admin?open=prompts');
  await page.getByRole('button', { name: 'generate_posts_user' }).click();
  const content = page.getByLabel('Content', { exact: true });
  const before = await content.inputValue();
  await content.fill(`${before}\nSound like a captain of {{ niche }}.`);
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(
    'Sound like a captain of Gaming.',
  );
  await isClean(page, 'a prompt and its preview');

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this version?' });
  await expect(dialog.getByRole('region', { name: 'Content' })).toContainText('Sound like a captain');
  await dialog.getByLabel('Reason').fill('Customers like captains.');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToldOnce(page, 'Saved.');
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Customers like captains.');

  await call(customer, 'POST', '/api/posts/generate-posts', {});
  await expect
    .poll(async () => {
      const { prompts } = (await (await fetch(`${sandbox.url}/sandbox/llm/prompts`)).json()) as Seen;
      return prompts.flatMap(({ messages }) => messages.map((message) => message.content)).join('\n');
    })
    .toContain('Sound like a captain of ');
});
