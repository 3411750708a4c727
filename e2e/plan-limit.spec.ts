import { expect, type Page } from '@playwright/test';
import { call, connectX, enterAs, makePerson, type Person } from './support/people.ts';
import { test } from './support/product.ts';
import { toast } from './support/screens.ts';

const menuOf = (page: Page, username: string) => page.getByRole('button', { name: `X account @${username}` });

test('ACC-47 a smaller plan switches the newest account off and says so; with room for it, its owner switches it on', async ({
  page,
  baseURL,
  sandbox,
}) => {
  const person: Person = await makePerson(baseURL, sandbox, 'connected');
  const second = `${person.username}_2`;
  await connectX(person, sandbox, second);
  await sandbox.changePlan(person.email, 'standard');
  await call(person, 'POST', '/api/subscription/sync');
  await enterAs(page, person);
  await page.goto('/dashboard');
  const told = `Your plan includes 1 active X account, so @${second} is switched off. Its posts are on hold.`;
  await expect(page.getByText(told)).toBeVisible();
  await menuOf(page, person.username).click();
  await expect(page.getByRole('menuitem', { name: /^Switch on/ })).toHaveCount(0);
  await page.getByRole('menuitem', { name: new RegExp(`^@${second} `) }).click();

  const switchOn = async (): Promise<void> => {
    await menuOf(page, second).click();
    await page.getByRole('menuitem', { name: `Switch on @${second}` }).click();
  };
  await switchOn();
  await expect(
    toast(page, 'Account limit reached for your plan. Upgrade to add more X accounts.'),
  ).toBeVisible();
  await expect(page.getByText(told)).toBeVisible();

  await sandbox.changePlan(person.email, 'pro');
  await call(person, 'POST', '/api/subscription/sync');
  await page.reload();
  await expect(page.getByText(`@${second} is switched off. Its posts are on hold.`)).toBeVisible();
  await switchOn();
  await expect(toast(page, `@${second} is switched on. Its posts go out again.`)).toBeVisible();
  await expect(page.getByText('is switched off')).toHaveCount(0);
});
